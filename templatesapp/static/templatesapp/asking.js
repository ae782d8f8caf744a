// How the editors ask the server. Who was logged out logs in in a small window and goes on: the page,
// and what was typed into it, stays. Both queues and the writing of a reply use this.

const LOOK_MS = 300;
const PATIENCE_MS = 60_000; // a text waits for the one before it

export class LoggedOut extends Error {}

export const NO_CONNECTION = "No connection: your text stays here and is kept as soon as there is one.";

// fetch() throws a TypeError where nobody answers, a TimeoutError where it takes too long.
const isAway = (error) => error instanceof TypeError || error.name === "TimeoutError";
export const wordsOf = (error) => (isAway(error) ? NO_CONNECTION : error.message);

// The token is the login's: who has logged in anew has another than the forms that are shown.
const token = () => /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];

export function withToken(data) {
  if (token()) data.set("csrfmiddlewaretoken", token());
  return data;
}

function goOn() {
  if (!document.getElementById("desk-login")) return;
  document.getElementById("desk-login").remove();
  for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = token();
}

export async function ask(url, body = null) {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const options = { headers: { Accept: "application/json" }, credentials: "same-origin", signal };
  const posted = { ...options, method: "POST", body: body && withToken(body) };
  const answer = await fetch(url, body ? posted : options);
  if (answer.headers.get("Content-Type")?.startsWith("application/json")) {
    goOn();
    return answer.json();
  }
  // Logged out, or not allowed: the server says it on a page of its own.
  if (answer.redirected) {
    offerLogin();
    throw new LoggedOut("You are logged out. Log in, then go on: your text stays here.");
  }
  if (answer.status === 403) throw new Error("You may not do this.");
  throw new Error("The server did not answer.");
}

function offerLogin() {
  if (document.getElementById("desk-login")) return;
  const bar = Object.assign(document.createElement("p"), { id: "desk-login", className: "desk-login" });
  bar.setAttribute("role", "alert");
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Log in" });
  button.className = "rv-button is-small";
  button.addEventListener("click", logIn);
  bar.append("You are logged out; what you typed stays here. ", button);
  document.body.append(bar);
}

// The window closes by itself when it has come to where this page is.
function logIn() {
  const here = location.pathname;
  const address = `/admin/login/?${new URLSearchParams({ next: here })}`;
  const opened = window.open(address, "desk-login", "popup,width=520,height=680");
  const look = setInterval(() => {
    if (opened && !opened.closed && opened.location.pathname !== here) return;
    clearInterval(look);
    opened?.close();
    goOn();
  }, LOOK_MS);
}
