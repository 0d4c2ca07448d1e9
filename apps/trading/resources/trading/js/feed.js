// The channels of the server: one WebSocket with the Centrifuge protocol (JSON, docs/push-protocol.md). It comes back by itself, and
// each subscription goes on from where it was, or is told that it cannot. Dispatches "state".

const FIRST_PAUSE = 400
const LONGEST_PAUSE = 10_000
const OPEN_WITHIN = 6_000
const DENIED = 103

export class Feed extends EventTarget {
  state = "connecting" // connecting | online | waiting
  #url
  #socket = null
  #subscriptions = new Map()
  #waiting = new Map() // commands without an answer: id -> what to do with it
  #id = 0
  #attempts = 0
  #timers = {}

  constructor(base) {
    super()
    this.#url = new URL("live/connection/websocket", base)
    this.#url.protocol = this.#url.protocol === "https:" ? "wss:" : "ws:"
    window.addEventListener("online", () => this.#hurry())
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#hurry() })
    this.#connect()
  }

  /**
   * @param on {
   *   begun(recovered): subscribed; what was missed since the last time comes next, or with false is lost;
   *   heard(data): a publication
   * }
   * @returns a function that ends it
   */
  subscribe(channel, on) {
    const subscription = { channel, on, position: null }
    this.#subscriptions.set(channel, subscription)
    if (this.state === "online") this.#begin(subscription)
    return () => {
      if (this.#subscriptions.get(channel) !== subscription) return
      this.#subscriptions.delete(channel)
      if (this.state === "online") this.#command({ unsubscribe: { channel } }, () => {})
    }
  }

  #connect() {
    this.#become("connecting")
    const socket = new WebSocket(this.#url)
    this.#socket = socket
    const mine = handle => event => { if (this.#socket === socket) handle(event) }
    this.#after("open", OPEN_WITHIN, () => this.#lost())
    socket.onopen = mine(() => this.#command({ connect: { name: "eddy-trading" } }, reply => this.#connected(reply)))
    // one may end the connection
    socket.onmessage = event => event.data.split("\n").filter(Boolean).forEach(text => { if (this.#socket === socket) this.#heard(JSON.parse(text)) })
    socket.onclose = mine(() => this.#lost())
  }

  #connected(reply) {
    if (!reply.connect) return this.#lost()
    this.#cancel("open")
    this.pingEvery = (reply.connect.ping ?? 25) * 1000
    this.#attempts = 0
    this.#alive()
    this.#become("online")
    for (const s of this.#subscriptions.values()) this.#begin(s)
  }

  #begin(s) {
    const known = s.position
    const asked = { channel: s.channel, ...(known && { recover: true, offset: known.offset, epoch: known.epoch }) }
    this.#command({ subscribe: asked }, reply => {
      if (this.#subscriptions.get(s.channel) !== s) return
      // not this one's to hear; with other troubles try again with the connection
      if (reply.error?.code === DENIED) return
      if (!reply.subscribe) return this.#lost()
      const { epoch = "", offset = 0, publications = [], recovered = false } = reply.subscribe
      s.on.begun(Boolean(known) && recovered)
      publications.forEach(p => s.on.heard(p.data))
      s.position = epoch ? { epoch, offset } : null
    })
  }

  #heard(message) {
    this.#alive()
    if (message.id) {
      const answered = this.#waiting.get(message.id)
      this.#waiting.delete(message.id)
      answered?.(message)
    } else if (message.push) this.#pushed(message.push)
    else this.#socket.send("{}") // a ping
  }

  #pushed({ channel, pub, unsubscribe }) {
    const s = this.#subscriptions.get(channel)
    if (!s) return
    if (pub) {
      if (s.position && pub.offset) s.position.offset = pub.offset
      s.on.heard(pub.data)
    } else if (unsubscribe) this.#begin(s)
  }

  #command(command, answered) {
    const id = this.#id += 1
    this.#waiting.set(id, answered)
    this.#socket.send(JSON.stringify({ id, ...command }))
  }

  /** The server pings: silence means that it is gone. */
  #alive() { this.#after("silence", (this.pingEvery ?? 25_000) + 10_000, () => this.#lost()) }

  #lost() {
    const old = this.#socket
    this.#socket = null
    Object.keys(this.#timers).forEach(name => this.#cancel(name))
    this.#waiting.clear()
    old?.close()
    const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(this.#attempts, 10))
    this.#attempts += 1
    this.#after("retry", longest / 2 + Math.random() * longest / 2, () => this.#connect())
    this.#become("waiting")
  }

  #hurry() {
    if (this.state !== "waiting") return
    this.#cancel("retry")
    this.#connect()
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
}
