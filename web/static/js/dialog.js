// dialog.js: a window within the page; Escape closes it, and the focus returns.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";

export function openDialog(title, ...body) {
    const dialog = h("dialog", { "aria-label": title },
        h("button", { class: "icon-button close", type: "button", "aria-label": t("close"),
            onclick: () => dialog.close() }, icon("close")),
        h("h1", {}, title), h("div", { class: "body" }, body));
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("click", (event) => {
        if (event.target === dialog) dialog.close(); // the surroundings
    });
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}
