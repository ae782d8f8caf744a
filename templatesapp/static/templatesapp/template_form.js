// The form of a template: slots go in at the cursor, checks and preview follow what is typed.
// The server checks again when the form is saved; nothing here decides anything.

const CHECK_MS = 400; // after the last key
const WATCHED = ["subject", "body", "language", "reference_scope", "canonical_reference_url"];

const bench = document.getElementById("workbench");
const body = document.getElementById("id_body");
let timer = 0;
let asked = 0;

if (bench && body) {
  bench.querySelector("[data-palette]").hidden = false;
  showSlots("");
  bench.addEventListener("click", onClick);
  bench.querySelector("#slot-filter").addEventListener("input", filterSlots);
  bench.querySelector("#slot-filter").addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault(); // would save the form
  });
  for (const name of WATCHED) {
    document.getElementById(`id_${name}`)?.addEventListener("input", checkSoon);
  }
}

function onClick(event) {
  const slot = event.target.closest("[data-slot]")?.dataset.slot;
  if (!slot) return;
  body.setRangeText(`{{SLOT:${slot}}}`, body.selectionStart, body.selectionEnd, "end");
  body.focus();
  body.dispatchEvent(new Event("input", { bubbles: true }));
}

function filterSlots(event) {
  showSlots(event.target.value.trim().toLowerCase());
}

// Without a word the few that every letter has, and those of this one: a house has a hundred facts.
function showSlots(wanted) {
  for (const button of bench.querySelectorAll("[data-slot]")) {
    const { slot } = button.dataset;
    const words = `${slot} ${button.textContent} ${button.title}`.toLowerCase();
    const isUsual = !slot.startsWith("FACT_") || body.value.includes(`{{SLOT:${slot}}}`);
    button.hidden = wanted ? !words.includes(wanted) : !isUsual;
  }
}

function checkSoon() {
  clearTimeout(timer);
  timer = setTimeout(check, CHECK_MS);
}

async function check() {
  const number = ++asked;
  const data = new FormData();
  data.append("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
  for (const name of WATCHED) {
    data.append(name, document.getElementById(`id_${name}`)?.value ?? "");
  }
  const answer = await fetch(bench.dataset.check, { method: "POST", body: data, credentials: "same-origin" });
  if (number !== asked || !answer.headers.get("Content-Type")?.startsWith("application/json")) return;
  const isOpen = bench.querySelector("[data-html]")?.open;
  bench.querySelector("[data-result]").innerHTML = (await answer.json()).html; // escaped by the server
  const page = bench.querySelector("[data-html]");
  if (page) page.open = Boolean(isOpen);
}
