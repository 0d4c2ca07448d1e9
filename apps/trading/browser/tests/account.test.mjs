import assert from "node:assert/strict"
import { test } from "node:test"
import { browser, server } from "../lib/browser.mjs"

// At /accounts a cookie says who somebody is.

/** A page of somebody, and which of its requests were refused. */
async function open(trader, prepare = async () => {}) {
  const context = await browser.newContext({ locale: "en-GB" })
  if (trader) await context.addCookies([{ name: "trader", value: trader, url: server.href }])
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  const refused = []
  page.on("response", r => { if (r.status() === 403) refused.push(r.url()) })
  await prepare(page)
  await page.goto(new URL("/accounts/#ACME", server).href)
  await page.waitForSelector('body[data-link="online"]')
  await page.waitForSelector("#trader[readonly]")
  return { page, refused, close: () => context.close() }
}

async function sell(page, price) {
  await page.locator(".sides label.sell").click()
  await page.fill("#price", String(price))
  await page.click("#place")
}

test("who has an account trades by its name, and sees the orders of it", async () => {
  const ada = await open("ada")
  assert.equal(await ada.page.inputValue("#trader"), "ada")
  await sell(ada.page, 700)
  await ada.page.waitForFunction(() => document.getElementById("outcome").textContent.includes("Order placed."))
  await ada.page.locator("#orders tr[data-state=open] button").click()
  await ada.page.waitForSelector("#orders tr[data-state=cancelled]", { state: "attached" })
  assert.deepEqual(ada.refused, [])
  await ada.close()
})

test("who has none looks at the market, and is told that orders need one", async () => {
  const nobody = await open()
  assert.equal(await nobody.page.inputValue("#trader"), "")
  for (const part of ["#book", "#tape"]) await nobody.page.waitForSelector(`${part}[aria-busy="false"]`, { state: "attached" })
  await sell(nobody.page, 700)
  await nobody.page.waitForFunction(() => document.getElementById("trader-problem").textContent !== "")
  await nobody.close()
})

test("who has become somebody else keeps the connection, though the orders of before are refused", async () => {
  let sockets = 0
  const on = {}
  const bob = await open("bob", async page => {
    // as it was when the page was opened
    await page.route(/api\/trader$/, route => route.fulfill({ json: { accounts: true, trader: "ada" } }))
    await page.routeWebSocket(/\/live\//, socket => {
      const number = sockets += 1
      const far = socket.connectToServer()
      far.onMessage(text => {
        if (text.includes('"code":103')) on.refused = number
        socket.send(text)
      })
      socket.onMessage(text => {
        if (text.includes("book:BOLT")) on.asked = number
        far.send(text)
      })
    })
  })
  const has = async name => { while (!on[name]) await bob.page.evaluate(() => new Promise(requestAnimationFrame)) }
  await has("refused")
  await bob.page.evaluate(() => { location.hash = "#BOLT" })
  await has("asked")
  assert.equal(on.asked, on.refused)
  await bob.close()
})
