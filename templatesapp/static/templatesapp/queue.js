// A queue in the browser, of replies or of proposals: keys, and the next item in place of a page load.
// It sends the page's own forms and shows the fragments that come back; every rule is the server's.

import { LoggedOut, ask, wordsOf } from "./asking.js";
import { keeper, putInPlace, typedIn } from "./keeping.js";

const root = document.getElementById("review");
const place = document.getElementById("review-item");
const toast = document.getElementById("review-toast");
const alarm = document.getElementById("review-alert");

const TOAST_MS = 6000;
const CHECK_MS = 350; // after the last key, so that typing is not checked letter by letter
const MAIL_PX = 130; // of a mail at least, however much it asks
const VIEW = "review-view";
const KEYS = "review-keys";

const UNDOES_NOTHING = "There is no decision to take back.";

const typed = new Map(); // texts typed and not sent yet, by item
const texts = keeper((words) => (words ? warn(words) : say("Your text is kept again.")));
let isBusy = false;
let toastTimer = 0;
let checkTimer = 0;
let checkCount = 0;
let pages = 0; // items shown since the page was loaded

const find = (selector) => place.querySelector(selector);
const current = () => find(".rv-item");
const editor = () => find("#review-editor");
const reasons = () => find("#review-reasons");
const step = () => find("[data-step]:not([hidden])"); // the second one of an act, while it is open
const letters = () => find("#review-letters");
const isOpen = (panel) => Boolean(panel && !panel.hidden);
const isEditing = () => root.classList.contains("is-editing");

// ``undo``: the button that takes back what is said, which stands far below.
function say(text, undo = null) {
  clearTimeout(toastTimer);
  toast.textContent = text;
  if (undo) {
    const button = document.createElement("button");
    button.innerHTML = "Undo <kbd>u</kbd>";
    button.addEventListener("click", () => undo.click());
    toast.append(button);
  }
  toastTimer = setTimeout(() => (toast.textContent = ""), TOAST_MS);
}

function warn(text) {
  alarm.textContent = text;
  say(text);
}

// --- talking to the server -----------------------------------------------------------------------

async function go(url, { body = null, push = true, decides = false } = {}) {
  if (isBusy) return;
  isBusy = true;
  root.classList.add("is-busy");
  alarm.textContent = "";
  try {
    if (decides) await texts.settle(); // what comes after a decision would be kept anew
    show(await ask(url, body), push, decides);
    if (body) document.dispatchEvent(new Event("desk:decided")); // the menu counts anew
  } catch (error) {
    if (error instanceof LoggedOut && !typed.size) location.reload(); // to the login, and back here
    warn(error instanceof TypeError ? "No connection: nothing was changed here." : error.message);
  } finally {
    isBusy = false;
    root.classList.remove("is-busy");
  }
}

function show(answer, push, decides = false) {
  const wasEditing = isEditing();
  const caret = wasEditing ? caretOf(editor().querySelector("[name=body]")) : undefined;
  const former = current().dataset.id;
  if (!answer.refused && decides) typed.delete(former); // also where it was decided without it
  closeEditor();
  place.innerHTML = answer.html; // escaped by the server's templates
  pages += 1;
  root.dataset.pages = pages;
  if (push && new URL(answer.url, location.href).href !== location.href) {
    history.pushState(null, "", answer.url);
  }
  scrollTo(0, 0);
  fitAsks();
  applyView();
  applyKeys();
  readKept();
  find("#review-title")?.focus({ preventScroll: true });
  if (answer.refused) {
    warn(answer.refused);
    if (wasEditing && current().dataset.id === former && editor()) openEditor(caret);
  } else if (answer.message) {
    const undo = find('[data-key="u"]');
    say(answer.message, undo?.form.action.includes(`/${former}/`) ? undo : null);
  }
}

function isStopped(button) {
  if (button?.getAttribute("aria-disabled") === "true") warn(button.title);
  else if (/^[aly]$/.test(button?.dataset.key) && typed.has(current().dataset.id)) {
    warn("You have typed another text: e goes on with it, or discard it first.");
  } else return false;
  return true;
}

function send(form, button) {
  if (isStopped(button)) return;
  const data = new FormData(form);
  if (button?.name) data.append(button.name, button.value);
  go(form.action, { body: data, decides: Boolean(form.closest(".rv-actions, .rv-editor")) });
}

// --- the editor ----------------------------------------------------------------------------------

const caretOf = ({ selectionStart, selectionEnd, scrollTop }) => [selectionStart, selectionEnd, scrollTop];

