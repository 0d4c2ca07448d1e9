import { Problem } from "./api.js"
import { byId, number, write } from "./text.js"

// Places orders. What the server refuses is shown at the field that it names.

const HINTS = {
  "limit": "Executes at this price or better. The rest stays in the book.",
  "market": "Executes at the best available prices.",
  "stop": "Becomes a market order when a trade reaches the stop price.",
  "stop-limit": "Becomes a limit order when a trade reaches the stop price.",
}
// the time in force that each type begins with
const USUAL = { "limit": "until-cancelled", "market": "immediate", "stop": "until-cancelled", "stop-limit": "until-cancelled" }
const FIELDS = ["trader", "type", "quantity", "price", "trigger", "lifetime", "postOnly"]
const STORED = "eddy-trading-trader"

export class Ticket {
  onTrader = () => {}
  onPlaced = () => {}
  #form = byId("ticket")
  #standing = null // the order of which the outcome says that it is open
  #lifetimes = { ...USUAL } // the choice for each type

  constructor(api, product) {
    this.api = api
    this.product = product
    byId("trader").value = localStorage.getItem(STORED) ?? `guest-${1000 + Math.floor(Math.random() * 9000)}`
    byId("trader").addEventListener("change", () => this.#named())
    byId("type").addEventListener("change", () => this.#shape())
    byId("lifetime").addEventListener("change", () => { this.#lifetimes[byId("type").value] = byId("lifetime").value })
    this.#form.addEventListener("change", event => { if (event.target.name === "side") this.#shape() })
    this.#form.addEventListener("submit", event => { event.preventDefault(); this.#place() })
    this.#shape()
    this.#quick()
  }

  /** On a phone two buttons lead to the form, as long as that is out of view. */
  #quick() {
    const quick = byId("quick")
    for (const button of quick.querySelectorAll("button"))
      button.addEventListener("click", () => {
        this.#form.elements.side.value = button.value
        this.#shape()
        byId("ticket-title").scrollIntoView({ block: "start" })
        byId("quantity").focus({ preventScroll: true })
      })
    new IntersectionObserver(([form]) => { quick.hidden = form.isIntersecting }, { rootMargin: "0px 0px -30% 0px" }).observe(this.#form)
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
    byId("lifetime").value = this.#lifetimes[type]
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
      const answer = await this.api.place(order, () => write(byId("outcome"), "No answer from the server. Retrying…"))
      this.onPlaced(answer.order)
      const outcome = answer.repeated ? await this.#became(order, answer.order) : told(order, answer)
      write(byId("outcome"), outcome)
      this.#standing = OPEN.test(outcome) ? answer.order : null
    } catch (failure) {
      this.#refused(failure instanceof Problem ? failure : new Problem({ detail: "Server unreachable. Check your orders to see whether it was placed." }))
    } finally {
      button.ariaDisabled = null
    }
  }

  /** Of one whose first answer never came. */
  async #became(order, id) {
    const now = await this.api.get(`orders/${id}`).catch(() => null)
    if (!now) return PLACED
    const what = now.filled > 0 ? `${done(order)} ${number.format(now.filled)} of ${number.format(now.quantity)}. ` : ""
    if (now.state === "filled") return what.trim()
    return what + (now.state === "open" || now.state === "waiting" ? open(now.filled, now.state === "waiting") : now.filled > 0 ? "The rest was cancelled." : "Order cancelled.")
  }

  /** An order has ended: what was said of it no longer holds. */
  ended(order) {
    if (order.order !== this.#standing) return
    this.#standing = null
    write(byId("outcome"), { filled: "Order filled.", cancelled: "Order cancelled." }[order.state] ?? "Order closed.")
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

const PLACED = "Order placed."
const OPEN = /(placed|open|stop price)\.$/

/** Of an order that is not filled: a part of it may be. */
const open = (lots, waits) => waits ? "Order placed. It waits for its stop price." : lots > 0 ? "The rest is open." : PLACED

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
    "nothing-to-take": lots > 0 ? "No more matching orders. The rest was cancelled." : "No matching orders. Order cancelled.",
    "not-all": "Not enough to fill all of it. Order cancelled.",
    "would-trade": "It would have executed immediately. Order cancelled.",
    "own-order": "It met your own order. The rest was cancelled.",
  }
  if (own) return what + (why[own.reason] ?? "The rest was cancelled.")
  return lots < Number(order.quantity) ? what + open(lots, waits) : what.trim()
}
