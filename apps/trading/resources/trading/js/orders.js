import { Problem } from "./api.js"
import { byId, element, number, write } from "./text.js"

// The orders of one trader: those that are open, and the last ones that ended. What trades of those that stood is told.

const ENDED_KEPT = 8
const isOpen = order => order.state === "open" || order.state === "waiting"

export class Orders {
  onEnded = () => {}
  onChanged = () => {}
  #orders = new Map()
  #end = () => {}
  #asked = 0
  #rows = new Map()

  constructor(feed, api) {
    this.feed = feed
    this.api = api
    this.heading = byId("orders-title")
  }

  /** The open orders of a market that have a price. */
  openIn(product) {
    return [...this.#orders.values()].filter(o => isOpen(o) && o.product === product && (o.price ?? o.trigger) !== undefined)
  }

  /** Shows another trader's. */
  of(trader) {
    if (trader === this.trader) return
    this.trader = trader
    this.#end()
    this.#orders.clear()
    write(byId("whose"), trader || "–")
    write(byId("fills"), "")
    this.#show()
    if (!/^[A-Za-z0-9._-]{1,32}$/.test(trader)) return
    this.#end = this.feed.subscribe(`orders:${trader}`, {
      // nobody listened for it meanwhile
      begun: () => this.#ask(),
      heard: ({ orders, lost }) => {
        this.#take(orders)
        if (lost) this.#ask()
      },
    })
  }

  /** One was placed on this page: it is shown also where its channel is not there yet. */
  async placed(order) {
    if (this.#orders.has(order)) return
    const found = await this.api.get(`orders/${order}`).catch(() => null) // the channel will tell of it, too
    if (found?.trader === this.trader && !this.#orders.has(order)) this.#take([found])
  }

  async #ask() {
    const asked = this.#asked += 1
    const trader = this.trader
    const since = this.#since = new Set()
    try {
      const open = await this.api.get(`orders?trader=${encodeURIComponent(trader)}`)
      if (asked !== this.#asked || trader !== this.trader) return
      const found = new Set(open.map(o => o.order))
      const gone = [...this.#orders.values()].filter(o => isOpen(o) && !found.has(o.order))
      const ended = await Promise.all(gone.map(o => this.#ended(o)))
      if (asked !== this.#asked || trader !== this.trader) return
      // what was heard since is newer
      this.#take([...open, ...ended].filter(o => !since.has(o.order)))
    } catch (failure) {
      if (failure instanceof Problem && failure.status === 403) return // another's
      setTimeout(() => { if (asked === this.#asked && trader === this.trader) this.#ask() }, 1000)
    }
  }
  #since = new Set()

  /** What became of an order while nobody looked; the server forgets in time. */
  async #ended(order) {
    try {
      return await this.api.get(`orders/${order.order}`)
    } catch (failure) {
      if (failure.status !== 404) throw failure
      return { ...order, state: "ended" }
    }
  }

  #take(orders) {
    const fills = orders.map(o => filled(this.#orders.get(o.order), o)).filter(Boolean)
    if (fills.length > 0) write(byId("fills"), fills.slice(-3).join(" "))
    for (const order of orders) {
      this.#since.add(order.order)
      this.#orders.set(order.order, order)
      if (!isOpen(order)) this.onEnded(order)
    }
    const ended = [...this.#orders.values()].filter(o => !isOpen(o)).map(o => o.order)
    ended.sort((a, b) => a - b).slice(0, -ENDED_KEPT).forEach(id => this.#orders.delete(id))
    this.#show()
  }

  #show() {
    const all = [...this.#orders.values()].sort((a, b) => isOpen(b) - isOpen(a) || b.order - a.order)
    const body = byId("orders")
    for (const [id, row] of this.#rows) {
      if (this.#orders.has(id)) continue
      if (row.contains(document.activeElement)) this.heading.focus()
      row.remove()
      this.#rows.delete(id)
    }
    all.forEach((order, n) => {
      const row = this.#rows.get(order.order) ?? this.#row(order)
      this.#write(row, order)
      // moving a row would take the focus from its button
      if (body.rows[n] !== row) {
        const focused = row.contains(document.activeElement) ? document.activeElement : null
        body.insertBefore(row, body.rows[n] ?? null)
        focused?.focus()
      }
    })
    byId("orders-empty").hidden = all.length > 0
    this.onChanged()
  }

  #row(order) {
    const row = element("tr")
    row.dataset.order = order.order
    for (let n = 0; n < 6; n += 1) row.insertCell()
    const button = element("button", "small", "Cancel")
    button.type = "button"
    button.ariaLabel = `Cancel the order to ${order.side} ${order.quantity} ${order.product}`
    button.addEventListener("click", () => this.#cancel(order.order, row))
    row.cells[5].append(button)
    this.#rows.set(order.order, row)
    return row
  }

  #write(row, o) {
    row.className = isOpen(o) ? "" : "ended"
    row.dataset.state = o.state
    const [product, what, price, filled, state, cancel] = row.cells
    write(product, o.product)
    write(what, `${o.side} ${o.type.replace("-", " ")}`)
    what.className = o.side
    write(price, [o.trigger && `stop ${number.format(o.trigger)}`, o.price && number.format(o.price)].filter(Boolean).join(", ") || "market")
    write(filled, `${number.format(o.filled)} of ${number.format(o.quantity)}`)
    if (!row.dataset.problem || !isOpen(o)) write(state, o.state)
    const button = cancel.firstChild
    if (!isOpen(o) && button === document.activeElement) this.heading.focus()
    button.hidden = !isOpen(o)
  }

  async #cancel(id, row) {
    try {
      await this.api.cancel(id, this.trader)
    } catch (failure) {
      row.dataset.problem = "yes"
      write(row.cells[4], failure instanceof Problem ? failure.message : "Server unreachable. Try again.")
    }
  }
}

/** What has traded of an order that was there before; of a new one the ticket tells. */
function filled(before, now) {
  const lots = before ? now.filled - before.filled : 0
  if (lots <= 0) return null
  return `${now.side === "buy" ? "Bought" : "Sold"} ${number.format(lots)} ${now.product}, ${number.format(now.filled)} of ${number.format(now.quantity)} in all.`
}
