import { answers, eventStream, webSocket } from "./transports.js"

// Keeps a connection: opens it, notices when it is dead, opens it again with growing, jittered pauses, and falls back
// to server-sent events where no WebSocket gets through. Dispatches "state", "open", "message".

const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000
const PAUSE_AFTER_FLOOD = 10_000
const STABLE_AFTER = 5_000
const QUIET_BEFORE_PING = 20_000
const PONG_WITHIN = 8_000
const BLOCKED_BEFORE_FALLBACK = 2

export class Link extends EventTarget {
  state = "idle" // idle | connecting | online | waiting | offline | stopped
  retryAt = 0
  reason = ""
  transport = null
  #base
  #attempts = 0
  #webSocketOpened = false
  #blocked = 0 // how often in a row the server answered HTTP but no WebSocket came about
  #timers = {}

  constructor(base) {
    super()
    this.#base = base
    window.addEventListener("online", () => this.#hurry())
    window.addEventListener("offline", () => this.state === "online" ? this.check() : this.#announceWait())
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#hurry() })
  }

  start() {
    if (this.state === "idle" || this.state === "stopped") {
      this.#attempts = 0
      this.#connect()
    }
  }

  stop(reason = "") {
    this.reason = reason
    this.#clear()
    const old = this.transport
    this.transport = null
    old?.close()
    this.#become("stopped")
  }

  retryNow() {
    if (this.state === "waiting" || this.state === "offline") this.#connect()
  }

  /** Closes and connects again. */
  reset() { this.transport?.close(4998) }

  /** False when nothing is open: nothing is queued here. */
  send(message) {
    if (this.state !== "online") return false
    this.transport.send(JSON.stringify(message))
    return true
  }

  /** Asks whether the other side is still there. */
  check() {
    if (this.state !== "online" || this.#timers.pong) return
    this.send({ type: "ping" })
    this.#after("pong", PONG_WITHIN, () => this.transport?.close(4999))
  }

  /** The room let us in: what comes later is a new trouble. */
  settled() {
    this.#after("stable", STABLE_AFTER, () => { this.#attempts = 0 })
  }

  #connect() {
    this.#clear()
    this.#attempts += 1
    this.#become("connecting")
    // Where one has been open before, it is more likely that the server was just starting than that the way is closed.
    const fallBack = this.#blocked >= (this.#webSocketOpened ? BLOCKED_BEFORE_FALLBACK : 1)
    this.#open(fallBack ? eventStream : webSocket)
  }

  #open(kind) {
    let opened = false
    const mine = () => transport === this.transport
    const transport = kind(this.#base, {
      open: () => {
        if (!mine()) return
        opened = true
        if (kind === webSocket) { this.#webSocketOpened = true; this.#blocked = 0 }
        this.#become("online")
        this.#heard()
        this.dispatchEvent(new Event("open"))
      },
      message: text => {
        if (!mine()) return
        this.#heard()
        const message = JSON.parse(text)
        if (message.type !== "pong" && message.type !== "closing")
          this.dispatchEvent(new CustomEvent("message", { detail: message }))
      },
      closed: (code, reason) => {
        if (!mine()) return
        this.transport = null
        if (opened) this.#lost(code, reason)
        else this.#notOpened(kind, code, reason)
      },
    })
    this.transport = transport
  }

  async #notOpened(kind, code, reason) {
    const attempt = this.#attempts
    const blocked = kind === webSocket && await answers(this.#base)
    if (attempt !== this.#attempts || this.state !== "connecting") return // somebody stopped it, or was faster
    this.#blocked = blocked ? this.#blocked + 1 : 0
    // A first visit does not wait for a pause to find out whether the other way is open.
    if (blocked && !this.#webSocketOpened) this.#connect()
    else this.#lost(code, reason)
  }

  #lost(code, reason) {
    this.#clear()
    if (code >= 4200 && code < 4300) {
      this.reason = reason
      return this.#become("stopped")
    }
    const ceiling = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(this.#attempts, 10))
    const jittered = ceiling / 2 + Math.random() * ceiling / 2
    const pause = code >= 4100 && code < 4200 ? Math.max(jittered, PAUSE_AFTER_FLOOD) : jittered
    this.reason = code >= 4000 && code < 4200 ? reason : ""
    this.retryAt = Date.now() + pause
    this.#after("retry", pause, () => this.#connect())
    this.#announceWait()
  }

  #announceWait() {
    if (this.#timers.retry) this.#become(navigator.onLine ? "waiting" : "offline")
  }

  #hurry() {
    if (this.state === "online") this.check()
    else this.retryNow()
  }

  #heard() {
    this.#cancel("pong")
    this.#after("quiet", QUIET_BEFORE_PING, () => this.check())
  }

  #become(state) {
    this.state = state
    this.dispatchEvent(new Event("state"))
  }

  #after(name, delay, what) {
    this.#cancel(name)
    this.#timers[name] = setTimeout(() => { delete this.#timers[name]; what() }, delay)
  }

  #cancel(name) {
    clearTimeout(this.#timers[name])
    delete this.#timers[name]
  }

  #clear() {
    Object.keys(this.#timers).forEach(name => this.#cancel(name))
  }
}
