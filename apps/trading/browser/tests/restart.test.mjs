import assert from "node:assert/strict"
import { test } from "node:test"
import { api, control, newTrader, Trader } from "../lib/browser.mjs"

// Needs somebody who restarts the server, at EDDY_CONTROL.
const options = { skip: process.env.EDDY_CONTROL ? false : "EDDY_CONTROL is not set: nobody restarts the server" }

test("the server is restarted in the middle: books, orders and trades are there again, and what was sent meanwhile is done once", options, async () => {
  const ada = await Trader.open(newTrader("ada"), "GRID")
  const bob = await Trader.open(newTrader("bob"), "GRID")
  await ada.order("sell", { quantity: 10, price: 300 })
  await bob.shows("#asks", "300")
  await bob.order("buy", { quantity: 4, price: 300 })
  await ada.hasOrder("sell limit", "300", "4 of 10", "open")
  await ada.shows("#tape", "300 ▲")
  const before = await ada.tape()

  const restarted = control("/restart")
  await bob.order("buy", { quantity: 1, price: 300 })
  await restarted
  for (const who of [ada, bob]) {
    await who.hasHeard("Connection lost. Data may be out of date.")
    await who.isLive()
    await who.page.waitForFunction(() => document.getElementById("notice").textContent === "")
  }
  await ada.hasOrder("sell limit", "300", "5 of 10", "open")
  for (const who of [ada, bob]) {
    await who.page.waitForFunction(n => document.querySelectorAll("#tape tr").length === n, before.length + 1)
    await who.hasLevels("asks", ["300", "5"])
  }
  assert.deepEqual((await ada.tape()).slice(1), before)

  await bob.order("buy", { quantity: 2, price: 300 })
  await ada.hasOrder("sell limit", "300", "7 of 10", "open")
  await ada.shows("#tape", "300 ▲")
  const open = await api(`orders?trader=${ada.name}`)
  assert.deepEqual(open.map(o => [o.quantity, o.filled]), [[10, 7]])
  await ada.close()
  await bob.close()
})

test("simulated traders that a restart has stopped are said to have stopped", options, async () => {
  const ada = await Trader.open(newTrader("ada"), "GRID")
  await ada.page.click("#simulate")
  await ada.page.waitForSelector('#simulate[data-running="true"]')
  await control("/restart")
  await ada.hasHeard("The simulated traders have stopped")
  await ada.isLive()
  await ada.page.click("#simulate")
  await ada.page.waitForSelector('#simulate[data-running="true"]')
  assert.equal(await ada.page.textContent("#simulation-notice"), "")
  await ada.page.click("#simulate")
  await ada.page.waitForSelector('#simulate[data-running="false"]')
  await ada.close()
})
