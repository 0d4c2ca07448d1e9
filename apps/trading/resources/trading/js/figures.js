import { byId, element, number, rows, time, write } from "./text.js"

// What the engines and the database say of themselves, once a second.

const NAMES = ["Sales", "Done within, 99 %", "Durable within, 99 %", "Refused", "Not yet durable", "Stored", "Transactions", "Database"]
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
    this.#say("Sales", `${number.format(salesPerMinute)} a minute`)
    this.#say("Done within, 99 %", millis(slowest))
    this.#say("Refused", number.format(refused))
    rows(byId("engines"), figures.map((f, n) => [n, number.format(f.salesPerMinute), number.format(waiting[n]), millis(f.acknowledged)].map(String)))
    if (!storage) return this.#say("Database", "none: kept in memory")
    this.#say("Durable within, 99 %", millis(durable))
    this.#say("Not yet durable", `${number.format(storage.waiting)} of ${number.format(storage.room)}`)
    this.#say("Stored", number.format(storage.stored))
    this.#say("Transactions", number.format(storage.commits))
    this.#say("Database", storage.failingSince ? `fails since ${time(storage.failingSince)}` : "writes")
  }

  #say(name, text) { write(this.#values.get(name), text) }
}
