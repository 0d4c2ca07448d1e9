// Shows how the connection is doing. The countdown is not read out; the change of state is.

const TEXTS = {
  idle: "Not connected",
  connecting: "Connecting…",
  online: "Connected",
  waiting: "Reconnecting",
  offline: "Offline",
  stopped: "Disconnected",
}

export class Status {
  #link
  #notice = document.getElementById("notice")
  #text = document.getElementById("notice-text")
  #count = document.getElementById("notice-count")
  #retry = document.getElementById("retry")
  #ticking = 0
  #wasOnline = false

  constructor(link) {
    this.#link = link
    this.#retry.addEventListener("click", () => {
      if (link.state === "stopped") link.start()
      else link.retryNow()
    })
  }

  show() {
    const { state, reason, transport } = this.#link
    document.body.dataset.link = state
    document.body.dataset.transport = transport?.name ?? ""
    const pill = document.getElementById("link")
    pill.title = state === "online" ? `Connected by ${transport.name}` : ""
    document.getElementById("link-text").textContent = TEXTS[state]
    if (state === "online") this.#wasOnline = true
    const trouble = this.#wasOnline && state !== "online" && state !== "idle"
    this.#notice.hidden = !trouble
    clearInterval(this.#ticking)
    if (!trouble) return
    this.#text.textContent = sentence(state, reason)
    this.#retry.hidden = state === "connecting"
    this.#countDown()
    if (state === "waiting" || state === "offline") this.#ticking = setInterval(() => this.#countDown(), 250)
  }

  #countDown() {
    const seconds = Math.max(1, Math.ceil((this.#link.retryAt - Date.now()) / 1000))
    this.#count.textContent = this.#link.state === "waiting" || this.#link.state === "offline" ? `Trying again in ${seconds} s.` : ""
  }
}

function sentence(state, reason) {
  switch (state) {
    case "connecting": return "Reconnecting…"
    case "offline": return "You're offline. Messages will be sent when you reconnect."
    case "stopped": return reason ? `Disconnected: ${reason}.` : "Disconnected."
    default: return reason ? `Disconnected: ${reason}.` : "Connection lost. Messages will be sent when you reconnect."
  }
}
