import { fileURLToPath } from "node:url"
import { browser, Trader } from "./lib/browser.mjs"

// Draws the pictures of docs/trading.md, from a server that runs: `npm run pictures`. It takes a minute and a half, so that there are candles.

const place = name => fileURLToPath(new URL(`../../../docs/images/${name}`, import.meta.url))
const PRODUCT = "ACME"

const desktop = await Trader.open("ada", PRODUCT, { viewport: { width: 1280, height: 1000 }, colorScheme: "light" })
const phone = await Trader.open("bob", PRODUCT, { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true, colorScheme: "dark" })
const runs = () => desktop.page.getAttribute("#simulate", "data-running")
if (await runs() !== "true") await desktop.page.click("#simulate")
const end = Date.now() + 90_000
await desktop.page.waitForFunction(end => Date.now() > end, end, { timeout: 120_000, polling: 1000 })
await desktop.page.fill("#price", String(Number((await desktop.page.textContent("#bids tr:last-child td")).replace(",", ""))))
await desktop.order("buy", { quantity: 50 })
await desktop.shows("#outcome", "placed")
await desktop.page.waitForSelector("#orders tr[data-state=open]")
await desktop.page.screenshot({ path: place("trading.png") })
await phone.page.evaluate(() => scrollTo(0, 0))
await phone.page.screenshot({ path: place("trading-phone.png") })
await desktop.page.click("#orders tr[data-state=open] button")
await desktop.page.click("#simulate")
await browser.close()
