import assert from "node:assert/strict"
import { test } from "node:test"
import { api, newTrader, Trader } from "../lib/browser.mjs"

test("what the server refuses stands at its field, which has the focus", async () => {
  const ada = await Trader.open(newTrader("ada"), "CORN")
  const { page } = ada
  const refused = async (field, text) => {
    await ada.shows(`#${field}-problem`, text)
    await page.waitForSelector(`#${field}[aria-invalid="true"]:focus`)
  }
  await ada.order("buy", { quantity: 5 })
  await refused("price", "price is missing: it must be a whole number of ticks")
  await ada.order("buy", { quantity: -5, price: 100 })
  await refused("quantity", "quantity must be a whole number of lots from 1 to 1000000000, not -5")
  assert.equal(await page.textContent("#price-problem"), "", "what was mended is no problem any more")
  await page.fill("#trader", "two words")
  await ada.order("buy", { quantity: 5, price: 100 })
  await refused("trader", "trader must be a name")
  await page.fill("#trader", ada.name)
  await page.check("#postOnly")
  await ada.order("buy", { quantity: 5, price: 100, lifetime: "immediate" })
  await refused("postOnly", "can be post-only")
  await page.uncheck("#postOnly")
  await ada.order("buy", { quantity: 5, price: 100, lifetime: "immediate" })
  await ada.shows("#outcome", "No matching orders.")
  assert.deepEqual((await api("products/CORN/book")).bids, [])
  await ada.close()
})

test("everything can be done by keyboard, and focus is always visible", async () => {
  const ada = await Trader.open(newTrader("ada"), "DUSK")
  const { page } = ada
  await page.focus('[name="side"][value="buy"]')
  await page.keyboard.press("ArrowRight")
  await ada.shows("#place", "Sell")
  for (const [id, text] of [["quantity", "7"], ["price", "1234"]]) {
    await page.focus(`#${id}`)
    await page.keyboard.press("Control+A")
    await page.keyboard.type(text)
  }
  await page.keyboard.press("Enter")
  await ada.hasOrder("sell limit", "1,234", "0 of 7", "open")
  const seen = new Set()
  await page.evaluate(() => document.activeElement.blur())
  await page.focus("#skip")
  await page.keyboard.press("Enter")
  assert.equal(await page.evaluate(() => document.activeElement.id), "ticket-title")
  await page.keyboard.press("Tab")
  assert.equal(await page.evaluate(() => document.activeElement.name), "side")
  await page.focus("#skip")
  for (let n = 0; n < 60; n += 1) {
    await page.keyboard.press("Tab")
    seen.add(await page.evaluate(() => {
      const e = document.activeElement
      const shown = [e, e.nextElementSibling].some(x => x && getComputedStyle(x).outlineStyle !== "none")
      return e === document.body ? "body" : `${e.id || e.name || e.textContent}${shown ? "" : " without a visible focus"}`
    }))
  }
  for (const name of ["simulate", "length", "side", "trader", "type", "quantity", "price", "at-bid", "lifetime", "postOnly", "place", "Cancel"])
    assert.ok(seen.has(name), `${name} is reached: ${[...seen]}`)
  assert.ok(![...seen].some(s => s.includes("without")), String([...seen]))
  await page.focus("#orders button")
  await page.keyboard.press("Enter")
  await ada.hasOrder("sell limit", "1,234", "0 of 7", "cancelled")
  assert.equal(await page.evaluate(() => document.activeElement.id), "orders-title", "the focus is not lost with its button")
  await ada.close()
})

test("another product has its own market, and a link of its own", async () => {
  const ada = await Trader.open(newTrader("ada"), "FLUX")
  await ada.order("buy", { quantity: 3, price: 77 })
  await ada.shows("#bids", "77")
  await ada.page.click('#products a[href="#GRID"]')
  await ada.shows("#product", "GRID")
  await ada.page.waitForFunction(() => document.querySelectorAll("#bids tr").length === 0)
  assert.equal(new URL(ada.page.url()).hash, "#GRID")
  await ada.page.goBack()
  await ada.shows("#bids", "77")
  await ada.cancelAll()
  await ada.page.waitForFunction(() => document.querySelectorAll("#bids tr").length === 0)
  await ada.close()
})

