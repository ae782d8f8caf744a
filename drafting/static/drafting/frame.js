/* Mends the frame that Unfold draws, for keyboards and screen readers: its toggles are bare spans. */
(() => {
    "use strict";

    const NAMES = {
        arrow_back: "Back",
        close: "Close",
        computer: "Theme",
        dark_mode: "Theme",
        dock_to_right: "Show or hide the menu",
        filter_list: "Filters",
        light_mode: "Theme",
        mark_email_read: "Dashboard",
        more_horiz: "More",
        search: "Search",
    };

    const asButton = (element, name) => {
        if (element.getAttribute("role") === "button") return;
        element.setAttribute("role", "button");
        element.setAttribute("tabindex", "0");
        if (name) element.setAttribute("aria-label", name);
        element.addEventListener("keydown", (event) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            element.click();
        });
    };

    // One switch for all technical details: who opens one sees them everywhere, until it is closed.
    const keepTechnical = (all) => {
        const show = (isOpen) => all.forEach((one) => { one.open = isOpen; });
        show(localStorage.getItem("technical") === "open");
        all.forEach((one) => one.querySelector("summary").addEventListener("click", (event) => {
            event.preventDefault();
            localStorage.setItem("technical", one.open ? "" : "open");
            show(!one.open);
        }));
    };

    // A link or button that shows nothing but an icon gets the icon's name.
    const nameByIcon = (element) => {
        const icon = element.querySelector(".material-symbols-outlined");
        if (!icon || element.hasAttribute("aria-label") || element.title) return;
        const word = icon.textContent.trim();
        if (element.textContent.trim() !== word) return;
        const name = NAMES[word] || word.replaceAll("_", " ");
        if (element.matches("a:not([href])")) asButton(element, name);
        else element.setAttribute("aria-label", name);
    };

    // A field that looks for rows of another list is drawn beside its select, without its name.
    const nameChoice = (select) => {
        const [label] = select.labels;
        const shown = select.parentElement.querySelector("[role=textbox]");
        label.id ||= `${select.id}-label`;
        shown.removeAttribute("role");
        shown.removeAttribute("aria-readonly");
        shown.closest("[role=combobox]").setAttribute("aria-labelledby", `${label.id} ${shown.id}`);
    };

    // One press of Tab leads past the menu.
    const leadPastMenu = (content) => {
        const link = Object.assign(document.createElement("a"), { className: "desk-skip", href: "#content", textContent: "To the page" });
        link.addEventListener("click", (event) => { event.preventDefault(); content.focus(); });
        content.setAttribute("tabindex", "-1");
        document.body.prepend(link);
    };

    const POLL_MS = 4000;
    const LOGGED_OUT_MS = 60000; // they may log in again in another tab
    const COUNTS = "/admin/drafting/thread/counts/";
    const NEEDS_YOU = "/admin/drafting/thread/needs-you/";

    const showCount = (link, count) => {
        const isCount = (part) => !part.children.length && /^[\d,]+$/.test(part.textContent.trim());
        let badge = [...link.querySelectorAll("span")].find(isCount);
        if (!badge && count) {
            badge = document.createElement("span");
            // As Unfold draws one that was there when the page was made.
            badge.className = "font-semibold h-[18px] leading-[18px] ml-2 px-1 relative rounded-xs text-center text-[11px] min-w-[18px] bg-primary-100 text-primary-700 dark:bg-primary-500/20 dark:text-primary-400";
            link.append(badge);
        }
        if (!badge) return;
        badge.textContent = count.toLocaleString("en");
        badge.hidden = count === 0;
    };

    // The menu and the title tell what waits, and a conversation who is typing in it, also on a page
    // that stays open. An answer that was overtaken by a later question is dropped.
    let asked = 0;
    const refresh = async () => {
        const number = ++asked;
        const place = document.querySelector("[data-presence]");
        const url = place ? `${COUNTS}?thread=${place.dataset.presence}` : COUNTS;
        const answer = await fetch(url, { headers: { "X-Desk-Poll": "1" } }).catch(() => null);
        const isTold = answer?.ok && !answer.redirected;
        const told = isTold ? await answer.json().catch(() => null) : null;
        if (told && number === asked) {
            showCounts(told.counts);
            if (place?.isConnected) showPresence(place, told.editing);
        }
        return answer?.redirected || answer?.status === 403;
    };
    const showCounts = (counts) => {
        for (const [url, count] of Object.entries(counts)) {
            document.querySelectorAll(`#nav-sidebar a[href="${url}"]`).forEach((link) => showCount(link, count));
        }
        if (NEEDS_YOU in counts) {
            const title = document.title.replace(/^\(\d+\) /, "");
            document.title = counts[NEEDS_YOU] ? `(${counts[NEEDS_YOU]}) ${title}` : title;
        }
    };
    const showPresence = (place, editing) => {
        if (place.textContent.trim() === editing) return; // read aloud once
        place.querySelector("p").textContent = editing;
        place.hidden = !editing;
    };
    const poll = async () => {
        const isLoggedOut = !document.hidden && (await refresh());
        setTimeout(poll, isLoggedOut ? LOGGED_OUT_MS : POLL_MS);
    };

    // On a phone tabs scroll: the page's own stands in sight, as wide as its font makes it.
    addEventListener("load", () => {
        const tab = document.querySelector("#tabs-items .active");
        if (tab) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.offsetLeft - 24;
    });

    document.addEventListener("DOMContentLoaded", () => {
        if (document.querySelector(`#nav-sidebar a[href="${NEEDS_YOU}"]`)) {
            setTimeout(poll, POLL_MS);
            document.addEventListener("desk:decided", refresh);
        }
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
        const content = document.getElementById("content");
        content?.setAttribute("role", "main");
        if (content && document.getElementById("nav-sidebar")) leadPastMenu(content);
        document.querySelector("#main > .border-b")?.setAttribute("role", "banner");
        document.getElementById("nav-sidebar-inner")?.setAttribute("aria-label", "Menu");
        document.querySelectorAll("a, button").forEach(nameByIcon);
        // Chromium leaves autofocus out where the first page of a tab came by a redirect.
        if (document.activeElement === document.body) document.querySelector("[autofocus]")?.focus();
        // Unfold writes a chosen name into its own box, and fails at a field of several files, which has none.
        document.querySelectorAll("input[type=file][multiple]").forEach((field) => { field.hasChangeListener = true; });
        // In line after what draws them.
        globalThis.django?.jQuery?.(() => document.querySelectorAll("select.admin-autocomplete").forEach(nameChoice));
        // The person's menu, and links that lead nowhere but do something.
        document
            .querySelectorAll("#nav-sidebar div[x-on\\:click].cursor-pointer, a[x-on\\:click]:not([href])")
            .forEach((element) => asButton(element));
        keepTechnical([...document.querySelectorAll("details[data-technical]")]);
        document.querySelectorAll("#nav-sidebar a.active").forEach((link) => link.setAttribute("aria-current", "page"));
    });
})();
