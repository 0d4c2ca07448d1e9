package eddy.web.internal

import java.util.ArrayDeque

/** The requests of a connection that are under way, in the order in which they came; responses leave in that order.
  * Used by the connection's I/O thread only.
  */
private[eddy] final class ExchangeQueue(write: (Exchange, Output) => Unit, start: Exchange => Unit):
  private val queue = ArrayDeque[Exchange]()

  def size: Int = queue.size
  def isEmpty: Boolean = queue.isEmpty
  def front: Exchange | Null = queue.peekFirst
  def add(exchange: Exchange): Unit = queue.addLast(exchange)
  def foreach(f: Exchange => Unit): Unit = queue.forEach(e => f(e))

  /** Ends the streams of events, which would not end by themselves. */
  def endEvents(): Unit = foreach: exchange =>
    val stream = exchange.stream
    if stream != null && stream.isEvents then stream.end()

  /** Starts what may run: the first, and safe ones beside safe ones. */
  def startEligible(): Unit = if queue.size > 1 then startSeveral() else startOnly()

  private def startOnly(): Unit =
    val only = front
    if only != null && only.ready && !only.started then
      only.started = true
      start(only)
      // starting may have answered at once, and the next come
      if !(front eq only) then startEligible()

  private def startSeveral(): Unit =
    val each = queue.iterator
    var first = true
    var go = true
    // Starting may answer at once, and so change the queue: one at a time, then anew.
    var chosen: Exchange | Null = null
    while go && chosen == null && each.hasNext do
      val exchange = each.next()
      if !exchange.ready || !first && !exchange.isSafe then go = false
      else if !exchange.started then chosen = exchange
      else if !exchange.isSafe then go = false
      first = false
    if chosen != null then
      chosen.started = true
      start(chosen)
      startEligible()

  def emit(exchange: Exchange, output: Output): Unit =
    if exchange eq front then write(exchange, output) else exchange.keep(output)

  /** The first is done: writes what the next has waiting.
    * @return whether it was the last
    */
  def next(): Unit =
    queue.removeFirst(): Unit
    val exchange = front
    if exchange != null then
      var output = exchange.takeKept()
      while output != null && (front eq exchange) do
        write(exchange, output)
        if front eq exchange then output = exchange.takeKept()

  /** Forgets all; what waits is released and told. */
  def clear(): Seq[Exchange] =
    val all = Seq.newBuilder[Exchange]
    queue.forEach(e => all.addOne(e): Unit)
    queue.clear()
    all.result()
end ExchangeQueue
