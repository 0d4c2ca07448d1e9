package eddy.push.redis

import eddy.actor.ActorSystem
import eddy.push.*
import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.{Eventually, Waits}

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{ConcurrentLinkedQueue, LinkedBlockingQueue}
import scala.concurrent.Future

/** A node with a mediator, and the calls of the mediator. Channels of namespace `none` keep nothing, others
  * as much as `kept` says.
  */
final class RedisNode(val system: ActorSystem, config: RedisConfig, kept: Retention) extends MediatorNode:
  val mediator: RedisMediator = RedisMediator(config)
  val states = LinkedBlockingQueue[MediatorState]()
  val switches = LinkedBlockingQueue[(Interest, Delivery)]()
  val failures = ConcurrentLinkedQueue[String]()

  val id: String = s"node${RedisNode.count.incrementAndGet()}"
  def retention(channel: String): Retention =
    if channel.startsWith("none:") then Retention(0, kept.age, kept.keys) else kept
  def changed(state: MediatorState): Unit = states.put(state)
  def switched(interest: Interest, to: Delivery): Unit = switches.put((interest, to))
  def failed(doing: String, cause: Throwable): Unit = failures.add(s"$doing: $cause"): Unit

  def start(): this.type =
    Waits.await(mediator.start(this))
    this

  def publish(channel: String, text: String, key: Option[String] = None): Published =
    Waits.await(send(channel, text, key))

  def send(channel: String, text: String, key: Option[String] = None): Future[Published] =
    mediator.publish(channel, Message(Json(s"\"$text\""), key = key, origin = id))

  /** Whether it was acknowledged. */
  def attempt(channel: String, text: String): Boolean =
    Waits.awaitTry(send(channel, text)).isSuccess

  def subscribe(interest: Interest, intake: Recorder = Recorder()): Recorder =
    Waits.await(mediator.subscribe(interest, intake))
    intake

  def channel(name: String, intake: Recorder = Recorder()): Recorder =
    subscribe(Interest.Channel(name), intake)

  def read(channel: String, query: HistoryQuery = HistoryQuery()): HistoryPage =
    Waits.await(mediator.read(channel, query))

  /** Waits for a state of this kind. */
  def becomes(up: Boolean): Unit =
    Eventually.until(s"the mediator is ${if up then "up" else "down"}", s"${mediator.state} $failures"):
      (mediator.state == MediatorState.Up) == up

  def close(): Unit = Waits.await(mediator.close())
end RedisNode

object RedisNode:
  private val count = AtomicInteger()

/** What came to an intake, in order: texts, and `gap`. */
final class Recorder(@volatile var credit: Int = 1000) extends Intake:
  val events = LinkedBlockingQueue[String]()
  @volatile var publications = Vector.empty[Publication]
  private var resume: (() => Unit) | Null = null

  def accept(arrived: IndexedSeq[Publication]): Int = synchronized:
    publications = publications ++ arrived
    arrived.foreach(p => events.put(p.message.data.toString.replace("\"", "")))
    credit

  def whenReady(resume: () => Unit): Unit =
    val now = synchronized:
      if credit <= 0 then this.resume = resume
      credit > 0
    if now then resume()

  def gap(): Unit = events.put("gap")

  def open(credit: Int): Unit =
    val go = synchronized:
      this.credit = credit
      val waiting = resume
      resume = null
      waiting
    if go != null then go()

  def isWaiting: Boolean = synchronized(resume != null)

  def next(): String = Waits.awaitNext(events)

  def next(n: Int): Vector[String] = Vector.fill(n)(next())
end Recorder

object Nodes:
  def systems(): (Engine, ActorSystem) =
    val engine = Engine.start(EngineConfig(name = "redis-test"))
    (engine, ActorSystem(engine))
