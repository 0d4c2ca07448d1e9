import assert from "node:assert/strict"
import { createRequire } from "node:module"
import { chromium } from "playwright-core"

export const server = new URL(process.env.EDDY_URL ?? assert.fail("EDDY_URL is not set: give the address of a server, such as http://127.0.0.1:8080"))

const executablePath = process.env.CHROMIUM ?? assert.fail("CHROMIUM is not set: give the path of a Chromium or Chrome")

const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"]

/** The one browser of all tests. */
export const browser = await chromium.launch({ executablePath, args })

/** Stops the server and starts it again on its port. Done when it answers. */
export async function restartServer({ keep }) {
  const answer = await fetch(new URL(`/restart?keep=${keep}`, process.env.EDDY_CONTROL), { method: "POST" })
  assert.equal(answer.status, 200, await answer.text())
}

let rooms = 0
/** A room that no other test is in. */
export const newRoom = () => `test-${process.pid}-${rooms += 1}`

/** One person at one page. */
export class Person {
  problems = []

  static async open(browser, name, { base = server, ...options } = {}) {
    const person = new Person()
    person.name = name
    person.base = base
    person.context = await browser.newContext({ locale: "en-GB", viewport: { width: 1280, height: 800 }, ...options })
    person.page = await person.context.newPage()
    person.page.setDefaultTimeout(120_000)
    person.page.on("pageerror", e => person.problems.push(`page error: ${e.message}`))
    person.page.on("console", m => { if (/content security policy/i.test(m.text())) person.problems.push(m.text()) })
    person.page.on("dialog", async d => { person.problems.push(`a dialog opened: ${d.message()}`); await d.dismiss() })
    return person
  }

  async enter(room) {
    await this.page.goto(new URL(`/chat/#${room}`, this.base).href)
    await this.page.fill("#name", this.name)
    await this.page.click("#enter")
    await this.isOnline()
    await this.page.waitForSelector("body.inside")
    return this
  }

  isOnline() { return this.page.waitForSelector('body[data-link="online"]') }

  isCutOff() { return this.page.waitForSelector('body:not([data-link="online"])') }

  async say(...texts) {
    for (const text of texts) {
      await this.page.fill("#text", text)
      await this.page.press("#text", "Enter")
    }
  }

  /** What is shown, oldest first: [offset, text]. */
  shown() {
    return this.page.$$eval("#log .message", all => all.map(m => [Number(m.dataset.offset), m.querySelector(".text").textContent]))
  }

  texts() { return this.shown().then(all => all.map(([, text]) => text)) }

  pending() { return this.page.$$eval("#pending .message .text", all => all.map(t => t.textContent)) }

  async hasShown(count) {
    await this.page.waitForFunction(n => document.querySelectorAll("#log .message").length >= n, count)
  }

  async hasNothingPending() {
    await this.page.waitForFunction(() => document.querySelectorAll("#pending .message").length === 0, null, { timeout: 120_000 })
  }

  sees(selector) { return this.page.waitForSelector(selector) }

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
