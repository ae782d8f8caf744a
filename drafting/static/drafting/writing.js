// Help for who writes to a guest. In every editor "/" and a word lists what the house can say; on the
// page of a conversation the text is kept and checked while it is typed, and Ctrl+Enter sends it.
// What is offered and what is found is the server's; nothing is put in unasked.

import { ask, wordsOf } from "../templatesapp/asking.js";
import { keeper, putInPlace, typedIn } from "../templatesapp/keeping.js";

const PAUSE_MS = 120; // between two keys of a word
const CHECK_MS = 350;
const AGAIN_MS = 3000; // where the server could not be reached
const TERM = /(?:^|\s)\/((?:[^\s/][^\n/]{0,59})?)$/;
const KINDS = { must: "Must be said", answer: "Answer", fact: "Fact", letter: "Letter" };

const after = (element, made) => (element.after(made), made);

function make(name, properties) {
  return Object.assign(document.createElement(name), properties);
}

// --- "/" and a word --------------------------------------------------------------------------------

let field = null; // in which the list is open
let list = null;
let told = null;
let items = [];
let active = 0;
let asked = 0;
let pause = 0;

// As long as the list is open; a field of several lines is none of itself.
const COMBOBOX = { role: "combobox", "aria-expanded": "true", "aria-autocomplete": "list" };
const isOpen = () => field !== null && !list.hidden;
const termOf = (editor) =>
  editor.selectionStart === editor.selectionEnd
    ? TERM.exec(editor.value.slice(0, editor.selectionStart))
    : null;

function close() {
  clearTimeout(pause);
  asked += 1; // what is under way comes too late
  if (told) told.textContent = "";
  if (!field) return;
  list.remove();
  for (const name of [...Object.keys(COMBOBOX), "aria-controls", "aria-activedescendant"]) {
    field.removeAttribute(name);
  }
  field = null;
}

async function look(editor) {
  const number = ++asked;
  const term = termOf(editor);
  if (!term) return;
  let answer;
  try {
    answer = await ask(`${editor.dataset.inserts}?${new URLSearchParams({ q: term[1] })}`);
  } catch {
    return close(); // typing goes on; the check says what is wrong
  }
  if (number !== asked || !editor.isConnected) return;
  show(editor, answer.items, term[1]);
}

function show(editor, found, term) {
  close();
  if (!told?.isConnected) {
    told = after(editor, make("p", { className: "sr-only", role: "status" }));
  }
  told.classList.toggle("sr-only", found.length > 0);
  const isWord = !/\s/.test(term); // more is a sentence with a stroke in it
  told.textContent = !found.length && isWord ? "No letter, answer or fact goes by that word." : "";
  if (!found.length) return;
  field = editor;
  items = found;
  list = after(editor, make("ul", { id: "desk-inserts", className: "desk-inserts", role: "listbox" }));
  list.setAttribute("aria-label", "Put in");
  list.append(...found.map(option));
  for (const [name, value] of Object.entries({ ...COMBOBOX, "aria-controls": list.id })) {
    editor.setAttribute(name, value);
  }
  place();
  choose(0);
  told.textContent = `${found.length} to put in: arrows choose, Enter puts in, Escape closes.`;
}

function option(item, number) {
  const row = make("li", { id: `desk-insert-${number}`, role: "option" });
  const kind = item.is_whole ? "Protected letter, whole only" : KINDS[item.kind];
  row.append(make("span", { className: "desk-tag", textContent: kind }), " ");
  row.append(make("strong", { textContent: item.label, lang: item.language }));
  if (!item.label.endsWith(item.text)) row.append(make("small", { textContent: item.text, lang: item.language }));
  return row;
}

// Under the caret: a copy of the text up to there is as high and as wide.
function place() {
  const style = getComputedStyle(field);
  const copy = make("div", { textContent: field.value.slice(0, termStart()) });
  for (const name of ["font", "lineHeight", "letterSpacing", "padding", "border", "boxSizing"]) {
    copy.style[name] = style[name];
  }
  Object.assign(copy.style, { position: "absolute", visibility: "hidden", whiteSpace: "pre-wrap" });
  Object.assign(copy.style, { overflowWrap: "break-word", width: `${field.clientWidth}px` });
  const caret = make("span", { textContent: "/" });
  copy.append(caret);
  field.after(copy);
  const line = parseFloat(style.lineHeight) || 24;
  const down = Math.min(caret.offsetTop - field.scrollTop + line, field.clientHeight);
  list.style.maxWidth = `${field.offsetWidth}px`;
  const most = Math.max(0, field.clientWidth - list.offsetWidth);
  list.style.top = `${field.offsetTop + down}px`;
  list.style.left = `${field.offsetLeft + Math.min(caret.offsetLeft, most)}px`;
  copy.remove();
}

const termStart = () => field.selectionStart - termOf(field)[1].length - 1;

function choose(number) {
  active = (number + items.length) % items.length;
  [...list.children].forEach((row, n) => row.setAttribute("aria-selected", String(n === active)));
  list.children[active].scrollIntoView({ block: "nearest" });
  field.setAttribute("aria-activedescendant", list.children[active].id);
}

