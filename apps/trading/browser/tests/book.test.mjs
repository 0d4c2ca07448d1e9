import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { test } from "node:test"

// no package there tells Node.js that it is a module
const source = await readFile(new URL("../../resources/trading/js/book.js", import.meta.url))
const { Book } = await import(`data:text/javascript;base64,${source.toString("base64")}`)

const level = (price, quantity) => ({ price, quantity, orders: quantity > 0 ? 1 : 0 })

/** A server's book, and changes as it would send them. */
function server(random) {
  const book = new Map()
  let number = 0
  return {
    snapshot: () => ({ life: "a", number, bids: [...book.values()], asks: [] }),
    change() {
      const price = 90 + Math.floor(random() * 20)
      const changed = level(price, Math.floor(random() * 3))
      if (changed.quantity === 0) book.delete(price)
      else book.set(price, changed)
      number += 1
      return { life: "a", number, bids: [changed], asks: [] }
    },
    levels: () => [...book.values()].sort((a, b) => b.price - a.price),
  }
}

/** A generator of numbers that gives the same ones each time (mulberry32). */
function seeded(seed) {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

test("a book of a snapshot and changes is the server's, also when changes are lost or come before the snapshot", () => {
  let gaps = 0
  for (let seed = 1; seed <= 50; seed += 1) {
    const random = seeded(seed)
    const from = server(random)
    const book = new Book()
    let answer = null // made somewhere between the question and its arrival
    const ask = () => { book.ask(); answer = null }
    ask()
    for (let n = 0; n < 300; n += 1) {
      const changes = from.change()
      if (random() > 0.1 && !book.hear(changes)) { ask(); gaps += 1 }
      if (!book.whole && answer === null && random() < 0.5) answer = from.snapshot()
      if (answer !== null && random() < 0.3) {
        if (book.load(answer)) answer = null
        else ask()
      }
    }
    if (!book.whole || !book.hear(from.change())) { ask(); assert.ok(book.load(from.snapshot())) }
    assert.deepEqual(book.levels("buy"), from.levels(), `seed ${seed}`)
  }
  assert.ok(gaps > 100, `${gaps} gaps`)
})

test("a market that began anew is a gap, whatever was heard of the one before", () => {
  const book = new Book()
  book.ask()
  book.load({ life: "a", number: 5, bids: [level(100, 1)], asks: [] })
  assert.equal(book.hear({ life: "b", number: 6, bids: [level(100, 7)], asks: [] }), false)
  book.ask()
  assert.ok(book.hear({ life: "b", number: 7, bids: [level(101, 7)], asks: [] }))
  assert.equal(book.load({ life: "a", number: 5, bids: [level(100, 1)], asks: [] }), false, "the answer was of the life before")
  book.ask()
  assert.ok(book.load({ life: "b", number: 7, bids: [level(101, 7)], asks: [] }))
  assert.deepEqual(book.levels("buy"), [level(101, 7)])
})
