package eddy.trading.internal

/** Default bounds of an exchange by the heap of this process: together they take about a fifth of it. All
  * default budgets of a process that has the others, too (histories of channels, unsent answers, bodies that
  * wait:
  * an eighth each), are below two thirds. The rest is for a snapshot in the making, for connections and for
  * garbage.
  */
private[trading] object HeapShare:
  // measured, with their places in a book's tables
  private val OrderBytes = 300
  private val KeyBytes = 300
  private val EndedBytes = 60
  private val UsualMarkets = 8
  private val Most = 100_000

  /** Open orders of all markets: an eighth. */
  def orders: Int = ordersIn(Runtime.getRuntime.nn.maxMemory)

  /** Keys of one market: a sixteenth for those of eight. */
  def keys: Int = keysIn(Runtime.getRuntime.nn.maxMemory)

  /** Ended orders of one market: a thirty-second for those of eight. */
  def ended: Int = endedIn(Runtime.getRuntime.nn.maxMemory)

  def ordersIn(heapBytes: Long): Int = (heapBytes / 8 / OrderBytes).max(1000).min(50_000_000).toInt
  def keysIn(heapBytes: Long): Int = (heapBytes / 16 / UsualMarkets / KeyBytes).max(1000).min(Most).toInt
  def endedIn(heapBytes: Long): Int = (heapBytes / 32 / UsualMarkets / EndedBytes).max(1000).min(Most).toInt
end HeapShare
