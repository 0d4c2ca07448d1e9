package eddy.push.jgroups

import eddy.push.*

import scala.concurrent.duration.DurationInt

/** What subscribers of a node see when nodes die. */
class RecoverySuite extends JGroupsSuite:
  private def channels(cluster: JGroupsConfig): (Channels, JGroupsMediator) =
    val mediator = JGroupsMediator(cluster)
    // a busy machine may need a while for another coordinator
    val config = ChannelsConfig(Seq(Namespace("kept", history = 10_000)), mediatorTimeout = 60.seconds)
    val channels = Channels.start(config, mediator)
    atEnd(await(channels.close()))
    await(channels.started)
    TestCluster.hasten(mediator)
    (channels, mediator)

  /** Hears a channel as a client does: when its subscription ends, it subscribes again from its position. */
  private final class Client(channel: String):
    val heard: Happenings[Publication] = Happenings()
    def hear(from: Channels): Subscription =
      val position = heard.now.lastOption.map(_.position)
      await(from.subscribe(channel, position)(heard.add))
    def texts: Vector[String] = heard.now.map(text)

  test("subscribers of a dead node continue at another one, without a gap and without a repetition"):
    val (a, atA) = channels(config)
    val (b, _) = channels(config)
    val (c, _) = channels(config)
    val client = Client("kept:1")
    client.hear(a): Unit
    (1 to 100).foreach(i => await(b.publish("kept:1", Json(i.toString))))
    client.heard.awaitSize(100): Unit
    TestCluster.crash(atA)
    (101 to 200).foreach(i => await(b.publish("kept:1", Json(i.toString))))
    client.hear(c): Unit
    (201 to 300).foreach(i => await(b.publish("kept:1", Json(i.toString))))
    client.heard.awaitSize(300): Unit
    assertEquals(client.texts, (1 to 300).map(_.toString).toVector)

  test("subscribers of other nodes continue when the coordinator dies: they get no gap and miss nothing"):
    val (_, atA) = channels(config)
    val (b, _) = channels(config)
    val client = Client("kept:1")
    val first = client.hear(b)
    (1 to 100).foreach(i => await(b.publish("kept:1", Json(i.toString))))
    client.heard.awaitSize(100): Unit
    val seen = client.heard.now.last.position
    TestCluster.crash(atA)
    (101 to 200).foreach(i => await(b.publish("kept:1", Json(i.toString))))
    client.heard.awaitSize(200): Unit
    assertEquals(client.texts, (1 to 200).map(_.toString).toVector)
    assert(!first.ended.isCompleted)
    val positions = client.heard.now.map(_.position)
    assertEquals(positions.map(_.offset), (1L to 200L).toVector)
    assertEquals(positions.map(_.epoch).distinct.size, 2)
    // a subscriber that was away continues from the epoch before
    val late = Happenings[Publication]()
    await(b.subscribe("kept:1", Some(seen))(late.add)): Unit
    assertEquals(late.awaitSize(100).map(text), (101 to 200).map(_.toString).toVector)
end RecoverySuite
