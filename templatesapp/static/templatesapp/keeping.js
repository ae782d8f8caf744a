// What is typed into a form with [data-typed] is kept on the server for its author, and stands there
// again on the next visit. The server drops it with the decision that the form sends.

import { ask, withToken, wordsOf } from "./asking.js";

const KEEP_MS = 700; // typed text is on the server that soon, also while typing goes on
const AGAIN_MS = 3000; // where the server could not be reached
const FIELDS = "textarea[name], select[name], input[name]:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=search], [type=submit])";

document.querySelectorAll("form [data-typed]").forEach(keepTyped);

function keepTyped(note) {
  const form = note.closest("form");
  const fields = [...form.querySelectorAll(FIELDS)];
  const was = new Map(fields.map((field) => [field, field.defaultValue ?? field.value]));
  let timer = 0;
  let pending = null;
  let isUnkept = false; // the last try failed
  let isSure = false;

  const say = (text) => {
    note.hidden = !text;
    note.querySelector("p").textContent = text;
  };
  const given = () => {
    const data = new FormData();
    if (fields.every((field) => field.value === was.get(field))) return data; // then it is dropped
    data.set("typed_base", note.dataset.base);
    for (const field of fields) data.set(field.name, field.value);
    return data;
  };
  const keep = () => {
    timer = 0;
    const one = Promise.resolve(pending)
      .then(() => ask(note.dataset.typed, given()))
      .then(
        () => {
          if (isUnkept) say("");
          isUnkept = false;
        },
        (error) => {
          isUnkept = true;
          say(wordsOf(error));
          timer ||= setTimeout(keep, AGAIN_MS);
        },
      )
      .then(() => pending === one && (pending = null));
    pending = one;
    return one;
  };
  const put = (field, text) => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true })); // a preview follows
  };

  const kept = note.querySelector("script[type='application/json']");
  const texts = new Map(kept ? Object.entries(JSON.parse(kept.textContent)) : []);
  for (const field of fields) if (texts.has(field.name)) put(field, texts.get(field.name));

  form.addEventListener("input", () => (timer ||= setTimeout(keep, KEEP_MS)));
  note.querySelector("[data-discard]").addEventListener("click", () => {
    for (const field of fields) put(field, was.get(field));
    note.querySelectorAll(".text-body").forEach((shown) => shown.remove());
    say("");
  });
  // Nothing is sent off before the server has it, and nothing is kept once more after that.
  form.addEventListener("submit", async (event) => {
    if (isSure || !(timer || pending || isUnkept)) return; // the server has it all
    event.preventDefault();
    clearTimeout(timer);
    await keep();
    isSure = !isUnkept;
    if (isSure) form.requestSubmit(event.submitter);
  });
  addEventListener("pageshow", () => (isSure = false));
  addEventListener("pagehide", () => {
    if (timer) navigator.sendBeacon(note.dataset.typed, withToken(given()));
  });
}
