// fields.js: fields with their labels; changed(value) is called with what was chosen.

import { h, freshId } from "./dom.js";

// choices: [[value, words], ...]
export function selectField(label, value, choices, changed, attributes = {}) {
    const id = freshId("choice");
    const field = h("select", { id, onchange: () => changed(field.value), ...attributes },
        choices.map(([key, words]) => h("option", { value: key }, words)));
    field.value = value;
    return h("div", { class: "field" }, h("label", { for: id }, label), field);
}

export function numberField(label, value, { min, max, step = 1, ...attributes }, changed) {
    const id = freshId("number");
    const field = h("input", { type: "number", id, min, max, step, value, ...attributes, onchange: () => {
        const given = Math.max(min, Math.min(max, Number(field.value) || min));
        field.value = given;
        changed(given);
    } });
    return h("div", { class: "field" }, h("label", { for: id }, label), field);
}

export function checkField(label, checked, changed, attributes = {}) {
    const id = freshId("check");
    const field = h("input", { type: "checkbox", id, checked, ...attributes,
        onchange: () => changed(field.checked) });
    return h("div", { class: "field line" }, field, h("label", { for: id }, label));
}