test("an address with a product that there is not says so, and shows another", async () => {
  const ada = await Trader.open(newTrader("ada"), "CORN")
  const { page } = ada
  const asks = async hash => page.evaluate(h => { location.hash = h }, hash)
  await asks("NOPE")
  await ada.shows("#product-notice", "No product NOPE is traded here. This is CORN.")
  await asks("%E0%A4%A")
  await ada.shows("#product-notice", "No product %E0%A4%A is traded here. This is CORN.")
  await asks("DUSK")
  await ada.shows("#product", "DUSK")
  assert.equal(await page.textContent("#product-notice"), "")
  await asks("NOPE")
  await page.reload()
  await ada.shows("#product-notice", "No product NOPE is traded here.")
  await ada.close()
})

for (const width of [320, 360, 768, 1100, 1920]) {
  test(`all of an order is seen, and it can be cancelled, without scrolling its table, ${width} wide`, async () => {
    const ada = await Trader.open(newTrader("ada"), "HAZE", { viewport: { width, height: 1000 } })
    const { page } = ada
    await ada.order("buy", { quantity: 1_000_000, type: "stop-limit", price: 999_999_998, trigger: 999_999_997 })
    await ada.shows("#orders", "999,999,998")
    await page.locator("#orders tr").first().scrollIntoViewIfNeeded()
    await page.evaluate(() => { document.querySelector("#orders").closest(".scroll").scrollLeft = 0 })
    // where each letter stands, its own cell is on top
    const covered = await page.evaluate(() => [...document.querySelectorAll("#orders tr:first-child td")].filter(cell => {
      const text = document.createRange()
      text.selectNodeContents(cell)
      return [...text.getClientRects()].some(({ left, right, top, bottom }) => [left + 1, right - 1].some(x =>
        !cell.contains(document.elementFromPoint(x, (top + bottom) / 2))))
    }).map(cell => cell.textContent))
    assert.deepEqual(covered, [])
    await page.locator("#orders button").first().click()
    await ada.hasOrder("buy stop limit", "stop 999,999,997, 999,999,998", "0 of 1,000,000", "cancelled")
    await ada.close()
  })
}

test("the time in force follows the type of the order, and the choice for each type stays", async () => {
  const ada = await Trader.open(newTrader("ada"), "CORN")
  const { page } = ada
  const is = async (type, lifetime) => {
    await page.selectOption("#type", type)
    assert.equal(await page.inputValue("#lifetime"), lifetime, type)
  }
  for (const [type, lifetime] of [["market", "immediate"], ["limit", "until-cancelled"], ["market", "immediate"], ["stop", "until-cancelled"],
    ["market", "immediate"], ["stop-limit", "until-cancelled"], ["limit", "until-cancelled"]]) await is(type, lifetime)
  await page.selectOption("#lifetime", "60000")
  await is("market", "immediate")
  await page.selectOption("#lifetime", "all-or-nothing")
  await is("stop", "until-cancelled")
  await is("limit", "60000")
  await is("market", "all-or-nothing")
  await ada.close()
})

test("candles have fixed places from the right, depth shows prices near the market, and both show the last price and own orders", async () => {
  const ada = await Trader.open(newTrader("ada"), "GRID")
  const bob = await Trader.open(newTrader("bob"), "GRID")
  const { page } = ada
  await bob.order("sell", { quantity: 3, price: 10_000 })
  await bob.shows("#outcome", "Order placed.")
  await ada.order("buy", { quantity: 1, price: 10_000 })
  await ada.shows("#last", "10,000")
  for (const price of [1, 9_990]) {
    await ada.order("buy", { quantity: 7, price })
    await ada.shows("#outcome", "Order placed.")
  }
  await page.waitForFunction(() => window.Chart.getChart("candle-chart").lines?.length === 3)
  // each chart is drawn at a moment of its own
  await page.waitForFunction(() => {
    const { min, max } = window.Chart.getChart("depth-chart").scales.x
    return min > 9_700 && max < 10_300
  })
  const { labels, bodies, lines } = await page.evaluate(() => {
    const candles = window.Chart.getChart("candle-chart")
    return { labels: candles.data.labels.length, bodies: candles.data.datasets[1].data, lines: candles.lines.map(l => l.text) }
  })
  assert.equal(labels, 90)
  assert.ok(bodies.at(-1) && bodies[0] === null, "the newest is at the right")
  assert.deepEqual(lines.sort(), ["buy 7", "buy 7", "last 10,000"])
  await ada.cancelAll()
  await bob.cancelAll()
  await ada.close()
  await bob.close()
})

