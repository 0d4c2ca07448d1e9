import { byId, number, shortTime, time } from "./text.js"

// Candles and depth, drawn by Chart.js. What they show is also told in words, for who cannot see them.

const { Chart } = window
const CANDLES = matchMedia("(max-width: 40rem)").matches ? 40 : 90
const ROOM = 0.08 // above and below the prices, as a part of what lies between them
const colour = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()

const axis = () => ({ color: colour("quiet"), font: { size: 11 }, maxRotation: 0, autoSkipPadding: 24 })
const grid = () => ({ color: colour("line"), drawTicks: false })

const common = () => ({
  animation: false,
  maintainAspectRatio: false,
  normalized: true,
  interaction: { mode: "index", intersect: false },
  plugins: { legend: { display: false }, tooltip: { animation: false, displayColors: false } },
})

export class Charts {
  #candles = null
  #depth = null

  constructor() {
    this.#make()
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#make())
  }

  #make() {
    this.#candles?.destroy()
    this.#depth?.destroy()
    this.#candles = candleChart(byId("candle-chart"))
    this.#depth = depthChart(byId("depth-chart"))
    if (this.market) this.show(this.market)
  }

  show(market) {
    this.market = market
    this.#showCandles(filled([...market.candles.values()].sort((a, b) => a.start - b.start), market.length))
    this.#showDepth(market.book)
  }

  #showCandles(candles) {
    const { data } = this.#candles
    const [up, down] = [colour("buy"), colour("sell")]
    const colours = candles.map(c => c.close >= c.open ? up : down)
    const [wicks, bodies, lots] = data.datasets
    data.labels = candles.map(c => this.market.length < 60_000 ? time(c.start) : shortTime(c.start))
    wicks.data = candles.map(c => [c.low, c.high])
    bodies.data = candles.map(c => [c.open, c.close])
    lots.data = candles.map(c => c.lots)
    wicks.backgroundColor = bodies.backgroundColor = colours
    bodies.candles = candles
    const most = Math.max(1, ...lots.data)
    const { lots: volume, y } = this.#candles.options.scales
    volume.max = most * 5
    const [lowest, highest] = [Math.min(...candles.map(c => c.low)), Math.max(...candles.map(c => c.high))]
    // no price is below it, but the room under the lowest may be
    y.min = lowest - ROOM * (highest - lowest) < 0 ? 0 : undefined
    y.display = this.#candles.options.scales.x.display = candles.length > 0
    this.#candles.update("none")
    byId("candles-empty").hidden = candles.length > 0
    const last = candles.at(-1)
    byId("candle-chart").ariaLabel = last
      ? `Candles: the last from ${time(last.start)}, opened at ${last.open}, highest ${last.high}, lowest ${last.low}, now ${last.close}`
      : "Candles: no trades yet"
  }

  #showDepth(book) {
    const sums = side => {
      let sum = 0
      return book.levels(side).slice(0, 40).map(l => ({ x: l.price, y: sum += l.quantity }))
    }
    const [bids, asks] = [sums("buy"), sums("sell")]
    const [buy, sell] = this.#depth.data.datasets
    buy.data = bids.toReversed()
    sell.data = asks
    const prices = [...bids, ...asks].map(p => p.x)
    const { x, y } = this.#depth.options.scales
    x.display = y.display = prices.length > 0
    x.min = prices.length ? Math.min(...prices) : 0
    x.max = prices.length ? Math.max(...prices) : 1
    this.#depth.update("none")
    byId("depth-empty").hidden = prices.length > 0
    const lots = side => number.format(side.at(-1)?.y ?? 0)
    byId("depth-chart").ariaLabel = prices.length
      ? `Depth: buyers for ${lots(bids)} lots down to ${number.format(x.min)}, sellers of ${lots(asks)} up to ${number.format(x.max)}`
      : "Depth: the book is empty"
  }
}

/** The last ones, with one that does nothing where there were no trades. */
function filled(candles, length) {
  const all = []
  for (const c of candles.slice(-CANDLES)) {
    const last = all.at(-1)
    // those further back would not be shown
    let start = last ? Math.max(last.start + length, c.start - CANDLES * length) : c.start
    for (; start < c.start; start += length)
      all.push({ start, open: last.close, high: last.close, low: last.close, close: last.close, lots: 0 })
    all.push(c)
  }
  return all.slice(-CANDLES)
}

function candleChart(canvas) {
  const bar = { grouped: false, minBarLength: 1.5 }
  const options = common()
  options.plugins.tooltip.filter = item => item.datasetIndex === 1
  options.plugins.tooltip.callbacks = {
    title: ([item]) => item?.label,
    label: item => {
      const c = item.dataset.candles[item.dataIndex]
      return [`open ${c.open}`, `high ${c.high}`, `low ${c.low}`, `close ${c.close}`, `lots ${c.lots}`]
    },
  }
  options.scales = {
    x: { grid: { display: false }, border: { color: colour("line") }, ticks: axis() },
    y: { position: "right", beginAtZero: false, grace: `${100 * ROOM}%`, grid: grid(), border: { display: false }, ticks: { ...axis(), precision: 0 } },
    lots: { display: false, beginAtZero: true },
  }
  return new Chart(canvas, {
    type: "bar",
    data: { labels: [], datasets: [
      { ...bar, data: [], barThickness: 1.5, yAxisID: "y" },
      { ...bar, data: [], barPercentage: 0.9, categoryPercentage: 0.8, maxBarThickness: 14, yAxisID: "y" },
      { ...bar, data: [], backgroundColor: colour("volume"), barPercentage: 0.9, categoryPercentage: 0.8, maxBarThickness: 14, yAxisID: "lots", minBarLength: 0 },
    ] },
    options,
  })
}

function depthChart(canvas) {
  const side = (name, stepped) => ({
    data: [], borderColor: colour(name), backgroundColor: colour(`${name}-ground`), borderWidth: 2, fill: "origin", stepped,
    pointRadius: 0, pointHitRadius: 6,
  })
  const options = common()
  options.interaction = { mode: "nearest", axis: "x", intersect: false }
  options.plugins.tooltip.callbacks = {
    title: ([item]) => item ? `${number.format(item.parsed.x)} ticks` : "",
    label: item => `${number.format(item.parsed.y)} lots ${item.datasetIndex === 0 ? "wanted down to it" : "offered up to it"}`,
  }
  options.scales = {
    x: { type: "linear", grid: { display: false }, border: { color: colour("line") }, ticks: { ...axis(), precision: 0 } },
    y: { position: "right", beginAtZero: true, grid: grid(), border: { display: false }, ticks: { ...axis(), maxTicksLimit: 5 } },
  }
  return new Chart(canvas, { type: "line", data: { datasets: [side("buy", "after"), side("sell", "before")] }, options })
}
