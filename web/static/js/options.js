// options.js: the form of a game's options, made from its option table.

import { h, freshId, replace } from "./dom.js";
import { t, gameText, number, trouble } from "./i18n.js";
import { defaultText, formatSpec } from "./states.js";
import { presets } from "./presets.js";
import { selectField } from "./fields.js";

export class OptionsForm {
    // tried(spec) starts a game with these options and fails with words when there is none.
    constructor(game, values, tried) {
        this.game = game;
        this.tried = tried;
        this.values = { ...values };
        this.problem = h("p", { class: "message", role: "alert" });
        this.element = h("form", { class: "panel-body fields", onsubmit: (event) => event.preventDefault() },
            this.presetField(), game.options.map((option) => this.field(option)), this.problem);
    }

    // Well-known forms of the game; what is none of them is one of one's own.
    presetField() {
        const list = presets(this.game.id), usual = Object.fromEntries(this.game.options.map((option) => [option.name, defaultText(option)]));
        if (list.length === 0) return null;
        const same = (values) => Object.entries({ ...usual, ...values }).every(([name, value]) => value === (this.values[name] ?? usual[name]));
        const now = list.findIndex(([values]) => same(values));
        return selectField(t("preset.label"), String(now), [...now < 0 ? [["-1", t("preset.own")]] : [], ...list.map(([, words], k) => [String(k), words])],
            (chosen) => this.tried(formatSpec(this.game, list[chosen][0])), { name: "preset" });
    }

    // A field for each kind of option.
    input(option, id) {
        const value = this.values[option.name] ?? defaultText(option);
        const common = { id, name: option.name, onchange: (event) => this.changed(option, event.target) };
        switch (option.kind) {
        case "flag":
            return h("input", { ...common, type: "checkbox", checked: value === "yes" });
        case "number":
            return h("input", { ...common, type: "number", value, min: option.min, max: option.max,
                step: 1 });
        case "choice":
            return h("select", common, option.choices.map((text) => h("option", { value: text, selected: text === value }, text)));
        default:
            return h("input", { ...common, type: "text", value, maxlength: option.longest,
                autocomplete: "off", spellcheck: "false" });
        }
    }

    field(option) {
        const id = freshId("option");
        const words = gameText(this.game, "option", option);
        const limits = option.kind === "number"
            ? ` (${t("options.range", { min: number(option.min), max: number(option.max) })})` : "";
        const input = this.input(option, id);
        return option.kind === "flag"
            ? h("div", { class: "field line" }, input, h("label", { for: id }, words))
            : h("div", { class: "field" }, h("label", { for: id }, words + limits), input);
    }

    async changed(option, input) {
        this.values[option.name] = option.kind === "flag" ? (input.checked ? "yes" : "no")
            : input.value.trim();
        replace(this.problem);
        input.removeAttribute("aria-invalid");
        try {
            await this.tried(formatSpec(this.game, this.values));
        } catch (error) {
            input.setAttribute("aria-invalid", "true");
            this.problem.textContent = trouble(error);
        }
    }
}
