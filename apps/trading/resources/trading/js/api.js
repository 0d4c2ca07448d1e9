// The server's HTTP interface. What it refuses is thrown as a Problem, with the field that it is about.

const GIVE_UP_AFTER = 60_000
const PAUSE = 1000

export class Problem extends Error {
  constructor({ detail, field, rule, status }) {
    super(detail ?? "The server refused it.")
    Object.assign(this, { field, rule, status })
  }
}

const sleep = millis => new Promise(resolve => setTimeout(resolve, millis))

const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), b => b.toString(16).padStart(2, "0")).join("")

export class Api {
  #base
  constructor(base) { this.#base = new URL("api/", base) }

  get(path) { return this.#call("GET", path) }

  /** Places an order. When no answer comes it is sent again with the same key, so that it is placed once; `again` is told. */
  async place(order, again) {
    const key = newKey()
    const end = Date.now() + GIVE_UP_AFTER
    for (;;) {
      try {
        return await this.#call("POST", "orders", { ...order, key })
      } catch (failure) {
        const mayPass = !(failure instanceof Problem) || failure.status === 503 || failure.status === 504
        if (!mayPass || Date.now() > end) throw failure
        again(failure)
        await sleep(PAUSE)
      }
    }
  }

  cancel(order, trader) { return this.#call("DELETE", `orders/${order}?trader=${encodeURIComponent(trader)}`) }

  simulate(running) { return this.#call("PUT", "simulation", { running }) }

  async #call(method, path, body) {
    const answer = await fetch(new URL(path, this.#base), {
      method,
      cache: "no-store",
      signal: AbortSignal.timeout(10_000),
      ...(body && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    })
    const said = await answer.json().catch(() => ({}))
    if (!answer.ok) throw new Problem({ status: answer.status, ...said })
    return said
  }
}
