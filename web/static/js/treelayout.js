// treelayout.js: where the nodes of a tree are drawn: the root at the left, its descendants to the
// right, every parent in the middle of its children.

// children(id) gives the visible children. Returns a Map from id to { x, y }, x the ply and y in
// rows, and how many rows there are.
export function layout(root, children) {
    const places = new Map();
    let rows = 0, depth = 0;
    // An explicit stack: trees can be deep.
    const stack = [{ id: root, ply: 0, next: 0, list: children(root) }];
    while (stack.length) {
        const top = stack.at(-1);
        if (top.next < top.list.length) {
            const id = top.list[top.next++];
            stack.push({ id, ply: top.ply + 1, next: 0, list: children(id) });
            continue;
        }
        stack.pop();
        depth = Math.max(depth, top.ply);
        const y = top.list.length === 0 ? rows++
            : (places.get(top.list[0]).y + places.get(top.list.at(-1)).y) / 2;
        places.set(top.id, { x: top.ply, y });
    }
    return { places, rows, depth };
}

// The visible nodes in reading order.
export function inOrder(root, children) {
    const list = [], stack = [root];
    while (stack.length) {
        const id = stack.pop();
        list.push(id);
        stack.push(...[...children(id)].reverse());
    }
    return list;
}
