package eddy.push.activemq

import eddy.push.*
import eddy.testing.Eventually

/** How fast things come, beside the contract, with every broker. */
abstract class DeliverySuite(broker: TestBroker) extends BrokerSuite(broker):
  private def texts(n: Int) = (1 to n).map(i => s"m$i")

  private def publish(mediator: Mediator, channel: String, n: Int): Unit =
    texts(n).map(t => mediator.publish(channel, message(t))).foreach(f => await(f): Unit)

  private def assertAll(in: TestIntake, n: Int): Unit =
    assertHears(in, texts(n))

  test("push hands over everything to a node that wants nothing"):
    val (one, told) = node(broker.config.copy(delivery = Delivery.Push, prefetch = 50))
    val in = one.hear("a", TestIntake(wants = 0))
    publish(one, "a", 2000)
    assertAll(in, 2000)
    assertEquals(told.switches.size, 0)

  test("publications pending for the poller are bounded in bytes"):
    val (one, _) = node(broker.config.copy(prefetchBytes = 100_000))
    val latch = java.util.concurrent.CountDownLatch(1)
    val sizes = Happenings[Int]()
    val blocked = new Intake:
      def accept(publications: IndexedSeq[Publication]): Int =
        sizes.add(publications.size)
        latch.await()
        1_000_000
      def whenReady(resume: () => Unit): Unit = resume()
      def gap(): Unit = ()
    await(one.subscribe(Interest.Channel("f"), blocked))
    val big = message("x" * 20_000)
    (1 to 100).map(_ => one.publish("f", big)).foreach(f => await(f): Unit)
    latch.countDown()
    val all = sizes.await("the last")(_.sum == 100)
    assert(all.max <= 5, s"batches of $all, of 20 KB each")

  test("pull takes at most a batch of messages that the node does not want yet"):
    val (one, told) = node(broker.config.copy(delivery = Delivery.Pull, batch = 10))
    val in = one.hear("b", TestIntake(wants = 1))
    publish(one, "b", 1000)
    awaitCome(in, 1)
    // the batch that was asked for before the credit was known, and messages that came while it was counted;
    // each ends within a message
    assert(in.publications.size <= 40, s"${in.publications.size} came, with credit for 1")
    in.want(2000)
    assertAll(in, 1000)
    assertEquals(told.switches.size, 0)

  test("adaptive pushes again when the node has caught up"):
    val (one, told) = node(broker.config.copy(prefetch = 200, batch = 20))
    val in = one.hear("c", TestIntake(wants = 100))
    publish(one, "c", 3000)
    assertEquals(told.switches.awaitSize(1).map(_(1)), Vector(Delivery.Pull))
    in.want(100_000)
    assertAll(in, 3000)
    assertEquals(told.switches.awaitSize(2).map(_(1)).take(2), Vector(Delivery.Pull, Delivery.Push))
    one.say("c", "more")
    awaitCome(in, 3001)

  test("a node that is behind with one channel is not behind with others"):
    val (one, _) = node(broker.config.copy(prefetch = 20, batch = 5))
    val slow = one.hear("d", TestIntake(wants = 1))
    val quick = one.hear("e")
    publish(one, "d", 500)
    publish(one, "e", 500)
    assertAll(quick, 500)
    slow.want(1000)
    assertAll(slow, 500)

  test("pollers that wait hold no worker and no thread"):
    val (one, _) = node(broker.config.copy(delivery = Delivery.Pull))
    val first = one.hear("w/0")
    val before = Thread.getAllStackTraces.nn.size
    val many = first +: (1 until 200).map(i => one.hear(s"w/$i"))
    // a worker that the system has not let run for a while looks like one that waits
    Eventually.until("no worker is held")(engine.stats.stuck == 0)
    def more = Thread.getAllStackTraces.nn.size - before
    // pools of the broker and of the client library grow with concurrent messages, and shrink again
    Eventually.until("there are less than 100 threads more for 199 pollers more", s"$more")(more < 100)
    many.indices.foreach(i => one.say(s"w/$i", s"m$i"))
    many.zipWithIndex.foreach: (in, i) =>
      assertHears(in, Vector(s"m$i"))
end DeliverySuite

class ClassicDeliverySuite extends DeliverySuite(ClassicBroker())
class ArtemisDeliverySuite extends DeliverySuite(ArtemisBroker())
