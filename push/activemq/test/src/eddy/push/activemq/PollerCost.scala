package eddy.push.activemq

import eddy.actor.ActorSystem
import eddy.push.activemq.artemis.ArtemisClient
import eddy.push.activemq.internal.{ClassicClient, JmsClient, TopicNames}
import eddy.push.{Delivery, Intake, Interest, Json, Message, Publication, TestNode}
import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.Waits

import java.lang.management.ManagementFactory
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue, TimeUnit}
import scala.concurrent.duration.DurationInt

import jakarta.jms.{MessageConsumer, Session}

/** The cost of three ways to poll many topics, for docs/push-activemq.md: `./mill push.activemq.test.runMain
  * eddy.push.activemq.PollerCost [topics]`. Broker and nodes share a process; only the polling differs.
  *
  *   - `receive` blocks a worker of the engine for each topic, in turns of a second
  *   - `sweep` is one thread that asks each consumer in turn with `receiveNoWait`
  *   - `held` is Eddy's: a listener that takes itself away when the node wants no more
  */
object PollerCost:
  private val Publications = 100
  private val IdleSeconds = 5

  def main(args: Array[String]): Unit =
    val topics = args.headOption.fold(200)(_.toInt)
    println("broker    polling   threads more  CPU idle ms/s  arrival p50 us  p99 us")
    for
      (broker, client) <- Seq(ClassicBroker() -> ClassicClient, ArtemisBroker() -> ArtemisClient)
      way <- Seq("receive", "sweep", "held")
    do
      broker.start()
      measure(broker, client, way, topics)
      broker.kill()
    sys.exit()

  private def measure(broker: TestBroker, client: JmsClient, way: String, topics: Int): Unit =
    val system = ActorSystem(Engine.start(EngineConfig("poll", maxSpareWorkers = 2048)))
    val arrived = new LinkedBlockingQueue[Long]()
    val publisher = broker.mediator(broker.config)
    Waits.await(publisher.start(TestNode(system)))
    val threads = ManagementFactory.getThreadMXBean.nn.getThreadCount
    val end = if way == "held" then held(broker, system, topics, arrived)
    else polled(broker, client, system, way, topics, arrived)
    def publish(i: Int): Long =
      val before = System.nanoTime()
      Waits.await(publisher.publish(s"t/${i % topics}", Message(Json("1")))): Unit
      Waits.awaitNext(arrived) - before
    (1 to Publications).foreach(publish)
    val idleBefore = cpuNanos
    val _ = new CountDownLatch(1).await(IdleSeconds, TimeUnit.SECONDS)
    val idle = (cpuNanos - idleBefore) / 1_000_000 / IdleSeconds
    val more = ManagementFactory.getThreadMXBean.nn.getThreadCount - threads
    val took = (1 to Publications).map(publish).sorted
    def micros(share: Double) = took((Publications * share).toInt) / 1000
    println(f"${publisher.name}%-9s $way%-9s $more%12d $idle%14d ${micros(0.5)}%15d ${micros(0.99)}%7d")
    end()
    Waits.await(publisher.close())
    Waits.await(system.engine.shutdown(10.seconds)): Unit
  end measure

  private def held(
      broker: TestBroker,
      system: ActorSystem,
      topics: Int,
      arrived: LinkedBlockingQueue[Long]
  ): () => Unit =
    val mediator = broker.mediator(broker.config.copy(delivery = Delivery.Pull))
    Waits.await(mediator.start(TestNode(system)))
    val intake = new Intake:
      def accept(publications: IndexedSeq[Publication]): Int =
        publications.foreach(_ => arrived.put(System.nanoTime()))
        1000
      def whenReady(resume: () => Unit): Unit = resume()
      def gap(): Unit = ()
    (0 until topics).foreach(i =>
      Waits.await(mediator.subscribe(Interest.Channel(s"t/$i"), intake))
    )
    () => Waits.await(mediator.close())

  private def polled(
      broker: TestBroker,
      client: JmsClient,
      system: ActorSystem,
      way: String,
      topics: Int,
      arrived: LinkedBlockingQueue[Long]
  ): () => Unit =
    @volatile var over = false
    val connection = client.connect(broker.config.uri, broker.config, 100)
    connection.jms.start()
    val names = new TopicNames(broker.config.prefix, client.rest)
    val consumers = (0 until topics).map: i =>
      connection.jms.createSession(false, Session.DUPS_OK_ACKNOWLEDGE).nn
        .createConsumer(client.topic(names.topic(s"t/$i"))).nn
    val done = new CountDownLatch(if way == "sweep" then 1 else topics)

    def receive(consumer: MessageConsumer): Unit =
      if over then done.countDown()
      else
        if Engine.blocking(consumer.receive(1000)) != null then arrived.put(System.nanoTime())
        system.engine.execute(() => receive(consumer))
    if way == "sweep" then
      val _ = Thread.ofPlatform.nn.daemon().nn.start: () =>
        while !over do
          consumers.foreach: consumer =>
            if consumer.receiveNoWait() != null then arrived.put(System.nanoTime())
        done.countDown()
    else consumers.foreach(c => system.engine.execute(() => receive(c)))
    () =>
      over = true
      done.await()
      connection.close()
  end polled

  private def cpuNanos: Long = ManagementFactory.getOperatingSystemMXBean match
    case os: com.sun.management.OperatingSystemMXBean => os.getProcessCpuTime
    case _ => 0L
end PollerCost
