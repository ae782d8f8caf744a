/* Mends the frame that Unfold draws, for keyboards and screen readers: its toggles are bare spans. */
(() => {
    "use strict";

    const NAMES = { dock_to_right: "Show or hide the menu", close: "Close", filter_list: "Filters" };

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
        document
            .querySelectorAll("#nav-sidebar a:not([aria-label])")
            .forEach((link) => {
                const isIconOnly = !link.querySelector("span:not(.material-symbols-outlined)") && link.querySelector(".material-symbols-outlined");
                if (isIconOnly) link.setAttribute("aria-label", "Dashboard");
            });
        document.querySelectorAll("#nav-sidebar a.active").forEach((link) => link.setAttribute("aria-current", "page"));
    });
})();
