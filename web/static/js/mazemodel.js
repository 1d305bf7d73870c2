// mazemodel.js: a maze that can be drawn: its size, its start, and its walls. (0, 0) is the square at
// the lower left.

const SQUARES = 10000; // as many as the server takes

export const DIRECTIONS = { north: [0, 1], east: [1, 0], south: [0, -1], west: [-1, 0] };

export class Maze {
    constructor(width, height) {
        this.width = width;
        this.height = height;
        this.start = [0, height - 1];
        this.lying = new Uint8Array(width * (height + 1)).fill(1);    // below row y: y * width + x
        this.standing = new Uint8Array((width + 1) * height).fill(1); // left of column x
    }

    // An open room with a gap: something to draw in.
    static room(width, height) {
        const maze = new Maze(width, height);
        for (let y = 1; y < height; y++) for (let x = 0; x < width; x++) maze.lying[y * width + x] = 0;
        for (let y = 0; y < height; y++)
            for (let x = 1; x < width; x++) maze.standing[y * (width + 1) + x] = 0;
        maze.lying[width - 1] = 0;
        return maze;
    }

    // From the server: a hexadecimal digit for the walls of each square.
    static of({ width, height, start, walls }) {
        const maze = new Maze(width, height);
        maze.start = start;
        for (let y = 0; y < height; y++)
            for (let x = 0; x < width; x++) {
                const sides = parseInt(walls[y][x], 16);
                maze.set(x, y, "north", Boolean(sides & 1));
                maze.set(x, y, "east", Boolean(sides & 2));
                maze.set(x, y, "south", Boolean(sides & 4));
                maze.set(x, y, "west", Boolean(sides & 8));
            }
        return maze;
    }

    place(x, y, direction) {
        switch (direction) {
        case "north": return [this.lying, (y + 1) * this.width + x];
        case "south": return [this.lying, y * this.width + x];
        case "east": return [this.standing, y * (this.width + 1) + x + 1];
        default: return [this.standing, y * (this.width + 1) + x];
        }
    }

    wall(x, y, direction) {
        const [list, index] = this.place(x, y, direction);
        return list[index] === 1;
    }

    set(x, y, direction, wall) {
        const [list, index] = this.place(x, y, direction);
        list[index] = wall ? 1 : 0;
    }

    inside(x, y) {
        return x >= 0 && y >= 0 && x < this.width && y < this.height;
    }

    toText() {
        const { width, height } = this;
        const rule = (y) => Array.from({ length: width },
            (_, x) => (this.lying[y * width + x] ? "+-" : "+ ")).join("") + "+";
        const lines = [rule(height)];
        for (let y = height - 1; y >= 0; y--) {
            let line = "";
            for (let x = 0; x < width; x++)
                line += (this.standing[y * (width + 1) + x] ? "|" : " ") +
                    (x === this.start[0] && y === this.start[1] ? "S" : " ");
            lines.push(line + (this.standing[y * (width + 1) + width] ? "|" : " "), rule(y));
        }
        return lines.join("\n") + "\n";
    }

    // A short text for addresses: "3x2.0,1." and the walls, six to a character.
    toCode() {
        const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        const bits = [...this.lying, ...this.standing];
        let text = "";
        for (let i = 0; i < bits.length; i += 6)
            text += digits[bits.slice(i, i + 6).reduce((sum, bit, k) => sum | bit << k, 0)];
        return `${this.width}x${this.height}.${this.start.join(",")}.${text}`;
    }

    static fromCode(code) {
        const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        const [, w, h, x, y, text] = /^(\d+)x(\d+)\.(\d+),(\d+)\.([\w-]*)$/.exec(code) ?? [];
        const width = Number(w), height = Number(h);
        const walls = width * (height + 1) + (width + 1) * height;
        if (!text || width < 1 || height < 1 || width * height > SQUARES || text.length !== Math.ceil(walls / 6)) return null;
        const maze = new Maze(width, height);
        maze.start = [Math.min(Number(x), width - 1), Math.min(Number(y), height - 1)];
        const bit = (i) => digits.indexOf(text[Math.floor(i / 6)] ?? "A") >> i % 6 & 1;
        maze.lying.forEach((_, i) => { maze.lying[i] = bit(i); });
        maze.standing.forEach((_, i) => { maze.standing[i] = bit(maze.lying.length + i); });
        return maze;
    }
}

// The wall nearest to a point, given in squares from the lower left: { x, y, direction, distance }.
export function nearestWall(maze, px, py) {
    const x = Math.max(0, Math.min(maze.width - 1, Math.floor(px)));
    const y = Math.max(0, Math.min(maze.height - 1, Math.floor(py)));
    const sides = [["west", px - x], ["east", x + 1 - px], ["south", py - y], ["north", y + 1 - py]];
    sides.sort((a, b) => a[1] - b[1]);
    return { x, y, direction: sides[0][0], distance: Math.abs(sides[0][1]) };
}
