import { Link } from "./link.js"
import { Outbox } from "./outbox.js"
import { plainRoom, store } from "./store.js"

// One person in one room: joins, resumes by position, shows each publication once and in order, sends from the outbox.
// Offsets tell what is new within one life of the room's history; ids tell it across two, when the server has begun another.
// Dispatches "entered" (welcome), "published", "people", "typing", "refused", and the link's "state".

const IDS_KNOWN = 1000

export class Session extends EventTarget {
  link
  outbox
  room = null
  name = null
  inside = false // a welcome came on this connection
  members = new Set()
  typing = new Set()
  limits = { textLength: 2000, typingMillis: 6000 }
  clockSkew = 0
  #position = null
  #token
  #known = new Set() // ids of what was shown, oldest first

  constructor(base) {
    super()
    this.link = new Link(base)
    this.outbox = new Outbox((id, text) => this.inside && this.link.send({ type: "say", id, text }))
    this.link.addEventListener("open", () => this.#join())
    this.link.addEventListener("state", () => {
      if (this.link.state !== "online") this.inside = false
      this.dispatchEvent(new Event("state"))
    })
    this.link.addEventListener("message", event => this.#on(event.detail))
  }

  get joined() { return this.#position !== null }

  /** Goes into a room, out of the one before. */
  enter(room, name) {
    if (this.inside) this.link.send({ type: "leave" })
    Object.assign(this, { room, name, inside: false })
    this.members.clear()
    this.typing.clear()
    this.#position = null
    this.#known.clear()
    this.#token = store.token(room, name)
    this.outbox.open(plainRoom(room))
    if (this.link.state === "online") this.#join()
    else {
      this.link.start()
      this.link.retryNow()
    }
  }

  say(text) { this.outbox.add(text) }

  tellTyping(active) { if (this.inside) this.link.send({ type: "typing", active }) }

  #join() {
    if (!this.room) return
    this.link.send({ type: "join", room: this.room, name: this.name, token: this.#token, since: this.#position ?? undefined })
  }

  #on(m) {
    switch (m.type) {
      case "welcome": return this.#welcome(m)
      case "published": return this.inside && this.#published(m.message)
      case "accepted":
        return m.offset > this.#position.offset ? this.outbox.confirmed(m.id) : this.outbox.remove(m.id)
      case "arrived": this.members.add(m.name); return this.#tell("people", { arrived: m.name })
      case "departed":
        this.members.delete(m.name)
        this.typing.delete(m.name)
        this.#tell("typing")
        return this.#tell("people", { departed: m.name })
      case "typing":
        if (m.active) this.typing.add(m.name)
        else this.typing.delete(m.name)
        return this.#tell("typing")
      case "refused": return this.#refused(m)
      default: // a newer server: what this page does not know it leaves out
    }
  }

  #welcome(m) {
    const before = this.#position
    const again = before !== null
    Object.assign(this, { room: m.room, name: m.name, inside: true, limits: m.limits, clockSkew: m.now - Date.now() })
    this.members = new Set(m.members)
    this.typing = new Set(m.typing)
    this.#token = m.token
    this.#position = { epoch: m.epoch, offset: m.offset }
    store.keepToken(m.room, m.name, m.token)
    this.outbox.open(m.room)
    this.link.settled()
    const same = again && before.epoch === m.epoch
    const fresh = m.messages.filter(p => !(same && p.offset <= before.offset) && this.#isNew(p))
    const said = new Set(m.messages.filter(p => p.name === m.name).map(p => p.id))
    this.outbox.items.filter(i => said.has(i.id)).forEach(i => this.outbox.remove(i.id))
    this.#tell("entered", {
      messages: fresh,
      again,
      missed: again ? fresh.filter(p => p.name !== m.name).length : 0,
      // how many can't be had: unknown when the history is another one
      lost: !again || m.recovered ? 0 : same ? Math.max(0, (m.messages[0]?.offset ?? m.offset + 1) - before.offset - 1) : undefined,
    })
    this.#tell("people")
    this.#tell("typing")
    this.outbox.restart()
  }

  #published(p) {
    if (p.offset <= this.#position.offset) return
    if (p.offset > this.#position.offset + 1) return this.link.reset() // a gap: resume
    this.#position = { ...this.#position, offset: p.offset }
    if (this.typing.delete(p.name)) this.#tell("typing")
    if (this.#isNew(p)) this.#tell("published", p)
    if (p.name === this.name) this.outbox.remove(p.id)
  }

  /** What was said in an earlier life of the history may have been sent again in this one. */
  #isNew(p) {
    const key = `${p.name} ${p.id}` // ids are each person's own
    if (this.#known.has(key)) return false
    if (p.id !== "") this.#known.add(key)
    if (this.#known.size > IDS_KNOWN) this.#known.delete(this.#known.values().next().value)
    return true
  }

  #refused(m) {
    // Another node may have it, or this one in a while.
    if (m.code === "room-unavailable" && m.id === undefined) return this.link.reset()
    // Not even its id could be read: it was the one under way, and must not hold up the others.
    if (m.code === "bad-message" && this.inside && m.id === undefined) return this.outbox.refused(undefined, m.detail)
    if (m.id === undefined) return this.#tell("refused", m)
    if (m.code === "not-joined") return
    if (m.retryAfterMillis !== undefined) this.outbox.later(m.id, m.retryAfterMillis)
    else this.outbox.refused(m.id, m.detail)
  }

  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })) }
}
