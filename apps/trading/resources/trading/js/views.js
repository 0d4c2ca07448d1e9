import { byId, number, rows, time, write } from "./text.js"

// Book, tape and the head of the page. They only show.

const LEVELS = matchMedia("(max-width: 46rem)").matches ? 5 : 9
const TAPE = 40

export function showMarket(market) {
  const { book } = market
  byId("book").ariaBusy = String(market.isAsking("book"))
  byId("tape").ariaBusy = String(market.isAsking("trades"))
  const [bids, asks] = [book.levels("buy"), book.levels("sell")]
  showHead(market, bids[0], asks[0])
  const most = Math.max(1, ...[...bids.slice(0, LEVELS), ...asks.slice(0, LEVELS)].map(l => l.quantity))
  side(byId("asks"), asks.slice(0, LEVELS).reverse(), most)
  side(byId("bids"), bids.slice(0, LEVELS), most)
  write(byId("gap"), bids[0] && asks[0] ? `spread ${number.format(asks[0].price - bids[0].price)}` : "–")
  showTape(market.trades)
}

function showHead(market, bid, ask) {
  const [last, before] = market.trades
  const rises = last && before ? Math.sign(last.price - before.price) : 0
  const node = byId("last")
  write(node, last ? number.format(last.price) : "–")
  if (rises !== 0) node.dataset.moved = rises > 0 ? "up" : "down"
  else if (!last) delete node.dataset.moved
  const quote = level => level ? `${number.format(level.price)} × ${number.format(level.quantity)}` : "–"
  write(byId("bid"), quote(bid))
  write(byId("ask"), quote(ask))
  write(byId("spread"), bid && ask ? number.format(ask.price - bid.price) : "–")
  document.title = last ? `${number.format(last.price)} ${market.product} · Eddy` : `${market.product} · Eddy`
}

function side(body, levels, most) {
  rows(body, levels.map(l => [number.format(l.price), number.format(l.quantity), number.format(l.orders)]))
  levels.forEach((l, n) => body.rows[n].style.setProperty("--share", `${(100 * l.quantity / most).toFixed(1)}%`))
}

function showTape(trades) {
  const body = byId("tape")
  const shown = trades.slice(0, TAPE)
  rows(body, shown.map(t => [time(t.millis), `${number.format(t.price)} ${t.side === "buy" ? "▲" : "▼"}`, number.format(t.quantity)]))
  shown.forEach((t, n) => {
    const row = body.rows[n]
    row.className = t.side
    row.dataset.trade = t.number
    row.cells[1].ariaLabel = `${t.price}, ${t.side === "buy" ? "a buyer came" : "a seller came"}`
  })
  byId("tape-empty").hidden = shown.length > 0
}
