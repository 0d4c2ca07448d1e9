import { near, usual } from "./ranges.js"
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

  /** @param own open orders of the trader with a price, in this market */
  show(market, own = this.own ?? []) {
    this.market = market
    this.own = own
    this.#showCandles(filled([...market.candles.values()].sort((a, b) => a.start - b.start), market.length))
    this.#showDepth(market.book)
  }

  /** The last price, and the own orders. */
  #lines() {
    const last = this.market.trades[0]?.price
    return [
      ...this.own.map(o => ({ price: o.price ?? o.trigger, text: `${o.side} ${number.format(o.quantity - o.filled)}`, colour: colour(o.side), dash: [] })),
      ...(last === undefined ? [] : [{ price: last, text: `last ${number.format(last)}`, colour: colour("ink"), dash: [4, 4], beside: true }]),
    ]
  }

  #showCandles(candles) {
    const { data } = this.#candles
    // each has a place of its own from the right, however few there are
    const before = Array(CANDLES - candles.length).fill(null)
    const padded = values => [...before, ...values]
    const [up, down] = [colour("buy"), colour("sell")]
    const colours = candles.map(c => c.close >= c.open ? up : down)
    const [wicks, bodies, lots] = data.datasets
    data.labels = [...before.map(() => ""), ...candles.map(c => this.market.length < 60_000 ? time(c.start) : shortTime(c.start))]
    wicks.data = padded(candles.map(c => [c.low, c.high]))
    bodies.data = padded(candles.map(c => [c.open, c.close]))
    lots.data = padded(candles.map(c => c.lots))
    wicks.backgroundColor = bodies.backgroundColor = padded(colours)
    bodies.candles = padded(candles)
    const most = Math.max(1, ...candles.map(c => c.lots))
    const { lots: volume, y } = this.#candles.options.scales
    volume.max = most * 5
    const [lowest, highest] = usual(candles)
    const room = Math.max(1, ROOM * (highest - lowest))
    // no price is below zero, but the room under the lowest may be
    y.min = candles.length > 0 ? Math.max(0, Math.floor(lowest - room)) : undefined
    y.max = candles.length > 0 ? Math.ceil(highest + room) : undefined
    this.#candles.lines = this.#lines()
    y.display = this.#candles.options.scales.x.display = candles.length > 0
    this.#candles.update("none")
    byId("candles-empty").hidden = candles.length > 0
    const last = candles.at(-1)
    byId("candle-chart").ariaLabel = last
      ? `Candles: the last from ${time(last.start)}, opened at ${last.open}, highest ${last.high}, lowest ${last.low}, now ${last.close}`
      : "Candles: no trades yet"
  }

  #showDepth(book) {
    const [low, high] = near(book.levels("buy")[0]?.price, book.levels("sell")[0]?.price)
    const sums = (side, edge) => {
      let sum = 0
      const shown = book.levels(side).filter(l => l.price >= low && l.price <= high).map(l => ({ x: l.price, y: sum += l.quantity }))
      return shown.length > 0 && shown.at(-1).x !== edge ? [...shown, { x: edge, y: sum }] : shown
    }
    const [bids, asks] = [sums("buy", low), sums("sell", high)]
    const [buy, sell] = this.#depth.data.datasets
    buy.data = bids.toReversed()
    sell.data = asks
    const prices = [...bids, ...asks].map(p => p.x)
    const { x, y } = this.#depth.options.scales
    x.display = y.display = prices.length > 0
    x.min = low
    x.max = high
    this.#depth.lines = this.#lines()
    this.#depth.update("none")
    byId("depth-empty").hidden = prices.length > 0
    const lots = side => number.format(side.at(-1)?.y ?? 0)
    byId("depth-chart").ariaLabel = prices.length
      ? `Depth near the market: ${lots(bids)} lots bid down to ${number.format(x.min)}, ${lots(asks)} offered up to ${number.format(x.max)}`
      : "Depth: the book is empty"
  }
}

/** Draws `chart.lines`: across at prices of the axis y, or down at those of the axis x. */
const levels = axis => ({
  id: "levels",
  afterDatasetsDraw(chart) {
    const { ctx, chartArea: area, scales, lines = [] } = chart
    const scale = scales[axis]
    ctx.save()
    ctx.font = "600 11px system-ui, sans-serif"
    for (const { price, text, colour: ink, dash, beside } of lines) {
      if (price < scale.min || price > scale.max || !scale.options.display) continue
      const at = Math.round(scale.getPixelForValue(price)) + 0.5
      ctx.strokeStyle = ctx.fillStyle = ink
      ctx.setLineDash(dash)
      ctx.beginPath()
      if (axis === "y") { ctx.moveTo(area.left, at); ctx.lineTo(area.right, at) }
      else { ctx.moveTo(at, area.top); ctx.lineTo(at, area.bottom) }
      ctx.stroke()
      if (axis === "x") continue
      const [left, base] = [area.left + (beside ? 84 : 4), at < area.top + 16 ? at + 14 : at - 4]
      ctx.fillStyle = colour("paper")
      ctx.fillRect(left - 2, base - 10, ctx.measureText(text).width + 4, 12)
      ctx.fillStyle = ink
      ctx.fillText(text, left, base)
    }
    ctx.restore()
  },
})

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
      if (!c) return []
      return [`open ${c.open}`, `high ${c.high}`, `low ${c.low}`, `close ${c.close}`, `lots ${c.lots}`]
    },
  }
  options.scales = {
    x: { grid: { display: false }, border: { color: colour("line") }, ticks: axis() },
    y: { position: "right", beginAtZero: false, grid: grid(), border: { display: false }, ticks: { ...axis(), precision: 0 } },
    lots: { display: false, beginAtZero: true },
  }
  return new Chart(canvas, {
    type: "bar",
    data: { labels: [], datasets: [
      { ...bar, data: [], barThickness: 1.5, yAxisID: "y" },
      { ...bar, data: [], barPercentage: 0.9, categoryPercentage: 0.8, maxBarThickness: 14, yAxisID: "y" },
      { ...bar, data: [], backgroundColor: colour("volume"), barPercentage: 0.9, categoryPercentage: 0.8, maxBarThickness: 14, yAxisID: "lots", minBarLength: 0 },
    ] },
    plugins: [levels("y")],
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
    label: item => `${number.format(item.parsed.y)} lots ${item.datasetIndex === 0 ? "bid down to here" : "offered up to here"}`,
  }
  options.scales = {
    x: { type: "linear", grid: { display: false }, border: { color: colour("line") }, ticks: { ...axis(), precision: 0 } },
    y: { position: "right", beginAtZero: true, grid: grid(), border: { display: false }, ticks: { ...axis(), maxTicksLimit: 5 } },
  }
  return new Chart(canvas, { type: "line", data: { datasets: [side("buy", "after"), side("sell", "before")] }, plugins: [levels("x")], options })
}
