// The review queue in the browser: keys, and the next item in place of a page load.
// It sends the page's own forms and shows the fragments that come back; every rule is the server's.

const root = document.getElementById("review");
const place = document.getElementById("review-item");
const toast = document.getElementById("review-toast");
const alarm = document.getElementById("review-alert");

const TOAST_MS = 6000;
const CHECK_MS = 350; // after the last key, so that typing is not checked letter by letter
const VIEW = "review-view";
const KEYS = "review-keys";

const typed = new Map(); // texts typed and not sent yet, by proposal
let isBusy = false;
let toastTimer = 0;
let checkTimer = 0;
let checkCount = 0;
let pages = 0; // items shown since the page was loaded

const find = (selector) => place.querySelector(selector);
const current = () => find(".rv-item");
const editor = () => find("#review-editor");
const reasons = () => find("#review-reasons");
const isEditing = () => root.classList.contains("is-editing");

function say(text) {
  clearTimeout(toastTimer);
  toast.textContent = text;
  toastTimer = setTimeout(() => (toast.textContent = ""), TOAST_MS);
}

function warn(text) {
  alarm.textContent = text;
  say(text);
}

// --- talking to the server -----------------------------------------------------------------------

async function ask(url, body) {
  const options = { headers: { Accept: "application/json" }, credentials: "same-origin" };
  const answer = await fetch(url, body ? { ...options, method: "POST", body } : options);
  if (!answer.headers.get("Content-Type")?.startsWith("application/json")) {
    // Logged out, or not allowed: the server says it on a page of its own.
    if (answer.redirected) location.reload();
    throw new Error(answer.status === 403 ? "You may not do this." : "The server did not answer.");
  }
  return answer.json();
}

async function go(url, { body = null, push = true, decides = false } = {}) {
  if (isBusy) return;
  isBusy = true;
  root.classList.add("is-busy");
  alarm.textContent = "";
  try {
    show(await ask(url, body), push, decides);
  } catch (error) {
    warn(error instanceof TypeError ? "No connection: nothing was changed here." : error.message);
  } finally {
    isBusy = false;
    root.classList.remove("is-busy");
  }
}

// The menu's badge was drawn with the page: it follows what was decided since.
function moveBadge(by) {
  const link = document.querySelector(`a[href="${root.dataset.queue}"]`);
  const isCount = (part) => !part.children.length && /^[\d,]+$/.test(part.textContent.trim());
  const badge = [...(link?.querySelectorAll("span") ?? [])].find(isCount);
  if (!badge || !by) return;
  const count = Number(badge.textContent.replaceAll(",", "")) + by;
  badge.textContent = count.toLocaleString("en");
  badge.hidden = count <= 0;
}

function show(answer, push, decides = false) {
  const wasEditing = isEditing();
  const former = current().dataset.id;
  const waited = Number(current().dataset.waiting);
  if (!answer.refused && decides) typed.delete(former); // also where it was decided without it
  closeEditor();
  place.innerHTML = answer.html; // escaped by the server's templates
  moveBadge(Number(current().dataset.waiting) - waited);
  pages += 1;
  root.dataset.pages = pages;
  if (push && new URL(answer.url, location.href).href !== location.href) {
    history.pushState(null, "", answer.url);
  }
  applyView();
  applyKeys();
  scrollTo(0, 0);
  find("#review-title")?.focus({ preventScroll: true });
  if (answer.refused) {
    warn(answer.refused);
    if (wasEditing && current().dataset.id === former && editor()) openEditor();
  } else if (answer.message) {
    say(answer.message + (find('[data-key="u"]') ? "  (u undoes)" : ""));
  }
}

function send(form, button) {
  if (button?.getAttribute("aria-disabled") === "true") {
    warn(button.title);
    return;
  }
  const data = new FormData(form);
  if (button?.name) data.append(button.name, button.value);
  go(form.action, { body: data, decides: Boolean(form.closest(".rv-actions, .rv-editor")) });
}

// --- the editor ----------------------------------------------------------------------------------

function openEditor() {
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
  body.setSelectionRange(0, 0);
  scrollTo(0, Math.max(0, section.getBoundingClientRect().top + scrollY - 90));
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
    return answer.findings;
  } catch (error) {
    warn(error.message);
    return [];
  }
}

function keepTyped() {
  const { body, subject } = editor().querySelector("form").elements;
  typed.set(current().dataset.id, { subject: subject.value, body: body.value });
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

// --- reject reasons, views, keys -----------------------------------------------------------------

function openReasons() {
  const panel = reasons();
  if (!panel) return;
  panel.hidden = false;
  find('[data-key="r"]').setAttribute("aria-expanded", "true");
  panel.querySelector("[data-digit]").focus();
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
  if (event.key === "Escape" && (isEditing() || (reasons() && !reasons().hidden))) {
    event.preventDefault();
    if (isEditing()) closeEditor();
    else closeReasons();
    return;
  }
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && isEditing()) {
    event.preventDefault();
    send(editor().querySelector("form"), null);
    return;
  }
  const isTyping = event.target.closest("input:not([type=checkbox]), textarea, select");
  if (isTyping || isEditing() || !areKeysOn()) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isBusy) return;
  const action = keyAction(event.key);
  if (!action) return;
  event.preventDefault();
  action();
}

function keyAction(key) {
  if (reasons() && !reasons().hidden) {
    const choice = /^[1-9]$/.test(key) && find(`[data-digit="${key}"]`);
    return choice ? () => choice.click() : null;
  }
  if (ARROWS[key]) {
    const link = find(`[data-go="${ARROWS[key]}"]`);
    return link ? () => link.click() : null;
  }
  if (key === "v") return () => setView(root.dataset.view === "side" ? "inline" : "side");
  if (key === "i" && find("[data-insert]")) return () => insert();
  const button = /^[aefrsu]$/.test(key) && (find(`[data-key="${key}"]`));
  return button ? () => button.click() : null;
}

// --- wiring --------------------------------------------------------------------------------------

root.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-decision]")) return;
  event.preventDefault();
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
  else if (target.dataset.key === "r") (reasons().hidden ? openReasons : closeReasons)();
  else if (target.matches("[data-close-editor]")) closeEditor();
  else if (target.matches("[data-close-reasons]")) closeReasons();
  else if (target.dataset.viewAs) setView(target.dataset.viewAs);
  else if (target.dataset.insert) insert(target.dataset.insert);
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
addEventListener("beforeunload", (event) => {
  if (typed.size) event.preventDefault();
});

applyView();
applyKeys();
root.dataset.pages = "0";