function openEditor([start, end, scrolled] = [0, 0, 0]) {
  const section = editor();
  if (!section) return;
  const { body, subject } = section.querySelector("form").elements;
  const kept = typed.get(current().dataset.id);
  if (kept) [subject.value, body.value] = [kept.subject, kept.body];
  closeReasons();
  section.hidden = false;
  root.classList.add("is-editing");
  find('[data-key="e"]')?.setAttribute("aria-expanded", "true");
  body.focus();
  body.setSelectionRange(start, end);
  body.scrollTop = scrolled;
  const first = find("[data-refusal]") ?? section; // why it was refused is read first
  scrollTo(0, Math.max(0, first.getBoundingClientRect().top + scrollY - 90));
  check();
}

function closeEditor() {
  clearTimeout(checkTimer);
  if (!isEditing()) return;
  root.classList.remove("is-editing");
  if (editor()) editor().hidden = true;
  const opener = find('[data-key="e"]');
  opener?.setAttribute("aria-expanded", "false");
  opener?.focus();
}

// What the checks say of the typed text. Answers that were overtaken are dropped.
async function check() {
  const form = editor()?.querySelector("form");
  if (!form) return [];
  const number = ++checkCount;
  try {
    const answer = await ask(form.dataset.check, new FormData(form));
    if (number !== checkCount || !form.isConnected) return [];
    form.querySelector("[data-findings]").innerHTML = answer.findings_html;
    form.querySelector("[data-diff]").innerHTML = answer.diff_html;
    showReason(form, answer);
    return answer.findings;
  } catch (error) {
    warn(wordsOf(error));
    return [];
  }
}

function keepTyped() {
  const form = editor().querySelector("form");
  const { body, subject } = form.elements;
  const id = current().dataset.id;
  if (body.value === body.dataset.was && subject.value === subject.dataset.was) typed.delete(id);
  else typed.set(id, { subject: subject.value, body: body.value });
  texts.keep(form.dataset.keep, () => (typed.has(id) ? typedIn(form) : new FormData()));
}

// What the server has kept of this person's text comes with the item.
function readKept() {
  const form = editor()?.querySelector("form[data-kept]");
  if (!form || typed.has(current().dataset.id)) return;
  const { body, subject } = form.elements;
  typed.set(current().dataset.id, { subject: subject.value, body: body.value });
}

function discard() {
  const { body, subject } = editor().querySelector("form").elements;
  if (body.dataset.was === undefined) return closeEditor();
  [body.value, subject.value] = [body.dataset.was, subject.dataset.was];
  keepTyped();
  find("[data-kept-text]")?.remove();
  closeEditor();
  say("Your text is gone; the reply stands as it was.");
}

async function drop(form) {
  try {
    await ask(form.action, new FormData(form));
    typed.delete(current().dataset.id);
    find("[data-kept-text]")?.remove();
  } catch (error) {
    warn(wordsOf(error));
  }
}

// A value that contradicts a fact of ours gives way to it; what may answer an ask is put in. What is
// offered beside the reply goes where it was counted for: into the reply as it is.
function mend(button = editor().querySelector("[data-mend]")) {
  if (!button || !editor()) return;
  if (!isEditing()) openEditor();
  const field = editor().querySelector("[name=body]");
  if (editor().contains(button) || field.value === field.dataset.was) putInPlace(field, button.dataset);
}

function chooseReason(number) {
  const choice = editor().querySelectorAll("[data-why] [type=radio]")[number - 1];
  if (!choice) return;
  choice.checked = true;
  choice.dataset.isChosen = "1";
}

// Only a reason that the change itself proves stands ticked, until the person ticks another.
function showReason(form, answer) {
  const why = form.querySelector("[data-why]");
  if (!why) return;
  why.hidden = !answer.asks_why;
  const insist = form.querySelector("[data-insist]");
  insist.hidden = insist.disabled = !answer.may_insist;
  if (why.querySelector("[data-is-chosen]")) return;
  for (const choice of why.querySelectorAll("[type=radio]")) choice.checked = choice.value === answer.reason;
}

// Puts lost slots back where the checks suggest; all of them, or the one with this message.
async function insert(message = null) {
  if (!editor()) return;
  if (!isEditing()) openEditor();
  const field = editor().querySelector("[name=body]");
  const found = (await check()).filter((f) => f.position >= 0 && (!message || f.message === message));
  if (!found.length) return;
  const letters = Array.from(field.value); // the server counts characters, not UTF-16 units
  found.sort((a, b) => b.position - a.position);
  for (const finding of found) letters.splice(finding.position, 0, finding.insert.replaceAll("\r\n", "\n"));
  field.value = letters.join("");
  keepTyped();
  field.focus();
  const first = found[found.length - 1];
  const at = Array.from(field.value).slice(0, first.position).join("").length;
  field.setSelectionRange(at, at + first.insert.length);
  say(found.length === 1 ? "Put back." : `${found.length} slots put back.`);
  check();
}

