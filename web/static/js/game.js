// game.js: a game being played, as the address holds it: which game, where it began, the moves,
// how many of them are on the board, and who plays. Nothing here asks the server.
//
// Whoever goes back and plays something else leaves the game: `main` keeps it until one is back in it.

export class Game {
    constructor({ spec, position = "", moves = [], main = [], at = moves.length, first, second,
        flip = false }) {
        this.spec = spec;
        this.position = position;
        this.moves = moves;
        this.main = main; // none: `moves` is the game
        this.at = at;
        this.players = { first, second };
        this.flip = flip;
    }

    static fromPlace({ about, words }, defaults) {
        const [moves, main] = [words.moves, words.main].map((text = "") => text.split(" ").filter(Boolean));
        const at = /^\d+$/.test(words.at ?? "") ? Number(words.at) : Infinity;
        return new Game({
            spec: about, position: words.position ?? "", moves, main, at, flip: words.flip === "yes",
            first: words.first ?? defaults.first, second: words.second ?? defaults.second,
        });
    }

    toWords(defaults) {
        return {
            position: this.position, moves: this.moves.join(" "), main: this.main.join(" "),
            at: this.at < this.moves.length ? this.at : "",
            first: this.players.first === defaults.first ? "" : this.players.first,
            second: this.players.second === defaults.second ? "" : this.players.second,
            flip: this.flip ? "yes" : "",
        };
    }

    get played() {
        return this.moves.slice(0, this.at);
    }

    get atEnd() {
        return this.at >= this.moves.length;
    }

    // The moves as the game itself writes them. An address may hold "44455", five moves in one word: only now is
    // it known how many there are.
    spell(moves) {
        this.moves = moves;
        this.jump(this.at);
    }

    // A move on the board. One that leads back into the game, or goes on in it, has all of it again.
    play(move) {
        if (this.moves[this.at] !== move) {
            this.leave();
            this.moves.push(move);
        }
        this.at++;
        if (this.main.length > 0 && this.moves.every((one, k) => one === this.main[k])) {
            this.moves = this.main;
            this.main = [];
        }
    }

    // What follows on the board is not what was played: the game is kept, whatever was tried before is not.
    leave() {
        if (!this.atEnd && this.main.length === 0) this.main = this.moves;
        this.moves = this.played;
    }

    // Where `main` was left.
    get leftAt() {
        const k = this.main.findIndex((move, i) => move !== this.moves[i]);
        return k < 0 ? this.main.length : k;
    }

    // Back to the game, where it was left.
    comeBack() {
        this.at = this.leftAt;
        this.moves = this.main;
        this.main = [];
    }

    jump(at) {
        this.at = Math.max(0, Math.min(at, this.moves.length));
    }

    // Where undo leads: to where a person was to move, if there is one. turns[k] is the side to
    // move after k moves.
    undoPlace(turns) {
        return this.step(turns, -1);
    }

    redoPlace(turns) {
        return this.step(turns, 1);
    }

    step(turns, way) {
        for (let k = this.at + way; k >= 0 && k <= this.moves.length; k += way)
            if (this.players[turns[k]] === "human") return k;
        const next = this.at + way;
        return Math.max(0, Math.min(next, this.moves.length));
    }

    restart() {
        this.moves = [];
        this.main = [];
        this.position = "";
        this.at = 0;
    }
}
