// labeltree.js: the tree of positions with their true labels, opened node by node: what lies below
// a node is asked for when somebody wants to see it.

import { ask } from "./api.js";
import { t } from "./i18n.js";
import { query, wholeBoard } from "./states.js";
import { guessWords, signed } from "./marks.js";

export function valueOf(label) {
    return label === undefined || label === null ? null : label > 0 ? "win" : label < 0 ? "loss" : "draw";
}

function labelText(label) {
    return label === undefined || label === null ? "?" : signed(label);
}

// Who wins, and nothing else: "+", "−" or "=".
export function signText(label) {
    return label > 0 ? "+" : label < 0 ? "−" : "=";
}

export class LabelTree {
    // A node's id is its moves from the root, joined by spaces; the root's is "".
    constructor(game, position, moves, boards) {
        Object.assign(this, { game, position, moves, boards });
        this.nodes = new Map();
        this.open = new Set([""]);
        this.usual = new Set([""]); // what is open unless somebody changes it
    }

    // What somebody opened and closed, as lists of ids.
    folds() {
        return { open: [...this.open].filter((id) => !this.usual.has(id)), shut: [...this.usual].filter((id) => !this.open.has(id)) };
    }

    // The same again. What is no node of this tree, or cannot be had, is left as it is.
    async refold({ open, shut }) {
        for (const id of open.sort((a, b) => a.split(" ").length - b.split(" ").length))
            if (this.nodes.has(id) && !this.leaf(this.nodes.get(id))) {
                await this.fetch(id);
                this.open.add(id);
            }
        for (const id of shut) this.open.delete(id);
    }

    children(id) {
        return this.open.has(id) ? this.nodes.get(id)?.children ?? [] : [];
    }

    path(id) {
        return id === "" ? [] : id.split(" ");
    }

    // The root and some plies below it, all open.
    async begin(plies) {
        await this.fetch("", plies);
        for (const [id, node] of this.nodes) if (node.complete && !this.leaf(node)) this.open.add(id);
        this.usual = new Set(this.open);
    }

    // Fetches a node with what lies below it, `plies` deep.
    async fetch(id, plies = 1) {
        if (this.nodes.get(id)?.complete) return;
        const answer = await ask(`api/tree?${query({ game: this.game, position: this.position,
            moves: [...this.moves, ...this.path(id)].join(" "), algo: "solve", show: plies, boards: "yes" })}`);
        this.take(id, answer.tree);
    }

    take(id, node) {
        const children = (node.children ?? []).map((child) => {
            const name = id === "" ? child.move : `${id} ${child.move}`;
            this.take(name, child);
            return name;
        });
        this.nodes.set(id, { ...node, move: node.move ?? this.nodes.get(id)?.move ?? null, children,
            complete: !node.more, board: node.board ? wholeBoard(node.board) : null });
    }

    async toggle(id) {
        if (this.leaf(this.nodes.get(id))) return;
        if (this.open.has(id)) this.open.delete(id);
        else {
            await this.fetch(id);
            this.open.add(id);
        }
    }

    leaf(node) {
        return node.kind === "finished" || node.complete && node.children.length === 0;
    }

    describe(id) {
        const node = this.nodes.get(id);
        const parent = id === "" ? null : this.nodes.get(id.split(" ").slice(0, -1).join(" "));
        // A label that could not be found in time is a guess, and looks like one.
        const sure = node.label !== undefined && !node.estimate;
        const good = parent && sure && parent.label === node.label;
        const value = node.estimate ? "guess" : valueOf(node.label);
        const text = this.signs && sure ? signText(node.label) : labelText(node.label);
        const guess = node.label === undefined ? t("value.unknown") : guessWords(node.label, "first");
        const plies = node.distance && !this.signs ? t("tree.plies", { n: node.distance }) : "";
        return {
            move: node.move ?? "", text, value, turn: node.turn, sub: this.boards ? plies : "",
            board: this.boards ? node.board : null,
            classes: good ? "good" : "", open: this.leaf(node) ? null : this.open.has(id),
            words: t("tree.node", { move: node.move ?? t("moves.start"), label: sure ? `${text} ${plies}`.trim() : guess,
                kind: node.kind === "finished" ? t("tree.finished") : t(`tree.${node.turn}`) }),
        };
    }
}
