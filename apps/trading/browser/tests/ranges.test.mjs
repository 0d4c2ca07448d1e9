import assert from "node:assert/strict"
import { test } from "node:test"
import { near, usual } from "../../resources/trading/js/ranges.js"

const candles = (...ranges) => ranges.map(([low, high]) => ({ low, high }))
const steady = n => Array.from({ length: n }, (_, i) => [100 + i % 5, 104 + i % 5])

test("candles show the prices of most, whichever is far from them", () => {
  const rows = [
    [candles(), [0, 0]],
    [candles([5, 9]), [5, 9]],
    [candles([1, 1], [100, 100]), [1, 100]],
    [candles(...steady(20)), [100, 108]],
    [candles(...steady(20), [101, 90_000]), [100, 108]],
    [candles(...steady(20), [1, 103]), [100, 108]],
    [candles(...steady(20), [90_000, 90_000]), [100, 108]],
    [candles(...steady(5), [1, 90_000]), [100, 107]],
    [candles(...steady(90), [1, 2], [1, 90_000], [80_000, 90_000]), [100, 108]],
    // not far: shown as it is
    [candles(...steady(20), [101, 112]), [100, 112]],
    // a market that stands still, and one trade far from it
    [candles(...Array(30).fill([500, 500]), [500, 9_000]), [500, 500]],
  ]
  for (const [all, [low, high]] of rows) {
    const [from, to] = usual(all)
    assert.ok(from >= low - 4 && from <= low && to <= high + 4 && to >= high, `${JSON.stringify(all.slice(-3))}: ${from} to ${to}`)
  }
})

test("depth shows some per cent around the middle, and both best prices", () => {
  assert.deepEqual(near(9_990, 10_010), [9_800, 10_200])
  assert.deepEqual(near(10_000, undefined), [9_800, 10_200])
  assert.deepEqual(near(undefined, 10_000), [9_800, 10_200])
  assert.deepEqual(near(2, 4), [0, 8])
  assert.deepEqual(near(undefined, undefined), [0, 1])
  for (const [bid, ask] of [[1, 900_000], [10, 30], [5_000, 5_001]]) {
    const [low, high] = near(bid, ask)
    assert.ok(low <= bid && high >= ask, `${bid} ${ask}: ${low} ${high}`)
  }
})
