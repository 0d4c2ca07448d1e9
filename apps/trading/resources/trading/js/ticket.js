import { Problem } from "./api.js"
import { byId, number, write } from "./text.js"

// Places orders. What the server refuses is shown at the field that it names.

const HINTS = {
  "limit": "Trades at this price or a better one; the rest stands in the book.",
  "market": "Trades at any price, as far as there is anybody to trade with.",
  "stop": "Waits until a trade reaches the trigger, then takes any price.",
  "stop-limit": "Waits until a trade reaches the trigger, then is a limit order.",
}
const FIELDS = ["trader", "type", "quantity", "price", "trigger", "lifetime", "postOnly"]
const STORED = "eddy-trading-trader"

export class Ticket {
  onTrader = () => {}
  onPlaced = () => {}
  #form = byId("ticket")
  #standing = null // the order of which the outcome says that it stands

  constructor(api, product) {
    this.api = api
    this.product = product
    byId("trader").value = localStorage.getItem(STORED) ?? `guest-${1000 + Math.floor(Math.random() * 9000)}`
    byId("trader").addEventListener("change", () => this.#named())
    byId("type").addEventListener("change", () => this.#shape())
    this.#form.addEventListener("change", event => { if (event.target.name === "side") this.#shape() })
    this.#form.addEventListener("submit", event => { event.preventDefault(); this.#place() })
    this.#shape()
  }

  /** Who has an account trades by its name alone. */
  is(trader) {
    byId("trader").value = trader
    byId("trader").readOnly = true
    this.onTrader(trader)
  }

  get trader() { return byId("trader").value.trim() }
  get side() { return this.#form.elements.side.value }

  /** Where the buttons beside the price take theirs from. */
  quotes(quotes) {
    for (const [id, side] of [["at-bid", "buy"], ["at-ask", "sell"]])
      byId(id).addEventListener("click", () => {
        const level = quotes(side)
        if (level) byId("price").value = level.price
        byId("price").focus()
      })
  }

  #named() {
    if (byId("trader").readOnly) return
    localStorage.setItem(STORED, this.trader)
    this.onTrader(this.trader)
  }

  #shape() {
    const type = byId("type").value
    for (const field of this.#form.querySelectorAll("[data-of]")) field.hidden = !field.dataset.of.split(" ").includes(type)
    write(byId("type-hint"), HINTS[type])
    const stays = type !== "market"
    for (const option of byId("lifetime").options) option.disabled = !stays && option.value !== "immediate" && option.value !== "all-or-nothing"
    if (byId("lifetime").selectedOptions[0].disabled) byId("lifetime").value = "immediate"
    const button = byId("place")
    button.className = `primary ${this.side}`
    write(button, this.side === "buy" ? "Buy" : "Sell")
  }

  #order() {
    const shown = name => !byId(name).closest("[data-of]")?.hidden
    const order = { product: this.product(), trader: this.trader, side: this.side, type: byId("type").value }
    for (const name of ["quantity", "price", "trigger"]) {
      const text = byId(name).value.trim()
      if (shown(name) && text) order[name] = text
    }
    const lifetime = byId("lifetime").value
    if (/^\d+$/.test(lifetime)) order.validFor = Number(lifetime)
    else order.lifetime = lifetime
    if (shown("postOnly") && byId("postOnly").checked) order.postOnly = true
    return order
  }

  async #place() {
    const order = this.#order()
    const button = byId("place")
    if (button.ariaDisabled === "true") return
    this.#clear()
    button.ariaDisabled = "true"
    this.#named()
    try {
      const answer = await this.api.place(order, () => write(byId("outcome"), "The server does not answer; sending it again…"))
      this.onPlaced(answer.order)
      const outcome = answer.repeated ? await this.#became(order, answer.order) : told(order, answer)
      write(byId("outcome"), outcome)
      this.#standing = /(stands|waits)\.$/.test(outcome) ? answer.order : null
    } catch (failure) {
      this.#refused(failure instanceof Problem ? failure : new Problem({ detail: "The server cannot be reached. Whether the order was placed, the list of your orders will tell." }))
    } finally {
      button.ariaDisabled = null
    }
  }

  /** Of one whose first answer never came. */
  async #became(order, id) {
    const now = await this.api.get(`orders/${id}`).catch(() => null)
    if (!now) return "Placed."
    const what = now.filled > 0 ? `${done(order)} ${number.format(now.filled)} of ${number.format(now.quantity)}. ` : ""
    const rest = { open: "stands", waiting: "waits" }[now.state] ?? "was cancelled"
    return now.state === "filled" ? what.trim() : `${what}${now.filled > 0 ? "The rest" : "The order"} ${rest}.`
  }

  /** An order has ended: what was said of it no longer holds. */
  ended(order) {
    if (order.order !== this.#standing) return
    this.#standing = null
    write(byId("outcome"), { filled: "All of it has traded.", cancelled: "The order was cancelled." }[order.state] ?? "The order has ended.")
  }

  #clear() {
    this.#standing = null
    write(byId("outcome"), "")
    for (const name of [...FIELDS, "ticket"]) {
      write(byId(`${name}-problem`), "")
      byId(name).removeAttribute("aria-invalid")
    }
  }

  #refused(problem) {
    const named = problem.field === "validFor" ? "lifetime" : problem.field
    const field = FIELDS.includes(named) && !byId(named).closest("[hidden]") ? named : null
    write(byId("outcome"), "")
    write(byId(`${field ?? "ticket"}-problem`), problem.message)
    if (!field) return
    byId(field).setAttribute("aria-invalid", "true")
    byId(field).focus()
  }
}

const done = order => order.side === "buy" ? "Bought" : "Sold"

/** What became of it, in a few words. */
function told(order, { events }) {
  const id = events[0].order
  // an order may set off stop orders of others, which trade as well
  const traded = events.filter(e => e.event === "traded" && e.order === id)
  const lots = traded.reduce((sum, e) => sum + e.lots, 0)
  const money = traded.reduce((sum, e) => sum + e.lots * e.price, 0)
  const what = lots > 0 ? `${done(order)} ${number.format(lots)} of ${number.format(order.quantity)} at ${number.format(Math.round(100 * money / lots) / 100)}. ` : ""
  const own = events.find(e => e.event === "cancelled" && e.order === id)
  const waits = order.trigger && !events.some(e => e.event === "triggered" && e.order === id)
  const why = {
    "nothing-to-take": "There was nobody to trade with: the rest was cancelled.",
    "not-all": "Not all of it could trade at once: it was cancelled.",
    "would-trade": "It would have traded at once: it was cancelled.",
    "own-order": "It met an order of yours: the rest was cancelled.",
  }
  if (own) return what + (why[own.reason] ?? "The rest was cancelled.")
  return lots < Number(order.quantity) ? `${what}${lots > 0 ? "The rest" : "The order"} ${waits ? "waits" : "stands"}.` : what.trim()
}
