// replay.js: a list of steps that can be gone through both ways. Every step is kept as the values it
// sets, with those that were there before, so that taking it back is exact.

export class Replay {
    // take(step, set) makes a step by calls of set(object, name, value).
    constructor(steps, take) {
        this.steps = steps;
        this.at = steps.length;
        this.changes = steps.map((step) => {
            const sets = [];
            take(step, (object, name, value) => {
                sets.push([object, name, object[name], value]);
                object[name] = value;
            });
            return sets;
        });
        this.go(0);
    }

    get length() {
        return this.steps.length;
    }

    // The step that led here; null at the beginning.
    get last() {
        return this.at === 0 ? null : this.steps[this.at - 1];
    }

    go(at) {
        while (this.at < at)
            for (const [object, name, , value] of this.changes[this.at++]) object[name] = value;
        while (this.at > at) {
            const sets = this.changes[--this.at];
            for (let i = sets.length - 1; i >= 0; i--) sets[i][0][sets[i][1]] = sets[i][2];
        }
    }
}
