package eddy.web.internal

/** The requests of a connection that are under way, in the order in which they came; responses leave in that
  * order. They hold one another, so that an idle connection allocates no queue. Used by the connection's I/O
  * thread only.
  */
private[eddy] abstract class ExchangeQueue:
  private var first: Exchange | Null = null
  private var last: Exchange | Null = null
  private var count = 0

  /** Sends a part of the response to the first. */
  protected def write(exchange: Exchange, output: Output): Unit

  /** Starts what the request asks for. */
  protected def start(exchange: Exchange): Unit

  def size: Int = count
  def isEmpty: Boolean = count == 0
  def front: Exchange | Null = first

  def add(exchange: Exchange): Unit =
    val before = last
    if before == null then first = exchange else before.behind = exchange
    last = exchange
    count += 1

  /** `f` may not take any out. */
  def foreach(f: Exchange => Unit): Unit =
    var each = first
    while each != null do
      f(each)
      each = each.behind

  /** Ends the streams of events, which would not end otherwise. */
  def endEvents(): Unit = foreach: exchange =>
    val stream = exchange.stream
    if stream != null && stream.isEvents then stream.end()

  /** Starts what may run: the first, and safe ones beside safe ones. */
  def startEligible(): Unit = if count > 1 then startSeveral() else startOnly()

  private def startOnly(): Unit =
    val only = front
    if only != null && only.mayStart then
      only.started = true
      start(only)
      // starting may have answered at once, and the next come
      if !(front eq only) then startEligible()

  private def startSeveral(): Unit =
    var each = first
    var go = true
    // Starting may answer at once, and so change the queue: one at a time, then look again.
    var chosen: Exchange | Null = null
    while go && chosen == null && each != null do
      val exchange = each
      if !exchange.ready || !(exchange eq first) && !exchange.isSafe then go = false
      else if exchange.mayStart then chosen = exchange
      else if !exchange.started then go = false
      else if !exchange.isSafe then go = false
      each = exchange.behind
    if chosen != null then
      chosen.started = true
      start(chosen)
      startEligible()

  def emit(exchange: Exchange, output: Output): Unit =
    if exchange eq front then write(exchange, output) else exchange.keep(output)

  /** The first is done: writes what the next has waiting.
    * @throws java.util.NoSuchElementException when the queue is empty
    */
  def next(): Unit =
    val done = first
    if done == null then throw java.util.NoSuchElementException("no request is under way")
    first = done.behind
    done.behind = null
    if first == null then last = null
    count -= 1
    val exchange = front
    if exchange != null then
      var output = exchange.takeKept()
      while output != null && (front eq exchange) do
        write(exchange, output)
        if front eq exchange then output = exchange.takeKept()

  /** Empties the queue; pending entries are released, and their owners notified. */
  def clear(): Seq[Exchange] =
    val all = Seq.newBuilder[Exchange]
    foreach(e => all.addOne(e): Unit)
    first = null
    last = null
    count = 0
    val forgotten = all.result()
    forgotten.foreach(_.behind = null)
    forgotten
end ExchangeQueue
