// Which prices the charts show, so that one order or trade far from the market does not flatten all others.

const FAR = 0.05 // of the candles, on each side, may lie outside
const NEAR = 0.02 // of the middle price, on each side

/** The lowest and the highest price of most candles, and of all where none is far from the others. */
export function usual(candles) {
  if (candles.length === 0) return [0, 0]
  const lows = candles.map(c => c.low).sort((a, b) => a - b)
  const highs = candles.map(c => c.high).sort((a, b) => a - b)
  const out = candles.length < 5 ? 0 : Math.max(1, Math.floor(FAR * candles.length))
  // one candle may be far as a whole
  const low = Math.min(lows[out], highs.at(-1 - out))
  const high = Math.max(lows[out], highs.at(-1 - out))
  const span = Math.max(2, high - low, 0.002 * high)
  return [lows[0] >= low - span ? lows[0] : low, highs.at(-1) <= high + span ? highs.at(-1) : high]
}

/** The range of the depth: some per cent around the middle, and in any case both best prices. */
export function near(bid, ask) {
  if (bid === undefined && ask === undefined) return [0, 1]
  const middle = ((bid ?? ask) + (ask ?? bid)) / 2
  const reach = Math.max(5, NEAR * middle, 1.5 * (middle - (bid ?? middle)))
  return [Math.max(0, Math.floor(middle - reach)), Math.ceil(middle + reach)]
}