// A letter that stands whole brings its own greeting and signature: it takes the place of an editor
// in which nothing else was typed.
function putIn() {
  const [editor, item] = [field, items[active]];
  const [start, end] = [termStart(), editor.selectionStart];
  const rest = editor.value.slice(0, start) + editor.value.slice(end);
  close();
  const isUntouched = item.is_whole && rest.trim() === editor.defaultValue.trim() && editor.matches("[data-opening]");
  if (isUntouched) editor.select();
  else editor.setSelectionRange(start, end);
  document.execCommand("insertText", false, item.text); // as if typed: can be undone, is checked
}

const KEYS = {
  ArrowDown: () => choose(active + 1),
  ArrowUp: () => choose(active - 1),
  Enter: putIn,
  Escape: close,
};

document.addEventListener("input", (event) => {
  if (!event.target.matches("textarea[data-inserts]")) return;
  clearTimeout(pause);
  asked += 1;
  const term = termOf(event.target);
  if (!term) close();
  else pause = setTimeout(look, PAUSE_MS, event.target);
});

// First: the page below has keys of its own.
document.addEventListener(
  "keydown",
  (event) => {
    if (!isOpen() || event.target !== field || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const act = KEYS[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  },
  true,
);

document.addEventListener("mousedown", (event) => {
  if (!isOpen() || event.target === field) return;
  if (!list.contains(event.target)) {
    close();
    return;
  }
  event.preventDefault(); // the focus stays where it is written
  const row = event.target.closest("li");
  if (!row) return; // its scroll bar
  active = [...list.children].indexOf(row);
  putIn();
});
document.addEventListener("focusout", (event) => {
  if (event.target === field) close();
});
document.addEventListener("selectionchange", () => {
  if (isOpen() && !termOf(field)) close();
});

// --- a reply of one's own: checked while typed, sent by a key ----------------------------------------

const form = document.querySelector("form[data-writing]");

if (form) {
  const { body } = form.elements;
  const insist = form.querySelector("[data-insist]");
  const findings = form.querySelector("[data-findings]");
  const panel = form.closest("details");
  const texts = keeper(() => {}); // the check says it
  let checks = 0;
  let timer = 0;
  let isBegun = false;
  let isSent = false;

  // The server reads the mail for this, and checks the text. Whether it answered.
  const check = async () => {
    clearTimeout(timer);
    const number = ++checks;
    try {
      const given = new FormData(form);
      given.delete("files");
      const answer = await ask(form.dataset.check, given);
      if (!isBegun) begin(answer.opening);
      if (number !== checks) return true; // overtaken
      findings.innerHTML = answer.findings_html; // escaped by the server's templates
      insist.hidden = insist.disabled = !answer.may_insist;
      return true;
    } catch (error) {
      findings.textContent = wordsOf(error);
      timer = setTimeout(check, AGAIN_MS);
      return false;
    }
  };
  const onTyped = () => {
    texts.keep(form.dataset.keep, () => (body.value === body.defaultValue ? new FormData() : typedIn(form)));
    clearTimeout(timer);
    timer = setTimeout(check, CHECK_MS);
  };
  // Greeting and signature come around what was typed meanwhile, the caret stays in it.
  const begin = (opening) => {
    isBegun = true;
    if (!opening || body.defaultValue) return;
    const isTyped = body.value !== "";
    const place = opening.indexOf("\n\n\n\n") + 2; // between greeting and signature
    body.defaultValue = opening; // also the value, where nothing was typed
    if (!isTyped) {
      body.value = opening;
      if (document.activeElement === body) body.setSelectionRange(place, place);
      return;
    }
    body.setRangeText(opening.slice(place), body.value.length, body.value.length, "preserve");
    body.setRangeText(opening.slice(0, place), 0, 0, "preserve");
    onTyped();
  };
  // A value that contradicts a fact of ours gives way to it; what may answer an ask is put in.
  const mend = (button = findings.querySelector("[data-mend]")) => {
    if (button) putInPlace(body, button.dataset);
  };
  // A second press is no second mail; and nothing is sent off before the server has it.
  const send = async () => {
    if (isSent) return;
    isSent = true;
    isSent = (await texts.settle()) && (await check());
    if (isSent) form.submit();
  };

  body.addEventListener("input", onTyped);
  findings.addEventListener("click", (event) => {
    const button = event.target.closest("[data-mend]");
    if (button) mend(button);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.repeat) {
      event.preventDefault();
      form.requestSubmit();
    } else if (event.altKey && event.code === "KeyF") {
      event.preventDefault();
      mend();
    }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  addEventListener("pageshow", () => (isSent = false));
  // The newest mail stands above the text that answers it; a long one with its end.
  const open = () => {
    body.focus({ preventScroll: true });
    [...document.querySelectorAll("[id^=message-]")].pop()?.scrollIntoView();
    body.scrollIntoView({ block: "nearest" });
    check();
  };
  panel.addEventListener("toggle", () => panel.open && open());
  if (panel.open) open();
}
