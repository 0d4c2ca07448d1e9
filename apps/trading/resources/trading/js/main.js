import { Api } from "./api.js"
import { Charts } from "./charts.js"
import { Feed } from "./feed.js"
import { Figures } from "./figures.js"
import { Market } from "./market.js"
import { Orders } from "./orders.js"
import { atMostEvery, byId, element, write } from "./text.js"
import { Ticket } from "./ticket.js"
import { showMarket } from "./views.js"

// Puts the parts together. A product has a link of its own: /trading/#ACME.

const base = new URL(".", location.href)
const api = new Api(base)
const feed = new Feed(base)
const charts = new Charts()
const figures = new Figures()
const orders = new Orders(feed, api)
const ticket = new Ticket(api, () => market?.product)
const simulate = byId("simulate")
let ended = 0 // when the traders were told to have stopped: a server that stops tells before it closes
let broken = false // the connection broke while they ran, or just after
let products = []
let market = null

const paintTables = atMostEvery(50, () => { if (market) showMarket(market) })
const paintCharts = atMostEvery(200, () => { if (market) charts.show(market, orders.openIn(market.product)) })
const paint = () => { paintTables(); paintCharts() }

ticket.onTrader = trader => orders.of(trader)
ticket.onPlaced = order => orders.placed(order)
orders.onChanged = () => paintCharts()
orders.onEnded = order => ticket.ended(order)
ticket.quotes(side => market?.book.levels(side)[0])

async function who() {
  try {
    const { accounts, trader } = await api.get("trader")
    if (accounts) ticket.is(trader ?? "")
    else orders.of(ticket.trader)
  } catch {
    setTimeout(who, 1000)
  }
}
who()

// ------------------------------------------------------------------------------------- products

async function begin() {
  try {
    products = await api.get("products")
  } catch {
    setTimeout(begin, 1000)
    return
  }
  byId("products").replaceChildren(...products.map(name => {
    const link = element("a", "", name)
    link.href = `#${name}`
    return element("li", "", link)
  }))
  choose()
}

/** What an address asks for; one that is no text is as it stands. */
function named(hash) {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

function choose() {
  const asked = named(location.hash)
  const product = products.includes(asked) ? asked : market?.product ?? products[0]
  write(byId("product-notice"), asked && product && asked !== product ? `No product ${asked.slice(0, 40)} is traded here. This is ${product}.` : "")
  if (!product || product === market?.product) return
  market?.close()
  market = new Market(product, Number(byId("lengths").querySelector(":checked").value), feed, api)
  market.addEventListener("change", paint)
  write(byId("product"), product)
  byId("price").value = ""
  for (const link of byId("products").querySelectorAll("a"))
    if (link.textContent === product) link.ariaCurrent = "page"
    else link.ariaCurrent = null
  paint()
}

window.addEventListener("hashchange", choose)
byId("skip").addEventListener("click", event => { event.preventDefault(); byId("ticket-title").focus() }) // the address names the product
byId("lengths").addEventListener("change", event => { market?.choose(Number(event.target.value)); paint() })

// ------------------------------------------------------------------------------------- the server

const LINK = { connecting: "Connecting…", online: "Live", waiting: "Reconnecting…" }

feed.addEventListener("state", () => {
  document.body.dataset.link = feed.state
  write(byId("link-text"), LINK[feed.state])
  if (feed.state === "waiting" && (simulate.dataset.running === "true" || Date.now() - ended < 10_000)) broken = true
  if (feed.state === "waiting") write(byId("notice"), "Connection lost. Data may be out of date. Reconnecting…")
  if (feed.state === "online") write(byId("notice"), "")
})

feed.subscribe("statistics:exchange", {
  begun: () => api.get("stats").then(stats => figures.show(stats), () => {}), // they come every second anyway
  heard: stats => figures.show(stats),
})


function simulated({ running, traders, ordersPerSecond }) {
  if (running) write(byId("simulation-notice"), "")
  if (simulate.dataset.running === "true" && !running) ended = Date.now()
  simulate.hidden = false
  simulate.dataset.running = String(running)
  simulate.title = `${traders} traders, ${ordersPerSecond} orders a second`
  write(simulate, running ? "Stop simulated traders" : "Start simulated traders")
}

async function askSimulation() {
  try {
    const now = await api.get("simulation")
    simulated(now)
    if (broken && !now.running) write(byId("simulation-notice"), "The simulated traders have stopped: the server was restarted, or nobody had the page open for a minute.")
    broken = false
  } catch (failure) {
    if (failure.status === 404) simulate.hidden = true // this server has none
  }
}

simulate.addEventListener("click", async () => {
  write(byId("simulation-notice"), "")
  try {
    simulated(await api.simulate(simulate.dataset.running !== "true"))
    ended = 0 // by this page's own click
  } catch {
    askSimulation()
  }
})
feed.subscribe("statistics:simulation", { begun: () => askSimulation(), heard: simulated })

begin()
