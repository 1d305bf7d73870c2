// prefs.js: what a person chose for this browser: language, colours, single-key shortcuts.
// Storage may be forbidden; then choices last as long as the page.

const kept = new Map();

export function pref(name, fallback) {
    if (kept.has(name)) return kept.get(name);
    try {
        return localStorage.getItem(`ariadne.${name}`) ?? fallback;
    } catch {
        return fallback;
    }
}

export function setPref(name, value) {
    kept.set(name, value);
    try {
        localStorage.setItem(`ariadne.${name}`, value);
    } catch {
        // not kept beyond this page
    }
}

// "auto" follows the system.
export function applyTheme() {
    const theme = pref("theme", "auto");
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
}