// What a value that was written out means, as the person says: the slot of that fact stands in its
// place. Where it stands again it is asked about again.
function fill(literal, slot) {
  if (!isEditing()) openEditor();
  const field = editor().querySelector("[name=body]");
  const at = field.value.indexOf(literal);
  if (at < 0) return;
  field.setRangeText(`{{SLOT:${slot}}}`, at, at + literal.length, "select");
  keepTyped();
  field.focus();
  say("Filled in from today's facts.");
  check();
}

// --- reject reasons, views, keys -----------------------------------------------------------------

function openReasons() {
  const panel = reasons();
  if (!panel) return;
  panel.hidden = false;
  find('[data-key="r"]').setAttribute("aria-expanded", "true");
  panel.querySelector("[data-digit]").focus();
}

function openStep(opener) {
  if (isStopped(opener)) return;
  const panel = document.getElementById(opener.getAttribute("aria-controls"));
  if (opener.closest("#review-reasons")) closeReasons();
  panel.hidden = false;
  opener.setAttribute("aria-expanded", "true");
  panel.querySelector('[data-key="y"]').focus();
}

function closeStep() {
  const opener = find(`[aria-controls="${step().id}"]`);
  step().hidden = true;
  opener.setAttribute("aria-expanded", "false");
  (opener.closest("[hidden]") ? find('[data-key="r"]') : opener).focus();
}

// The best other letters, or those with these words; each is taken by its digit.
async function openLetters(words = "") {
  const panel = letters();
  const opener = find('[data-key="l"]');
  if (!panel || isStopped(opener)) return;
  closeReasons();
  try {
    const answer = await ask(`${panel.dataset.url}?q=${encodeURIComponent(words)}`);
    if (!panel.isConnected) return;
    panel.innerHTML = answer.html; // escaped by the server's templates
  } catch (error) {
    return warn(wordsOf(error));
  }
  panel.hidden = false;
  opener.setAttribute("aria-expanded", "true");
  (panel.querySelector("[data-digit]") ?? panel.querySelector("input")).focus();
  panel.scrollIntoView({ block: "center" });
}

function closeLetters() {
  letters().hidden = true;
  const opener = find('[data-key="l"]');
  opener.setAttribute("aria-expanded", "false");
  opener.focus();
}

// A decision that wants a word first: the note is typed, and Enter sends both.
function askForNote(button) {
  const note = find("#review-reject-note");
  if (!button.dataset.needs || note.value.trim() || find("#review-letter").value.trim()) return false;
  note.focus();
  say("Say why; Enter sends it.");
  return true;
}

function closeReasons() {
  const panel = reasons();
  if (!panel || panel.hidden) return;
  panel.hidden = true;
  const opener = find('[data-key="r"]');
  opener.setAttribute("aria-expanded", "false");
  opener.focus();
}

function applyView() {
  const view = localStorage.getItem(VIEW) === "inline" ? "inline" : "side";
  root.dataset.view = view;
  for (const button of place.querySelectorAll("[data-view-as]")) {
    button.setAttribute("aria-pressed", String(button.dataset.viewAs === view));
  }
  for (const text of place.querySelectorAll(".text-frame")) {
    if (text.scrollHeight > text.clientHeight) text.tabIndex = 0; // read on by the arrow keys
  }
}

// What the mail wants is seen without scrolling: first what it quotes gets shorter, then the mail
// scrolls in its frame, where a line cut through at its end says so.
function fitAsks() {
  const asks = find(".rv-pair > .desk-panel .draft-list");
  const bar = find(".rv-actions");
  if (!asks || !bar || !matchMedia("(min-width: 761px) and (min-height: 561px)").matches) return;
  const pair = asks.closest(".rv-pair");
  const below = () => asks.getBoundingClientRect().bottom - bar.getBoundingClientRect().top + 4;
  for (const step of ["is-tight", "is-tightest"]) if (below() > 0) pair.classList.add(step);
  const mails = [...pair.querySelectorAll(":scope > section:first-child .text-frame")];
  if (below() <= 0 || !mails.length) return;
  const high = mails.reduce((sum, mail) => sum + mail.offsetHeight, 0);
  const room = Math.max(MAIL_PX, (high - below()) / mails.length);
  const line = parseFloat(getComputedStyle(mails[0]).lineHeight);
  pair.style.setProperty("--mail", `${(Math.floor(room / line) - 0.1) * line}px`);
}

function setView(view) {
  localStorage.setItem(VIEW, view);
  applyView();
}

