import { byId, element, number, rows, time, write } from "./text.js"

// What the engines and the database say of themselves, once a second.

const NAMES = ["Trades/min", "Matched, p99", "Persisted, p99", "Rejected", "Unpersisted", "Persisted", "Transactions", "Database"]
const millis = ({ count, p99Millis }) => count === 0 ? "–" : `${p99Millis < 10 ? p99Millis.toFixed(1) : number.format(Math.round(p99Millis))} ms`

export class Figures {
  #values = new Map()

  constructor() {
    for (const name of NAMES) {
      const value = element("dd", "", "–")
      byId("figures").append(element("div", "", element("dt", "", name), value))
      this.#values.set(name, value)
    }
  }

  show({ figures, waiting, salesPerMinute, refused, storage, durable }) {
    const done = figures.map(f => f.acknowledged)
    const slowest = done.reduce((a, b) => b.p99Millis > a.p99Millis ? b : a)
    this.#say("Trades/min", number.format(salesPerMinute))
    this.#say("Matched, p99", millis(slowest))
    this.#say("Rejected", number.format(refused))
    rows(byId("engines"), figures.map((f, n) => [n, number.format(f.salesPerMinute), number.format(waiting[n]), millis(f.acknowledged)].map(String)))
    if (!storage) return this.#say("Database", "none (in memory)")
    this.#say("Persisted, p99", millis(durable))
    this.#say("Unpersisted", `${number.format(storage.waiting)} of ${number.format(storage.room)}`)
    this.#say("Persisted", number.format(storage.stored))
    this.#say("Transactions", number.format(storage.commits))
    this.#say("Database", storage.failingSince ? `failing since ${time(storage.failingSince)}` : "OK")
  }

  #say(name, text) { write(this.#values.get(name), text) }
}
