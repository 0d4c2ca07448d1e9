import { Book } from "./book.js"

// One product as it is: its book, its last trades, its candles. Each begins with what the server has, and follows its channel; where
// the channel has a gap it begins again. Dispatches "change".

const TRADES = 60
const TOLD_AT_ONCE = 100

export class Market extends EventTarget {
  book = new Book()
  trades = [] // newest first
  candles = new Map() // start -> candle, of the chosen length
  #ends = []
  #asking = {}
  #heard = { trades: [], candles: [] } // what came since it was asked for; null when the answer is there
  #over = false

  constructor(product, length, feed, api) {
    super()
    Object.assign(this, { product, length, feed, api })
    this.#follow("book", changes => this.book.hear(changes) || this.#ask("book"))
    this.#follow("trades", trades => this.#hearTrades(trades))
    this.#follow("candles", all => { this.#heard.candles?.push(all); this.#addCandles(all) })
  }

  /** Shows candles of another length, in milliseconds. */
  choose(length) {
    this.length = length
    this.candles = new Map()
    this.#ask("candles")
  }

  /** Whether a part is being asked for: what is shown of it may have gaps. */
  isAsking(kind) { return kind === "book" ? !this.book.whole : this.#heard[kind] !== null }

  close() {
    this.#over = true
    this.#ends.forEach(end => end())
  }

  #follow(kind, heard) {
    this.#ends.push(this.feed.subscribe(`${kind}:${this.product}`, {
      begun: recovered => { if (!recovered) this.#ask(kind) },
      heard: data => { heard(data); this.#changed() },
    }))
  }

  /** One question of a kind at a time; one that fails is asked again. */
  async #ask(kind) {
    if (this.#over) return
    if (this.#asking[kind]) { this.#asking[kind].again = true; return }
    const asking = this.#asking[kind] = { again: false }
    if (kind === "book") this.book.ask()
    else this.#heard[kind] = []
    const answer = await this.#get(kind).catch(() => null)
    delete this.#asking[kind]
    if (this.#over) return
    const whole = answer !== null && this.#take(kind, answer) && !asking.again
    this.#changed()
    if (!whole) setTimeout(() => this.#ask(kind), answer === null ? 1000 : 0)
  }

  #get(kind) {
    const product = `products/${encodeURIComponent(this.product)}`
    if (kind === "book") return this.api.get(`${product}/live`)
    if (kind === "trades") return this.api.get(`${product}/trades`)
    return this.api.get(`${product}/candles?every=${this.length}`)
  }

  #take(kind, answer) {
    if (kind === "book") return this.book.load(answer)
    if (kind === "candles" && answer.every !== this.length) return false // another was chosen meanwhile
    const heard = this.#heard[kind]
    if (kind === "trades") {
      this.trades = []
      this.#addTrades(answer)
      heard.forEach(trades => this.#addTrades(trades))
    } else {
      this.candles = new Map(answer.candles.map(c => [c.start, c]))
      heard.forEach(all => this.#addCandles(all))
    }
    this.#heard[kind] = null
    return true
  }

  /** Trades are numbered without gaps, but for those that were too many to be told at once. What lost trades may have lost candles. */
  #hearTrades(trades) {
    const asking = this.#heard.trades
    asking?.push(trades)
    const gap = !asking && trades[0].number > (this.trades[0]?.number ?? 0) + 1
    this.#addTrades(trades)
    if (!gap || trades.length === TOLD_AT_ONCE) return
    this.#ask("trades")
    this.#ask("candles")
  }

  #addTrades(trades) {
    const known = new Map(this.trades.map(t => [t.number, t]))
    trades.forEach(t => known.set(t.number, t))
    this.trades = [...known.values()].sort((a, b) => b.number - a.number).slice(0, TRADES)
  }

  #addCandles(all) {
    const own = all.find(c => c.every === this.length)
    own?.candles.forEach(c => this.candles.set(c.start, c))
  }

  #changed() { this.dispatchEvent(new Event("change")) }
}
