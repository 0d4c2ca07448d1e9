import { test } from "node:test"
import { newTrader, Trader } from "../lib/browser.mjs"

// The last one: what simulated traders leave in the books stays there for a minute.

test("one click starts simulated traders: the market lives, everybody sees that they run, and one click stops them", async () => {
  const ada = await Trader.open(newTrader("ada"), "EMBR")
  const bob = await Trader.open(newTrader("bob"), "EMBR")
  await ada.page.click("#simulate")
  await bob.page.waitForSelector('#simulate[data-running="true"]')
  for (const who of [ada, bob])
    await who.page.waitForFunction(() => ["asks", "bids", "tape"].every(id => document.querySelectorAll(`#${id} tr`).length >= 3))
  await ada.page.waitForFunction(() => document.getElementById("figures").textContent.includes("Persisted"))
  await bob.page.click("#simulate")
  await ada.page.waitForSelector('#simulate[data-running="false"]')
  // the page's book is the server's, when nothing comes any more but what expires
  await ada.page.waitForFunction(async () => {
    const book = await (await fetch("api/products/EMBR/book?depth=9")).json()
    const format = new Intl.NumberFormat("en")
    const shown = id => [...document.querySelectorAll(`#${id} tr`)].map(r => `${r.cells[0].textContent} ${r.cells[1].textContent}`)
    const told = levels => (levels ?? []).map(l => `${format.format(l.price)} ${format.format(l.quantity)}`)
    return String(shown("bids")) === String(told(book.bids)) && String(shown("asks").reverse()) === String(told(book.asks))
  })
  await ada.close()
  await bob.close()
})
