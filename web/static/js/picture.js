// picture.js: what is on the board as a picture of its own, which looks the same without the page's styles.

import { download, svg } from "./dom.js";

const STYLES = ["fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
    "stroke-opacity", "paint-order", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"];
const LEFT_OUT = ".targets, .ghost, .silent"; // what is there to be touched or read
const WIDTH = 1200; // pixels of a PNG

// The board as the text of an SVG file, in the colours it has now.
export function pictureOf(board) {
    for (const motion of board.getAnimations({ subtree: true })) motion.cancel(); // a piece that is still arriving has arrived
    const copy = board.cloneNode(true);
    const [seen, drawn] = [board, copy].map((root) => [...root.querySelectorAll("*")]);
    seen.forEach((part, k) => {
        const style = getComputedStyle(part);
        for (const name of STYLES) drawn[k].setAttribute(name, style.getPropertyValue(name));
        drawn[k].removeAttribute("class");
    });
    drawn.filter((_, k) => seen[k].closest(LEFT_OUT)).forEach((part) => part.remove());
    const { x, y, width, height } = board.viewBox.baseVal;
    copy.prepend(svg("rect", { x, y, width, height, fill: getComputedStyle(document.body).backgroundColor }));
    for (const name of copy.getAttributeNames().filter((one) => one !== "viewBox")) copy.removeAttribute(name);
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.setAttribute("width", WIDTH);
    copy.setAttribute("height", Math.round(WIDTH * height / width));
    return new XMLSerializer().serializeToString(copy);
}

export function pictureAddress(text) {
    return `data:image/svg+xml,${encodeURIComponent(text)}`;
}

// The same as the bytes of a PNG file.
export async function asPng(text) {
    const image = new Image();
    image.src = pictureAddress(text);
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d").drawImage(image, 0, 0);
    return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}

export async function savePicture(name, text, kind) {
    if (kind === "svg") download(`${name}.svg`, text, "image/svg+xml");
    else download(`${name}.png`, await asPng(text), "image/png");
}
