/* Ctrl+K: one field, on every page, for whatever there is. Arrows walk through what is found, Enter opens. */
(() => {
    "use strict";

    const SEARCH = "/admin/search/";
    const PAUSE_MS = 120; // between two keys of a word
    const dialog = document.createElement("dialog");
    dialog.className = "desk-search";
    dialog.setAttribute("aria-label", "Search");
    dialog.innerHTML =
        '<div><input type="search" autocomplete="off" spellcheck="false" maxlength="200" aria-label="Search" placeholder="A guest, a mail, a letter, a page …"><button type="button">Close</button></div><p role="status"></p><div></div>';
    const field = dialog.querySelector("input");
    const status = dialog.querySelector("[role=status]");
    const found = dialog.lastElementChild;

    // An answer that was overtaken by a later question is dropped.
    let asked = 0;
    const ask = async () => {
        const number = ++asked;
        const answer = await fetch(`${SEARCH}?${new URLSearchParams({ s: field.value })}`).catch(() => null);
        const isTold = answer?.ok && !answer.redirected;
        const html = isTold ? await answer.text() : "";
        if (number !== asked) return;
        found.innerHTML = html;
        const count = found.querySelectorAll("a").length;
        const told = count ? `${count} found` : "Nothing is found.";
        status.textContent = isTold ? told : "No answer: are you logged in?";
        dialog.dataset.term = field.value;
    };
    let pause = 0;
    const askSoon = () => {
        clearTimeout(pause);
        asked += 1;
        pause = setTimeout(ask, PAUSE_MS);
    };
    const open = () => {
        if (dialog.open) return;
        dialog.showModal();
        field.select();
        ask();
    };
    // What stands there may answer an earlier word: Enter waits for its own.
    const openFirst = async () => {
        clearTimeout(pause);
        if (dialog.dataset.term !== field.value) await ask();
        if (dialog.dataset.term === field.value) found.querySelector("a")?.click();
    };
    const walk = (step) => {
        const stops = [field, ...found.querySelectorAll("a")];
        stops.at((stops.indexOf(document.activeElement) + step) % stops.length).focus();
    };

    field.addEventListener("input", askSoon);
    dialog.querySelector("button").addEventListener("click", () => dialog.close());
    dialog.addEventListener("keydown", (event) => {
        // The keys of the page below are not meant.
        event.stopPropagation();
        if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            walk(event.key === "ArrowDown" ? 1 : -1);
        } else if (event.key === "Enter" && event.target === field && !event.isComposing) {
            event.preventDefault();
            openFirst();
        }
    });
    // First: Unfold's own palette listens on the window, too.
    addEventListener(
        "keydown",
        (event) => {
            if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            event.stopImmediatePropagation();
            open();
        },
        true,
    );
    document.addEventListener("DOMContentLoaded", () => {
        const menu = document.getElementById("nav-sidebar-inner");
        if (!menu) return;
        document.body.append(dialog);
        const button = document.createElement("button");
        button.type = "button";
        button.className = "desk-search-open";
        button.innerHTML = "Search <kbd>Ctrl K</kbd>";
        button.addEventListener("click", open);
        menu.firstElementChild.after(button);
    });
})();
