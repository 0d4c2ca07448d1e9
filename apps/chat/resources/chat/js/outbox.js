import { store } from "./store.js"

// Messages on their way, oldest first. Only the first is under way at a time: so they arrive in order, also when the
// server asks to wait. Kept for this tab, so that a reload loses none. Dispatches "change".

export class Outbox extends EventTarget {
  items = []
  #room = null
  #send
  #underWay = null
  #waiting = 0

  /** @param send takes (id, text), answers whether it went out */
  constructor(send) {
    super()
    this.#send = send
  }

  open(room) {
    if (room !== this.#room) {
      this.#room = room
      this.items = store.outbox(room)
      this.#changed()
    }
  }

  add(text) {
    this.items.push({ id: crypto.randomUUID?.() ?? fallbackId(), text, at: Date.now() })
    this.#changed()
    this.pump()
  }

  /** The message is published, or was given up. True if it was here. */
  remove(id) {
    const there = this.items.some(i => i.id === id)
    if (this.#underWay === id) this.#underWay = null
    if (there) {
      this.items = this.items.filter(i => i.id !== id)
      this.#changed()
    }
    this.pump()
    return there
  }

  /** The server has it; it is shown as a publication in a moment, and then removed. */
  confirmed(id) {
    if (this.#underWay === id) this.#underWay = null
    const item = this.items.find(i => i.id === id)
    if (item) item.confirmed = true
    this.pump()
  }

  /** @param id the one under way, if undefined */
  refused(id = this.#underWay, problem) {
    if (this.#underWay === id) this.#underWay = null
    const item = this.items.find(i => i.id === id)
    if (item) item.problem = problem
    this.#changed()
    this.pump()
  }

  later(id, millis) {
    if (this.#underWay === id) this.#underWay = null
    clearTimeout(this.#waiting)
    this.#waiting = setTimeout(() => { this.#waiting = 0; this.pump() }, millis)
  }

  /** The connection is new: what was under way has to be sent again, its id makes that harmless. */
  restart() {
    this.#underWay = null
    this.items.forEach(i => { delete i.confirmed })
    this.pump()
  }

  pump() {
    if (this.#underWay !== null || this.#waiting) return
    const next = this.items.find(i => !i.problem && !i.confirmed)
    if (next && this.#send(next.id, next.text)) this.#underWay = next.id
  }

  #changed() {
    store.keepOutbox(this.#room, this.items)
    this.dispatchEvent(new Event("change"))
  }
}

/** randomUUID exists in secure contexts only, which plain HTTP to another machine is not. */
function fallbackId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(b => b.toString(16).padStart(2, "0")).join("")
}
