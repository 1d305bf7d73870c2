// fields.js: fields with their labels; changed(value) is called with what was chosen.

import { h, freshId } from "./dom.js";
import { t, number } from "./i18n.js";
import { announce } from "./live.js";

// choices: [[value, words], ...]
export function selectField(label, value, choices, changed, attributes = {}) {
    const id = freshId("choice");
    const field = h("select", { id, onchange: () => changed(field.value), ...attributes },
        choices.map(([key, words]) => h("option", { value: key }, words)));
    field.value = value;
    return h("div", { class: "field" }, h("label", { for: id }, label), field);
}

// A whole number within its limits: what was asked for, or what is nearest to it; `usual` when it is no number.
export function within(asked, { min, max, usual }) {
    const given = Math.round(Number(asked));
    return asked === "" || asked === undefined || !Number.isFinite(given) ? usual : Math.max(min, Math.min(max, given));
}

// The limits stand beside the label; where a number had to give way to one of them, that is said. `asked` may come
// from an address.
export function numberField(label, asked, { min, max, usual, ...attributes }, changed) {
    const id = freshId("number");
    const said = h("p", { class: "limit", id: `${id}-limit` });
    let now = usual;
    const take = (wanted) => {
        now = within(wanted, { min, max, usual: now });
        said.textContent = Number(wanted) > max ? t("field.most", { max, asked: wanted })
            : Number(wanted) < min && wanted !== "" ? t("field.least", { min, asked: wanted }) : "";
        if (said.textContent) announce(`${label}: ${said.textContent}`);
        field.value = now;
    };
    const field = h("input", { type: "number", id, min, max, step: 1, "aria-describedby": said.id, ...attributes,
        onchange: () => {
            take(field.value);
            changed(now);
        } });
    take(asked ?? "");
    return h("div", { class: "field" }, h("label", { for: id },
        `${label} (${t("options.range", { min: number(min), max: number(max) })})`), said, field);
}

export function checkField(label, checked, changed, attributes = {}) {
    const id = freshId("check");
    const field = h("input", { type: "checkbox", id, checked, ...attributes,
        onchange: () => changed(field.checked) });
    return h("div", { class: "field line" }, field, h("label", { for: id }, label));
}
