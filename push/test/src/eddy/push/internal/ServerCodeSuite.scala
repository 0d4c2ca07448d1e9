package eddy.push.internal

import eddy.push.*
import eddy.testing.Eventually

import scala.concurrent.Promise

/** What the program itself subscribes to. */
class ServerCodeSuite extends HubSuite:
  test("server code hears a channel in order, and takes it up where it has stopped"):
    val channels = node()
    val texts = Happenings[String]()
    val first = await(channels.subscribe("kept:a")(p => texts.add(p.message.data.toString)))
    publish(channels, "kept:a", "1", "2")
    texts.awaitSize(2)
    first.close()
    assertEquals(await(first.ended), UnsubscribeCode.Server)
    publish(channels, "kept:a", "3", "4")
    val second = await(channels.subscribe("kept:a", Some(Position(2, first.position.epoch))): p =>
      texts.add(p.message.data.toString))
    publish(channels, "kept:a", "5")
    assertEquals(texts.awaitSize(5).toList, List("1", "2", "3", "4", "5"))
    second.close()
    assertEquals(
      error(channels.subscribe("kept:a", Some(Position(2, "other")))(_ => ())),
      PushError.UnrecoverablePosition
    )

  test("a subscription of server code that is too slow ends, and can be resumed from its position"):
    val channels = node(config = config.copy(namespaces = Seq(kept.copy(bufferMessages = 10))))
    val (texts, begun, go) = (Happenings[String](), Promise[Unit](), Promise[Unit]())
    val slow = await(channels.subscribe("kept:a"): p =>
      begun.trySuccess(()): Unit
      await(go.future)
      texts.add(p.message.data.toString))
    publish(channels, "kept:a", "1")
    await(begun.future)
    publish(channels, "kept:a", (2 to 30).map(_.toString)*)
    assertEquals(await(slow.ended), UnsubscribeCode.Insufficient)
    go.success(())
    texts.awaitSize(1)
    Eventually.until("it was called for the first", s"${slow.position}")(slow.position.offset == 1)
    val rest =
      await(channels.subscribe("kept:a", Some(slow.position))(p => texts.add(p.message.data.toString)))
    assertEquals(texts.awaitSize(30).toList, (1 to 30).map(_.toString).toList)
    rest.close()
  test("server code gets all missed publications, and those that come meanwhile do not end it"):
    val small = config.copy(namespaces = Seq(kept.copy(bufferMessages = 10)), maxRecovered = 50)
    val channels = node(config = small)
    val start = await(channels.history("kept:a", HistoryQuery(limit = 0))).top
    publish(channels, "kept:a", (1 to 500).map(_.toString)*)
    val (texts, go) = (Happenings[String](), Promise[Unit]())
    val subscription = await(channels.subscribe("kept:a", Some(start)): p =>
      await(go.future)
      texts.add(p.message.data.toString))
    publish(channels, "kept:a", (501 to 505).map(_.toString)*)
    go.success(())
    assertEquals(texts.awaitSize(505).toList, (1 to 505).map(_.toString).toList)
    assert(!subscription.ended.isCompleted)
end ServerCodeSuite