const areKeysOn = () => localStorage.getItem(KEYS) !== "off";

function applyKeys() {
  const box = find("[data-keys]");
  if (box) box.checked = areKeysOn();
}

const ARROWS = { ArrowLeft: "previous", ArrowRight: "next" };

function onKey(event) {
  const hasStep = isOpen(step());
  if (event.key === "Escape" && (isEditing() || [step(), letters(), reasons()].some(isOpen))) {
    event.preventDefault();
    if (isEditing()) closeEditor();
    else if (hasStep) closeStep();
    else if (isOpen(letters())) closeLetters();
    else closeReasons();
    return;
  }
  if (event.altKey && isEditing() && /^(Digit[1-9]|KeyF)$/.test(event.code)) {
    event.preventDefault();
    if (event.code === "KeyF") mend();
    else chooseReason(Number(event.code.at(-1)));
    return;
  }
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && isEditing()) {
    event.preventDefault();
    editor().querySelector("form").requestSubmit(); // the browser leads to what is not filled in
    return;
  }
  const isTyping = event.target.closest("input:not([type=checkbox]), textarea, select");
  if (isTyping || isEditing() || !areKeysOn()) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isBusy) return;
  if (hasStep && event.key !== "y") return;
  const action = keyAction(event.key);
  if (!action) return;
  event.preventDefault();
  action();
}

function keyAction(key) {
  const panel = [letters(), reasons()].find(isOpen);
  if (panel) {
    const choice = /^[1-9bnx]$/.test(key) && panel.querySelector(`[data-digit="${key}"]`);
    return choice ? () => choice.click() : null;
  }
  if (ARROWS[key]) {
    const link = find(`[data-go="${ARROWS[key]}"]`);
    return link ? () => link.click() : null;
  }
  if (key === "v") return () => setView(root.dataset.view === "side" ? "inline" : "side");
  if (key === "i" && find("[data-insert]")) return () => insert();
  const button = /^[aeflrsuy]$/.test(key) && ((key === "y" ? step() : place)?.querySelector(`[data-key="${key}"]`));
  if (button) return () => button.click();
  return key === "u" ? () => warn(UNDOES_NOTHING) : null;
}

// --- wiring --------------------------------------------------------------------------------------

root.addEventListener("submit", (event) => {
  if (event.target.matches("form[data-drop]")) {
    event.preventDefault();
    drop(event.target);
    return;
  }
  if (event.target.matches("[data-letter-search]")) {
    event.preventDefault();
    openLetters(event.target.elements.q.value);
    return;
  }
  if (!event.target.matches("form[data-decision]")) return;
  event.preventDefault();
  if (event.submitter && askForNote(event.submitter)) return;
  send(event.target, event.submitter);
});

root.addEventListener("click", (event) => {
  const target = event.target.closest("a[data-go], button");
  if (!target) return;
  if (target.matches("a[data-go]")) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return; // a tab of its own
    event.preventDefault();
    go(target.href);
  } else if (target.dataset.key === "e") openEditor();
  else if (target.dataset.key === "l") isOpen(letters()) ? closeLetters() : openLetters();
  else if (target.matches("[data-close-letters]")) closeLetters();
  else if (target.dataset.key === "r") (reasons().hidden ? openReasons : closeReasons)();
  else if (target.dataset.focus) find(target.dataset.focus).focus();
  else if (/^review-(care|block)$/.test(target.getAttribute("aria-controls"))) openStep(target);
  else if (target.matches("[data-close-step]")) closeStep();
  else if (target.matches("[data-discard]")) discard();
  else if (target.matches("[data-mend]")) mend(target);
  else if (target.matches("[data-close-editor]")) closeEditor();
  else if (target.matches("[data-close-reasons]")) closeReasons();
  else if (target.dataset.viewAs) setView(target.dataset.viewAs);
  else if (target.dataset.insert) insert(target.dataset.insert);
  else if (target.dataset.slot) fill(target.dataset.literal, target.dataset.slot);
});

root.addEventListener("input", (event) => {
  if (!event.target.closest("#review-editor") || !event.target.matches("[name=body], [name=subject]")) return;
  keepTyped();
  clearTimeout(checkTimer);
  checkTimer = setTimeout(check, CHECK_MS);
});

root.addEventListener("change", (event) => {
  if (event.target.matches("[data-keys]")) localStorage.setItem(KEYS, event.target.checked ? "on" : "off");
});

document.addEventListener("keydown", onKey);
addEventListener("popstate", () => go(location.href, { push: false }));
fitAsks();
applyView();
applyKeys();
readKept();
if (document.activeElement === document.body) find("#review-title")?.focus({ preventScroll: true });
root.dataset.pages = "0";
