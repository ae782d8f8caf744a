/* Mends the frame that Unfold draws, for keyboards and screen readers: its toggles are bare spans. */
(() => {
    "use strict";

    const NAMES = {
        arrow_back: "Back",
        close: "Close",
        dock_to_right: "Show or hide the menu",
        filter_list: "Filters",
        mark_email_read: "Dashboard",
        more_horiz: "More",
        search: "Search",
    };

    // A link or button that shows nothing but an icon gets the icon's name.
    const nameByIcon = (element) => {
        const icon = element.querySelector(".material-symbols-outlined");
        if (!icon || element.hasAttribute("aria-label") || element.title) return;
        const word = icon.textContent.trim();
        if (element.textContent.trim() !== word) return;
        element.setAttribute("aria-label", NAMES[word] || word.replaceAll("_", " "));
    };

    const asButton = (element, name) => {
        if (element.getAttribute("role") === "button") return;
        element.setAttribute("role", "button");
        element.setAttribute("tabindex", "0");
        element.setAttribute("aria-label", name);
        element.addEventListener("keydown", (event) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            element.click();
        });
    };

    document.addEventListener("DOMContentLoaded", () => {
        document
            .querySelectorAll("span.material-symbols-outlined[x-on\\:click], span[x-on\\:click] > .material-symbols-outlined")
            .forEach((icon) => {
                const word = icon.textContent.trim();
                if (NAMES[word]) asButton(icon, NAMES[word]);
            });
        // Icons are words in a symbol font: read aloud they are noise.
        document
            .querySelectorAll(".material-symbols-outlined:not([role]):not([aria-label])")
            .forEach((icon) => icon.setAttribute("aria-hidden", "true"));
        document.getElementById("content")?.setAttribute("role", "main");
        document.querySelector("#main > .border-b")?.setAttribute("role", "banner");
        document.getElementById("nav-sidebar-inner")?.setAttribute("aria-label", "Menu");
        document.querySelectorAll("a[href], a[x-on\\:click], button").forEach(nameByIcon);
        document.querySelectorAll("#nav-sidebar a.active").forEach((link) => link.setAttribute("aria-current", "page"));
    });
})();
