package eddy.push.activemq

import eddy.push.*
import eddy.testing.Eventually

import scala.util.Try

/** Required of every broker beside the contract, while it is up. */
abstract class MediatorSuite(broker: TestBroker) extends BrokerSuite(broker):
  test("channels whose names have signs of the broker do not mix"):
    val (one, _) = node()
    val odd =
      Vector("a.b", "a/b", "a*", "a>", "a#", "a,b", "a?b", "a::b", "/", "//", "topic://a", ">", "#", "a", "A")
    val intakes = odd.map(c => c -> one.hear(c))
    odd.foreach(c => one.say(c, c))
    intakes.foreach: (channel, in) =>
      one.say(channel, "end")
      assertHears(in, Vector(channel, "end"))

  test("a second intake for an interest is refused"):
    val (one, _) = node()
    val _ = one.hear("c")
    val refused = intercept[IllegalStateException](one.hear("c"))
    assert(refused.getMessage.contains("Channel(c)"), refused.getMessage)

  test("more publications than may wait for the broker are refused, and the others arrive"):
    val (one, _) = node(broker.config.copy(maxUnacknowledged = 1))
    val in = one.hear("full")
    val results = (1 to 1000).map(i => one.publish("full", message(s"m$i"))).map(f => Try(await(f)))
    val refused = results.flatMap(_.failed.toOption)
    assert(refused.nonEmpty && refused.size < 1000, s"${refused.size} refused")
    refused.foreach(r =>
      assert(r.isInstanceOf[MediatorException] && r.getMessage.contains("maxUnacknowledged"), r.toString)
    )
    val accepted = results.indices.filter(results(_).isSuccess).map(i => s"m${i + 1}")
    assertHears(in, accepted)

  test("publications to a channel while the broker is busy go there together, in order"):
    val (way, config) = parted()
    val (one, _) = node(config)
    val (other, _) = node()
    val (in, all) = (other.hear("together"), other.hearAll("*"))
    Stranger.counting(broker, "eddy.together"): count =>
      way.stall()
      val sent = (1 to 90).map(i => one.publish("together", message(s"m$i")))
      way.heal()
      sent.foreach(f => await(f): Unit)
      Seq(in, all).foreach(assertHears(_, (1 to 90).map(i => s"m$i")))
      // two at once, and the rest together
      Eventually.until("three messages came", s"${count()}")(count() == 3)
    way.close()

  test("a message that no node has sent is reported and does no harm"):
    val (one, told) = node()
    val in = one.hear("strange")
    Stranger.send(broker, "eddy.strange", "not of ours")
    one.say("strange", "ours")
    assertHears(in, Vector("ours"))
    assert(told.failures.peek.nn.contains("eddy.strange"), told.failures.toString)

  test("systems with other prefixes do not hear each other"):
    val (one, _) = node()
    val (other, _) = node(broker.config.copy(prefix = "eddy.other"))
    val (in, all, apart) = (one.hear("a"), one.hearAll("*"), other.hear("a"))
    other.say("a", "apart")
    one.say("a", "here")
    Vector(in -> "here", all -> "here", apart -> "apart").foreach: (intake, text) =>
      assertHears(intake, Vector(text))

  test("before its start and after its end a mediator says why it refuses"):
    val (early, _) = node(start = false)
    assert(intercept[MediatorException](early.say("a", "x")).getMessage.contains("not started"))
    val (one, _) = node()
    await(one.close())
    assert(intercept[MediatorException](one.say("a", "x")).getMessage.contains("closed"))
    assert(intercept[MediatorException](one.hear("a")).getMessage.contains("closed"))
end MediatorSuite

class ClassicMediatorSuite private (broker: ClassicBroker) extends MediatorSuite(broker):
  def this() = this(ClassicBroker())

  test("subscriptions do not wait for each other's answers, and one that is given up meanwhile ends"):
    val (way, config) = parted()
    val (one, _) = node(config)
    way.silence()
    val intakes = (1 to 8).map(_ => TestIntake())
    val names = (1 to 8).map(i => s"beside-$i")
    val joined = names.zip(intakes).map((name, in) => one.subscribe(Interest.Channel(name), in))
    Eventually.until("two are asked for")(names.count(name => way.heard.contains(name)) > 1)
    assert(!joined.exists(_.isCompleted))
    val left = one.unsubscribe(Interest.Channel(names.last))
    way.heal()
    joined.init.foreach(one => await(one))
    await(left)
    assert(intercept[MediatorException](await(joined.last)).getMessage.contains("unsubscribed meanwhile"))
    names.foreach(name => one.say(name, name))
    names.init.zip(intakes).foreach((name, in) => assertHears(in, Vector(name)))
    // and it may be had again
    val again = one.hear(names.last)
    one.say(names.last, "again")
    assertHears(again, Vector("again"))
    assertEquals(intakes.last.publications.size, 0)
    way.close()
end ClassicMediatorSuite

class ArtemisMediatorSuite private (broker: ArtemisBroker) extends MediatorSuite(broker):
  def this() = this(ArtemisBroker())

  test("the broker is not asked for the topic of each publication, nor for that of the first to a channel"):
    val (one, _) = node()
    val in = one.hear("asked/0")
    val before = broker.queries
    (0 until 100).map(i => one.publish(s"asked/${i % 10}", message(s"m$i"))).foreach(f => await(f): Unit)
    assertHears(in, (0 until 100 by 10).map(i => s"m$i"))
    assertEquals(broker.queries, before)

  test("a publication to a topic that the broker may not make is refused, and the next one is not"):
    val (one, _) = node()
    val refused = intercept[MediatorException](one.say("closed/a", "x"))
    assert(refused.getMessage.contains("the broker refused the publication"), refused.getMessage)
    one.say("open", "x")
end ArtemisMediatorSuite
