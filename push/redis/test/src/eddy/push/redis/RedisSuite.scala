package eddy.push.redis

import eddy.actor.ActorSystem
import eddy.push.{Delivery, Interest, Retention}
import eddy.runtime.Engine
import eddy.testing.NeedingSuite

import scala.concurrent.duration.DurationInt

/** Nodes and servers that end with the test that started them. */
abstract class RedisSuite(topic: String) extends NeedingSuite(topic):
  val _ = need(RedisProcess.need)
  private var engine: Engine | Null = null
  private var system: ActorSystem | Null = null
  private var ends = List.empty[() => Unit]

  override def beforeAll(): Unit =
    super.beforeAll()
    val (newEngine, newSystem) = Nodes.systems()
    engine = newEngine
    system = newSystem

  override def afterAll(): Unit =
    super.afterAll()
    if engine != null then await(engine.nn.shutdown(5.seconds)): Unit

  override def afterEach(context: AfterEach): Unit =
    ends.foreach(_())
    ends = Nil

  def actors: ActorSystem = system.nn

  def atEnd(end: => Unit): Unit = ends = (() => end) :: ends

  def server(arguments: String*): RedisProcess =
    val process = RedisProcess.server(arguments*)
    atEnd(process.kill())
    process.start()

  /** Soon back; a busy machine is waited for. */
  def config(uri: String): RedisConfig =
    RedisConfig(uri, retryEvery = 200.millis, heartbeat = 1.second, answerWithin = 1.minute)

  /** Not started yet. */
  def node(config: RedisConfig, retention: Retention = Retention(1000, 5.minutes)): RedisNode =
    val node = RedisNode(system.nn, config, retention)
    atEnd(node.close())
    node

  val deliveries = Seq(Delivery.Push, Delivery.Pull, Delivery.Adaptive)
  def channel(name: String): Interest = Interest.Channel(name)
  def texts(numbers: Range): Vector[String] = numbers.map(_.toString).toVector
end RedisSuite
