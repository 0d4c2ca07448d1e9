package eddy.remote.session

import eddy.remote.spi.SessionEnd

import scala.collection.mutable
import scala.util.Random

/** Two ends of a session over connections that break, with every order of events that a random seed decides.
  * It checks that within a session frames arrive once, in order and without a gap, and that an end opens and
  * closes sessions in turn, with rising numbers.
  */
final class SessionProgram(random: Random):
  import SessionProgram.*

  val low = End("low", isLower = true)
  val high = End("high", isLower = false)
  private val ends = Vector(low, high)
  private val pipes = mutable.ArrayBuffer.empty[Pipe]

  /** One end of the session. */
  final class End(val name: String, isLower: Boolean):
    val state: SessionState[Pipe] = SessionState(isLower)
    // by session
    val sent, got = mutable.HashMap.empty[Int, mutable.ArrayBuffer[Int]]
    val history = mutable.ArrayBuffer.empty[String]
    var opened, closed = 0
    private var number = 0
    def other: End = if this eq low then high else low
    def session: Int = number

    def send(): Unit =
      if state.isOpen then
        val mine = sent.getOrElseUpdate(number, mutable.ArrayBuffer.empty)
        val value = mine.size
        mine += value
        val frame = Array(value.toByte, (value >> 8).toByte)
        state.send(frame)
        val by = state.connection
        if by != null then by.send(this, Item.Frame(frame, number))

    def acknowledge(): Unit =
      val by = state.connection
      if by != null then by.send(this, Item.Received(state.received))

    def run(actions: List[SessionAction[Pipe]]): Unit = actions.foreach:
      case SessionAction.Opened(next) =>
        history += s"opened $next"
        check(opened == closed, s"$name opened $next while $number was open")
        check(next > number, s"$name opened $next after $number")
        number = next
        opened += 1
      case SessionAction.Closed(which, why) =>
        history += s"closed $which: $why"
        check(which == number && closed == opened - 1, s"$name closed $which, $number being open")
        check(!why.isInstanceOf[SessionEnd.Violated], s"$name closed $which: $why")
        closed += 1
      case SessionAction.Start(to, start) => to.send(this, Item.Start(start))
      case SessionAction.Begin(to, first) => to.send(this, Item.Begin(first))
      case SessionAction.Replay(to, frames) => frames.foreach(f => to.send(this, Item.Frame(f, number)))
      case SessionAction.Farewell(to, why) => to.send(this, Item.Farewell(why))
      case SessionAction.Drop(pipe) => pipe.close(this)

    def handle(pipe: Pipe, item: Item): Unit = item match
      case Item.Hello => pipe.send(this, Item.Welcome(state.position))
      case Item.Welcome(position) => run(state.welcomed(pipe, position))
      case Item.Start(start) => run(state.started(pipe, start))
      case Item.Begin(first) => run(state.begun(pipe, first))
      case Item.Received(frame) => run(state.acknowledged(pipe, frame))
      case Item.Farewell(why) => run(state.farewell(pipe, why))
      case Item.Closed => state.broken(pipe): Unit
      case Item.Frame(frame, from) =>
        state.frame(pipe) match
          case Arrived.New =>
            val value = (frame(0) & 0xff) | (frame(1) & 0xff) << 8
            val mine = got.getOrElseUpdate(number, mutable.ArrayBuffer.empty)
            check(from == number, s"$name received a frame of session $from in session $number")
            check(value == mine.size, s"$name received frame $value in place of ${mine.size}")
            mine += value
          case Arrived.Ignored => ()
          case Arrived.Unexpected => check(false, s"$name did not expect a frame")

    private def check(holds: Boolean, what: => String): Unit =
      if !holds then throw AssertionError(s"$what\nlow: ${low.history}\nhigh: ${high.history}")
  end End

  /** A connection. */
  final class Pipe(val dialer: End):
    private val queues = Map(low -> mutable.Queue.empty[Item], high -> mutable.Queue.empty[Item])
    // ends at which no event comes any more
    private val deaf = mutable.HashSet.empty[End]
    private var isCut = false

    def send(by: End, item: Item): Unit = if !isCut then queues(by.other).enqueue(item): Unit

    /** After what was sent. */
    def close(by: End): Unit =
      deaf += by
      if !isCut then queues(by.other).enqueue(Item.Closed): Unit

    /** Frames under way are lost, and the ends notice later. */
    def cut(): Unit =
      isCut = true
      for end <- ends do
        val queue = queues(end)
        queue.takeInPlace(random.nextInt(queue.size + 1))
        queue.enqueue(Item.Closed)

    def canDeliver(to: End): Boolean = queues(to).nonEmpty && !deaf(to)

    def deliver(to: End): Unit =
      val item = queues(to).dequeue()
      if item == Item.Closed then deaf += to
      to.handle(this, item)

    def isUseless: Boolean = ends.forall(end => deaf(end) || queues(end).isEmpty && isCut)
  end Pipe

  def dial(by: End): Unit =
    val pipe = Pipe(by)
    pipes += pipe
    pipe.send(by, Item.Hello)

  /** One random event. */
  def step(faults: Faults): Unit =
    val end = ends(random.nextInt(2))
    random.nextInt(100) match
      case n if n < 50 => deliverOne(): Unit
      case n if n < 70 => end.send()
      case n if n < 80 => end.acknowledge()
      case n if n < 88 => if end.state.connection == null then dial(end)
      case n if n < 90 => dial(end)
      case n if n < 96 => if faults.resets && pipes.nonEmpty then pipes(random.nextInt(pipes.size)).cut()
      case n if n < 98 =>
        if faults.closes && end.state.connection == null then
          end.run(end.state.close(SessionEnd.Lost("given up")))
      case _ => if faults.closes then end.run(end.state.close(SessionEnd.Lost("closed")))
    pipes.filterInPlace(!_.isUseless)

  private def deliverOne(): Boolean =
    val possible = for pipe <- pipes.toVector; end <- ends if pipe.canDeliver(end) yield (pipe, end)
    if possible.nonEmpty then
      val (pipe, end) = possible(random.nextInt(possible.size))
      pipe.deliver(end)
    possible.nonEmpty

  /** Delivers all, and dials where an end has no connection, until both ends have the same one. */
  def settle(): Unit =
    var rounds = 0
    var settled = false
    while !settled do
      while deliverOne() do ()
      ends.foreach(_.acknowledge())
      while deliverOne() do ()
      settled = low.state.connection != null && (low.state.connection eq high.state.connection)
      if !settled then
        rounds += 1
        if rounds > 50 then
          throw AssertionError(
            s"the ends do not agree on a connection\nlow: ${low.history}\nhigh: ${high.history}"
          )
        ends.filter(_.state.connection == null).foreach(dial)
end SessionProgram

object SessionProgram:
  final case class Faults(resets: Boolean, closes: Boolean)

  enum Item:
    case Hello
    case Welcome(position: SessionPosition)
    case Start(start: SessionStart)
    case Begin(first: Long)
    case Frame(bytes: Array[Byte], session: Int)
    case Received(frame: Long)
    case Farewell(why: SessionEnd)
    case Closed
