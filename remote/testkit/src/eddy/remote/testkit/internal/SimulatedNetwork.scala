package eddy.remote.testkit.internal

import eddy.runtime.Engine

import java.util.random.RandomGenerator
import scala.collection.mutable
import scala.concurrent.duration.{DurationLong, FiniteDuration}

/** Which nodes can be dialed, the links between them, and the connections. Confined to the events of the
  * engine, which has one worker, or none: that of a simulation.
  */
private[testkit] final class SimulatedNetwork(engine: Engine, val random: RandomGenerator):
  private val transports = mutable.HashMap.empty[String, SimulatedTransport]
  // machines that are not there, so that not even a refusal comes
  private val gone = mutable.HashSet.empty[String]
  private val links = mutable.LinkedHashMap.empty[(String, String), Link]
  private val open = mutable.LinkedHashSet.empty[SimulatedConnection]
  private var made = 0

  def chance(): Double = random.nextDouble()
  def now: FiniteDuration = engine.nanoTime.nanos

  /** Runs `event` at that time, or soon if it is over. */
  def at(time: FiniteDuration)(event: Runnable): Unit =
    val delay = time - now
    if delay.toNanos <= 0 then engine.execute(event)
    else engine.after(delay)(event): Unit

  def link(from: String, to: String): Link = links.getOrElseUpdate((from, to), new Link)

  def add(transport: SimulatedTransport): Unit =
    if transports.contains(transport.address) then
      throw java.io.IOException(
        s"a node listens at ${transport.address} already: stop it, or use another name"
      )
    gone -= transport.address
    transports(transport.address) = transport

  def isThere(address: String): Boolean = !gone.contains(address)

  def remove(transport: SimulatedTransport): Unit =
    if transports.get(transport.address).exists(_ eq transport) then transports -= transport.address

  /** Dials `to`: the request travels there, the answer back. */
  def connect(from: SimulatedTransport, to: String)(outcome: Outcome => Unit): Unit =
    val there = link(from.address, to)
    val back = link(to, from.address)
    // a lost request is repeated at larger and larger intervals; the dial has a limit of its own
    if !there.isCut then
      at(now + there.latency(chance())): () =>
        val answer = if there.isCut || back.isCut || gone.contains(to) then None else Some(transports.get(to))
        answer.foreach: listening =>
          val ends = listening.map(accept(from, _))
          at(now + back.latency(chance())): () =>
            if !back.isCut then outcome(ends.fold(Outcome.Refused)(Outcome.Connected(_)))

  /** The end of the dialing node. */
  private def accept(from: SimulatedTransport, to: SimulatedTransport): SimulatedConnection =
    made += 2
    val mine = new SimulatedConnection(from, made - 1)
    val theirs = new SimulatedConnection(to, made)
    mine.join(theirs)
    open ++= List(mine, theirs)
    to.io.execute(() => if !theirs.isOver then to.driver.accepted(theirs))
    mine

  def forget(connection: SimulatedConnection): Unit = open -= connection

  private def of(address: String) = open.toList.filter(_.owner.address == address)

  /** Breaks the connections between two nodes. */
  def reset(one: String, other: String): Unit =
    of(one).filter(_.other.owner.address == other).foreach(_.reset())

  /** @param by stands for the fault, which [[heal]] ends */
  def cut(from: String, to: String, by: AnyRef): Unit = link(from, to).cut(by)

  /** Ends one fault. */
  def heal(by: AnyRef): Unit = heal(_.heal(by))

  /** Ends all. */
  def healAll(): Unit = heal(_.heal())

  private def heal(act: Link => Unit): Unit =
    for ((from, to), link) <- links.toList if link.isCut do
      act(link)
      if !link.isCut then resume(from, to)

  private def resume(from: String, to: String): Unit =
    for end <- open.toList do
      if Set(end.owner.address, end.other.owner.address) == Set(from, to) then end.healed()

  /** The process of a node ends without a word. Its machine closes its connections, and refuses dials. */
  def kill(transport: SimulatedTransport): Unit =
    remove(transport)
    for end <- of(transport.address) do
      end.breaks("the connection was reset")
      end.vanishes()

  /** The machine of a node is gone: nobody answers. */
  def crash(transport: SimulatedTransport): Unit =
    remove(transport)
    gone += transport.address
    for end <- of(transport.address) do
      end.loses()
      end.vanishes()
end SimulatedNetwork

private[testkit] enum Outcome:
  case Refused
  case Connected(mine: SimulatedConnection)
