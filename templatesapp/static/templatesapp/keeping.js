// What is typed is kept on the server for its author, and stands there again on the next visit. The
// server drops it with the decision that the form sends. Every editor keeps by "keeper"; a form with
// [data-typed] needs nothing else.

import { ask, withToken, wordsOf } from "./asking.js";

const KEEP_MS = 700; // typed text is on the server that soon, also while typing goes on
const AGAIN_MS = 3000; // where the server could not be reached
const FIELDS = "textarea[name], select[name], input[name]:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=search], [type=submit])";

const fieldsOf = (form) => [...form.querySelectorAll(FIELDS)];

// With what it was typed over; an answer without fields ends the keeping.
export function typedIn(form) {
  const data = new FormData();
  data.set("typed_base", form.elements.typed_base?.value ?? "");
  for (const field of fieldsOf(form)) data.set(field.name, field.value);
  return data;
}

// What the check would mend, as if typed: it can be undone, and is kept and checked.
export function putInPlace(field, { from, to, mend }) {
  const letters = Array.from(field.value); // the server counts characters, not UTF-16 units
  const unitsOf = (count) => letters.slice(0, count).join("").length;
  field.focus();
  field.setSelectionRange(unitsOf(from), unitsOf(to));
  document.execCommand("insertText", false, mend);
}

// One text at a time, so that the newest is kept last. "say" gets what went wrong, then "".
export function keeper(say) {
  const unkept = new Map(); // by address, how to read what the server does not have yet
  let timer = 0;
  let sending = null;
  let isAway = false;

  const send = async () => {
    try {
      for (const [url, read] of [...unkept]) {
        await ask(url, read());
        if (unkept.get(url) === read) unkept.delete(url); // nothing was typed meanwhile
      }
      if (isAway) say("");
      isAway = false;
    } catch (error) {
      isAway = true;
      say(wordsOf(error));
    }
    if (unkept.size) timer ||= setTimeout(flush, isAway ? AGAIN_MS : KEEP_MS);
    return !isAway;
  };
  const flush = () => {
    clearTimeout(timer);
    timer = 0;
    return (sending ??= send().finally(() => (sending = null)));
  };
  addEventListener("pagehide", () => {
    for (const [url, read] of unkept) navigator.sendBeacon(url, withToken(read()));
  });
  return {
    isSettled: () => !unkept.size,
    keep(url, read) {
      unkept.set(url, () => read());
      timer ||= setTimeout(flush, KEEP_MS);
    },
    // Nothing is sent off before the server has it, and nothing is kept once more after that.
    async settle() {
      while (unkept.size) if (!(await flush())) return false;
      return true;
    },
  };
}

document.querySelectorAll("form [data-typed]").forEach(keepTyped);

function keepTyped(note) {
  const form = note.closest("form");
  const fields = fieldsOf(form);
  const was = new Map(fields.map((field) => [field, field.defaultValue ?? field.value]));
  let isSure = false;

  const say = (text) => {
    note.hidden = !text;
    note.querySelector("p").textContent = text;
  };
  const texts = keeper(say);
  const given = () =>
    fields.every((field) => field.value === was.get(field)) ? new FormData() : typedIn(form);
  const put = (field, text) => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true })); // a preview follows
  };

  const kept = note.querySelector("script[type='application/json']");
  const found = new Map(kept ? Object.entries(JSON.parse(kept.textContent)) : []);
  for (const field of fields) if (found.has(field.name)) put(field, found.get(field.name));

  form.addEventListener("input", () => texts.keep(note.dataset.typed, given));
  note.querySelector("[data-discard]").addEventListener("click", () => {
    for (const field of fields) put(field, was.get(field));
    note.querySelectorAll(".text-body").forEach((shown) => shown.remove());
    say("");
  });
  form.addEventListener("submit", async (event) => {
    if (isSure || texts.isSettled()) return;
    event.preventDefault();
    isSure = await texts.settle();
    if (isSure) form.requestSubmit(event.submitter);
  });
  addEventListener("pageshow", () => (isSure = false));
}

// A text that a form offers stands in its field once it is chosen, by Alt and its digit; Ctrl+Z undoes.
function begin(button) {
  const field = button?.form.querySelector("textarea");
  if (!field) return false;
  field.focus();
  field.select();
  return document.execCommand("insertText", false, button.dataset.take);
}

addEventListener("click", ({ target }) => begin(target.closest("[data-take]")));
addEventListener("keydown", (event) => {
  const digit = event.altKey && /^Digit[1-9]$/.test(event.code) && Number(event.code.at(-1));
  if (digit && begin(document.querySelectorAll("[data-take]")[digit - 1])) event.preventDefault();
});
