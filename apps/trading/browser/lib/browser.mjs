import assert from "node:assert/strict"
import { createRequire } from "node:module"
import { chromium } from "playwright-core"

export const server = new URL(process.env.EDDY_URL ?? assert.fail("EDDY_URL is not set: give the address of a server, such as http://127.0.0.1:8080"))

const executablePath = process.env.CHROMIUM ?? assert.fail("CHROMIUM is not set: give the path of a Chromium or Chrome")

const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"]

/** For everybody: each has a context of their own in it, as private as another browser. */
export const browser = await chromium.launch({ executablePath, args })

/** What the test's own server does beside serving: restarts, and looks into the database. */
export async function control(path, method = "POST") {
  const answer = await fetch(new URL(path, process.env.EDDY_CONTROL), { method })
  assert.equal(answer.status, 200, await answer.clone().text())
  return answer.json()
}

/** Asks the server's HTTP interface. */
export async function api(path) {
  return (await fetch(new URL(`/trading/api/${path}`, server))).json()
}

/** Keeps what live regions come to say, however short. */
function listen() {
  window.heard = []
  new MutationObserver(changes => changes.forEach(({ target }) => {
    const region = target.parentElement?.closest("[role=status], [role=alert]") ?? target.closest?.("[role=status], [role=alert]")
    if (region) window.heard.push(region.textContent)
  })).observe(document.body, { subtree: true, childList: true, characterData: true })
}

/** Does each thing once: the first time takes long on a busy machine, longer than pages wait. */
async function warmUp() {
  const headers = { "Content-Type": "application/json" }
  const call = async (method, path, body) => {
    const answer = await fetch(new URL(`/trading/api/${path}`, server), { method, headers, body: body && JSON.stringify(body) })
    assert.ok(answer.ok, `${method} ${path}: ${answer.status}`)
    return answer.json()
  }
  const [product] = await call("GET", "products")
  const trader = "warm-up"
  const { order } = await call("POST", "orders", { product, trader, side: "buy", quantity: 1, price: 1 })
  await call("DELETE", `orders/${order}?trader=${trader}`)
  for (const part of ["live", "trades", "candles", "book"]) await call("GET", `products/${product}/${part}`)
  for (const path of [`orders/${order}`, `orders?trader=${trader}`, "stats", "simulation"]) await call("GET", path)
}
await warmUp()

let traders = 0
export const newTrader = name => `${name}-${process.pid}-${traders += 1}`

/** One trader at one page. */
export class Trader {
  problems = []

  /** @param loses which lines of the feed never reach the page */
  static async open(name, product, options = {}, loses = () => false) {
    const trader = new Trader()
    Object.assign(trader, { name, product })
    trader.context = await browser.newContext({ locale: "en-GB", viewport: { width: 1400, height: 950 }, ...options })
    const page = trader.page = await trader.context.newPage()
    page.setDefaultTimeout(120_000)
    page.on("pageerror", e => trader.problems.push(`page error: ${e.message}`))
    page.on("console", m => { if (/content security policy|trusted/i.test(m.text())) trader.problems.push(m.text()) })
    page.on("request", r => { if (new URL(r.url()).host !== server.host && !r.url().startsWith("data:")) trader.problems.push(`asked ${r.url()}`) })
    await page.routeWebSocket(/\/live\//, socket => {
      socket.connectToServer().onMessage(text => {
        const lines = text.split("\n").filter(line => !loses(line))
        if (lines.length > 0) socket.send(lines.join("\n"))
      })
    })
    await page.goto(new URL(`/trading/#${product}`, server).href)
    await page.evaluate(listen)
    await trader.isLive()
    await page.waitForFunction(p => document.getElementById("product").textContent === p, product)
    await page.fill("#trader", name)
    await page.press("#trader", "Tab")
    await trader.shows("#whose", name)
    await trader.isWhole()
    return trader
  }

  isLive() { return this.page.waitForSelector('body[data-link="online"]') }

  /** Waits until book and tape have no gaps. */
  async isWhole() { for (const part of ["#book", "#tape"]) await this.page.waitForSelector(`${part}[aria-busy="false"]`, { state: "attached" }) }

  isCutOff() { return this.page.waitForSelector('body:not([data-link="online"])') }

  /** Waits until an element has that text. */
  shows(selector, text) {
    return this.page.waitForFunction(([s, t]) => document.querySelector(s)?.textContent.includes(t), [selector, text])
  }

  /** Waits until a screen reader has been told that. */
  hasHeard(text) { return this.page.waitForFunction(t => window.heard.some(h => h.includes(t)), text) }

  /** Fills in an order and sends it. */
  async order(side, { quantity, type = "limit", price, trigger, lifetime }) {
    const { page } = this
    await page.waitForSelector('#place:not([aria-disabled="true"])')
    await page.locator(`.sides label.${side}`).click()
    await page.selectOption("#type", type)
    for (const [id, value] of Object.entries({ quantity, price, trigger }))
      if (value !== undefined) await page.fill(`#${id}`, String(value))
    if (lifetime) await page.selectOption("#lifetime", lifetime)
    await page.click("#place")
  }

  /** Cancels every order that is open, one after the other. The page may hear of an order later than the book has it. */
  async cancelAll() {
    const open = "#orders tr[data-state=open]"
    const placed = (await api(`orders?trader=${this.name}`)).filter(o => o.state === "open").map(o => String(o.order))
    await this.page.waitForFunction(([s, ids]) =>
      String([...document.querySelectorAll(s)].map(r => r.dataset.order).sort()) === ids, [open, String(placed.sort())])
    for (let left = await this.page.locator(open).count(); left > 0; left -= 1) {
      await this.page.locator(`${open} button`).first().click()
      await this.page.waitForFunction(([s, n]) => document.querySelectorAll(s).length === n, [open, left - 1])
    }
  }

  /** What the tape shows, newest first. */
  tape() {
    return this.page.$$eval("#tape tr", all => all.map(r => [Number(r.dataset.trade), r.cells[1].textContent, r.cells[2].textContent]))
  }

  /** [price, lots] of one side as shown, from the top down. */
  levels(id) { return this.page.$$eval(`#${id} tr`, all => all.map(r => [r.cells[0].textContent, r.cells[1].textContent])) }

  /** Waits until one side is shown so. */
  hasLevels(id, ...levels) {
    return this.page.waitForFunction(([i, t]) =>
      JSON.stringify([...document.querySelectorAll(`#${i} tr`)].map(r => [r.cells[0].textContent, r.cells[1].textContent])) === t,
    [id, JSON.stringify(levels)])
  }

  /** Own orders: [what, price, filled, state]. */
  orders() { return this.page.$$eval("#orders tr", all => all.map(r => [1, 2, 3, 4].map(n => r.cells[n].textContent))) }

  async hasOrder(...texts) {
    await this.page.waitForFunction(t => [...document.querySelectorAll("#orders tr")].some(r =>
      JSON.stringify([1, 2, 3, 4].map(n => r.cells[n].textContent)) === JSON.stringify(t)), texts)
  }

  /** What an outside checker of accessibility (axe) finds wrong on the page as it is. Needs `bypassCSP`. */
  async barriers() {
    await this.page.addScriptTag({ path: createRequire(import.meta.url).resolve("axe-core/axe.min.js") })
    return this.page.evaluate(async () =>
      (await window.axe.run()).violations.map(v => `${v.id}: ${v.nodes.map(n => n.target.join(" ")).join(", ")}`))
  }

  async close() {
    await this.context.close()
    assert.deepEqual(this.problems, [], `${this.name}'s page`)
  }
}
