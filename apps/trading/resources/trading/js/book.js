// A book made of a snapshot and the numbered changes that follow it (docs/trading.md, "The live feed").

const MOST_KEPT = 1000

export class Book {
  bids = new Map() // price -> { price, quantity, orders }
  asks = new Map()
  whole = false
  #life = ""
  #number = -1
  #kept = [] // changes that came since a snapshot was asked for

  /** Takes changes. False when a snapshot is to be asked for. */
  hear(changes) {
    if (this.whole) return this.#follow(changes)
    if (this.#kept.length === MOST_KEPT) this.#kept.shift() // a gap then, which is noticed
    this.#kept.push(changes)
    return true
  }

  /** A snapshot is being asked for. It will have all that was told before; what is told from now on it may lack. */
  ask() {
    this.whole = false
    this.#kept = []
  }

  /** Takes a snapshot, and what came meanwhile. False when it is to be asked for again. */
  load(snapshot) {
    this.#life = snapshot.life
    this.#number = snapshot.number
    this.bids = new Map(snapshot.bids.map(l => [l.price, l]))
    this.asks = new Map(snapshot.asks.map(l => [l.price, l]))
    this.whole = true
    return this.#kept.every(changes => this.#follow(changes))
  }

  /** Levels of a side, best first. */
  levels(side) {
    const levels = [...(side === "buy" ? this.bids : this.asks).values()]
    return levels.sort((a, b) => side === "buy" ? b.price - a.price : a.price - b.price)
  }

  #follow(changes) {
    // behind a gap, or of another life than the snapshot
    if (changes.life !== this.#life || changes.number > this.#number + 1) return this.whole = false
    if (changes.number === this.#number + 1) {
      this.#number = changes.number
      apply(this.bids, changes.bids)
      apply(this.asks, changes.asks)
    }
    return true
  }
}

function apply(side, levels) {
  for (const level of levels) {
    if (level.quantity === 0) side.delete(level.price)
    else side.set(level.price, level)
  }
}