for (const width of [360, 768, 1920]) {
  test(`nothing is cut off, the server's details are folded, and Buy and Sell are at hand, ${width} wide`, async () => {
    const phone = width < 700
    const ada = await Trader.open(newTrader("ada"), "EMBR", { viewport: { width, height: 760 }, hasTouch: phone, isMobile: phone })
    const { page } = ada
    const inView = selector => page.waitForFunction(s => {
      const box = document.querySelector(s).getBoundingClientRect()
      return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight + 1
    }, selector)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
    for (const tab of await page.locator("#products a").all()) {
      const box = await tab.boundingBox()
      assert.ok(box.x >= 0 && box.x + box.width <= width, `${await tab.textContent()} at ${box.x}`)
    }
    assert.equal(await page.locator("#engines").isVisible(), false)
    await page.locator("#server summary").click()
    await page.waitForFunction(() => document.querySelectorAll("#engines tr").length > 0)
    const cut = await page.evaluate(() => { const s = document.querySelector("#server .scroll"); return s.scrollWidth - s.clientWidth })
    assert.ok(cut <= 0, `the table of engines is cut off by ${cut}`)
    await page.evaluate(() => scrollTo(0, 0))
    if (phone) {
      const [book, form] = await Promise.all([".book", ".ticket"].map(s => page.locator(s).boundingBox()))
      assert.ok(book.y < form.y, "the book is before the form")
      await inView("#quick")
      await page.locator("#quick .sell").tap()
      await ada.shows("#place", "Sell")
      await page.waitForSelector("#quick", { state: "hidden" })
    }
    await inView("#place")
    await ada.close()
  })
}

test("an order for a minute is good for that, whatever the clock of the browser says", async () => {
  const ada = await Trader.open(newTrader("ada"), "EMBR")
  const { page } = ada
  for (const minutes of [-2, 2]) {
    await page.evaluate(m => { const now = Date.now; Date.now = () => now() + m * 60_000 }, minutes)
    await ada.order("buy", { quantity: 1, price: 5, lifetime: "60000" })
    await ada.shows("#outcome", "Order placed.")
  }
  await ada.cancelAll()
  await ada.close()
})

test("on a phone nothing is wider than the screen, and what is pressed is large enough for a finger", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const ada = await Trader.open(newTrader("ada"), "HAZE", phone)
  const { page } = ada
  await ada.order("buy", { quantity: 1_000_000, price: 999_999_999 })
  await ada.shows("#bids", "999,999,999")
  assert.deepEqual(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0)
  for (const selector of ["#place", "#simulate", "#at-bid", "#type", "#orders button", "#products a"]) {
    const box = await page.locator(selector).first().boundingBox()
    assert.ok(box.height >= 40, `${selector} is ${box.height} high`)
  }
  await page.locator("#orders button").tap()
  await ada.hasOrder("buy limit", "999,999,999", "0 of 1,000,000", "cancelled")
  await ada.close()
})

for (const [colorScheme, viewport] of [["light", { width: 1400, height: 950 }], ["dark", { width: 390, height: 844 }]]) {
  test(`nothing stands in the way of assistive technology, nor is too pale: ${colorScheme}, ${viewport.width} wide`, async () => {
    const ada = await Trader.open(newTrader("ada"), "CORN", { colorScheme, viewport, bypassCSP: true, reducedMotion: "reduce" })
    await ada.order("sell", { quantity: 5, price: 200 })
    await ada.shows("#asks", "200")
    await ada.order("buy", { quantity: 5, price: 0 })
    await ada.shows("#price-problem", "price must be")
    assert.deepEqual(await ada.barriers(), [])
    await ada.cancelAll()
    await ada.close()
  })
}
