import assert from "node:assert/strict"
import { test } from "node:test"
import { api, control, newTrader, Trader } from "../lib/browser.mjs"

test("two people trade with each other, both see it at once, and it is in the database", async () => {
  const ada = await Trader.open(newTrader("ada"), "ACME")
  const bob = await Trader.open(newTrader("bob"), "ACME")

  await ada.order("sell", { quantity: 5, price: 10_000 })
  await ada.shows("#outcome", "Order placed.")
  await ada.hasOrder("sell limit", "10,000", "0 of 5", "open")
  await bob.shows("#asks", "10,000")
  assert.deepEqual(await bob.levels("asks"), [["10,000", "5"]])

  await bob.order("buy", { quantity: 2, price: 10_100 })
  await bob.shows("#outcome", "Bought 2 of 2 at 10,000.")
  for (const who of [ada, bob]) {
    await who.shows("#tape", "10,000 ▲")
    await who.shows("#last", "10,000")
    await who.shows("#asks", "3")
    assert.deepEqual(await who.levels("asks"), [["10,000", "3"]])
    await who.page.waitForFunction(() => document.getElementById("candle-chart").ariaLabel.includes("now 10000"))
  }
  assert.deepEqual(await ada.tape(), await bob.tape())
  await ada.hasOrder("sell limit", "10,000", "2 of 5", "open")
  await ada.hasHeard("Sold 2 ACME, 2 of 5 in all.")
  await bob.hasOrder("buy limit", "10,100", "2 of 2", "filled")

  const row = { price: 10_000, lots: 2, maker: ada.name, taker: bob.name }
  const stored = async () => (await control("/trades", "GET")).filter(t => t.maker === ada.name)
  for (let n = 0; n < 600 && (await stored()).length === 0; n += 1) await new Promise(r => setTimeout(r, 100))
  assert.deepEqual(await stored(), [row])

  await ada.cancelAll()
  await ada.hasOrder("sell limit", "10,000", "2 of 5", "cancelled")
  await ada.shows("#outcome", "Order cancelled.")
  await bob.page.waitForFunction(() => document.querySelectorAll("#asks tr").length === 0)
  assert.deepEqual((await api("products/ACME/book")).asks, [])
  await ada.close()
  await bob.close()
})

test("the candles' axis ends at zero, however near the prices are", async () => {
  const ada = await Trader.open(newTrader("ada"), "HAZE")
  const bob = await Trader.open(newTrader("bob"), "HAZE")
  for (const price of [1, 100]) {
    await ada.order("sell", { quantity: 1, price })
    await ada.shows("#outcome", "placed")
    await bob.order("buy", { quantity: 1, price })
    await ada.shows("#outcome", "Order filled.")
    await bob.page.waitForFunction(p => document.getElementById("candle-chart").ariaLabel.includes(`now ${p}`), price)
  }
  assert.equal(await bob.page.evaluate(() => window.Chart.getChart("candle-chart").scales.y.min), 0)
  await ada.close()
  await bob.close()
})

test("a stop order waits unseen, and comes to life when its trigger is reached", async () => {
  const ada = await Trader.open(newTrader("ada"), "BOLT")
  const bob = await Trader.open(newTrader("bob"), "BOLT")
  await ada.order("sell", { quantity: 1, price: 500 })
  await ada.shows("#outcome", "placed")
  await ada.order("sell", { quantity: 4, price: 600 })
  await ada.hasOrder("sell limit", "600", "0 of 4", "open")
  await bob.order("buy", { type: "stop", quantity: 3, trigger: 500 })
  await bob.hasOrder("buy stop", "stop 500", "0 of 3", "waiting")
  assert.deepEqual(await bob.levels("bids"), [], "nobody sees it")
  await bob.order("buy", { quantity: 1, price: 500 })
  await bob.shows("#outcome", "Bought 1 of 1 at 500.")
  await bob.hasOrder("buy stop", "stop 500", "3 of 3", "filled")
  await ada.hasOrder("sell limit", "600", "3 of 4", "open")
  await ada.cancelAll()
  await ada.hasOrder("sell limit", "600", "3 of 4", "cancelled")
  await ada.close()
  await bob.close()
})

/** Loses the first publication of a channel. `lost` is resolved then. */
function losing(channel) {
  let gone
  const lost = new Promise(resolve => { gone = resolve })
  let left = 1
  const loses = line => {
    if (left === 0 || !line.includes(`"${channel}"`) || !line.includes('"pub"')) return false
    left -= 1
    gone()
    return true
  }
  return { loses, lost }
}

test("a change of the book that is lost is noticed by the next one, and the book is asked for", async () => {
  const { loses, lost } = losing("book:BOLT")
  const ada = await Trader.open(newTrader("ada"), "BOLT", {}, loses)
  await ada.order("buy", { quantity: 3, price: 50 })
  await lost
  await ada.order("buy", { quantity: 4, price: 51 })
  await ada.shows("#bids", "50")
  assert.deepEqual(await ada.levels("bids"), [["51", "4"], ["50", "3"]])
  await ada.cancelAll()
  await ada.page.waitForFunction(() => document.querySelectorAll("#bids tr").length === 0)
  await ada.close()
})

test("trades that are lost are noticed by the next one, and asked for", async () => {
  const { loses, lost } = losing("trades:FLUX")
  const ada = await Trader.open(newTrader("ada"), "FLUX", {}, loses)
  const bob = await Trader.open(newTrader("bob"), "FLUX")
  await ada.order("sell", { quantity: 3, price: 60 })
  await ada.shows("#outcome", "placed")
  await bob.order("buy", { quantity: 1, price: 60 })
  await lost
  await bob.order("buy", { quantity: 2, price: 60 })
  await ada.page.waitForFunction(() => document.querySelectorAll("#tape tr").length === 2)
  assert.deepEqual((await ada.tape()).map(([, price, lots]) => [price, lots]), [["60 ▲", "2"], ["60 ▲", "1"]])
  await ada.close()
  await bob.close()
})
