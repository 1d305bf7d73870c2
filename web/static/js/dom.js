// dom.js: making elements. Text is always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes ?? {})) {
        if (value === null || value === undefined || value === false) continue;
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (name === "value" || name === "checked" || name === "disabled")
            element[name] = value;
        else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat(Infinity).filter((child) => child !== null &&
        child !== undefined && child !== false));
    return element;
}

// h("p", { class: "note", onclick: f }, "text", child): an element of HTML.
export function h(tag, attributes, ...children) {
    return fill(document.createElement(tag), attributes, children);
}

// The same for SVG.
export function svg(tag, attributes, ...children) {
    return fill(document.createElementNS(SVG, tag), attributes, children);
}

// Puts new children in the place of all that were there.
export function replace(element, ...children) {
    element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null &&
        child !== undefined && child !== false));
    return element;
}

// Draws a part of the page anew; what has the focus there has it again, if it is still the same thing.
export function keepFocus(root, draw) {
    const held = root.contains(document.activeElement) ? document.activeElement : null;
    const name = held && ["name", "data-field", "data-tool", "data-seat", "data-game"].find((key) => held.hasAttribute(key));
    draw();
    if (name) root.querySelector(`[${name}="${CSS.escape(held.getAttribute(name))}"]`)?.focus({ preventScroll: true });
}

let numbers = 0;
// An id that nothing else has, to tie a label to its field.
export function freshId(stem) {
    return `${stem}-${++numbers}`;
}

// Hands text, or bytes, to the person as a file.
export function download(name, text, type = "text/plain") {
    const address = URL.createObjectURL(new Blob([text], { type }));
    const link = h("a", { href: address, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
}
