package eddy.trading.internal

/** Default bounds of an exchange by the heap of this process: together they take about half of it. The rest
  * is for a snapshot in the making, for connections and for garbage.
  */
private[trading] object HeapShare:
  // measured, with their places in a book's tables
  private val OrderBytes = 300
  private val KeyBytes = 300
  private val EndedBytes = 60
  private val UsualMarkets = 8
  private val Most = 100_000

  /** Open orders of all markets: a quarter. */
  def orders: Int = ordersIn(Runtime.getRuntime.nn.maxMemory)

  /** Keys of one market: an eighth for those of eight. */
  def keys: Int = keysIn(Runtime.getRuntime.nn.maxMemory)

  /** Ended orders of one market: a twentieth for those of eight. */
  def ended: Int = endedIn(Runtime.getRuntime.nn.maxMemory)

  def ordersIn(heapBytes: Long): Int = (heapBytes / 4 / OrderBytes).max(1000).min(50_000_000).toInt
  def keysIn(heapBytes: Long): Int = (heapBytes / 8 / UsualMarkets / KeyBytes).max(1000).min(Most).toInt
  def endedIn(heapBytes: Long): Int = (heapBytes / 20 / UsualMarkets / EndedBytes).max(1000).min(Most).toInt
end HeapShare
