package eddy.remote

import eddy.actor.*

import java.nio.file.{Files, Path}
import scala.concurrent.duration.DurationInt

/** docs/errors.md shows what really comes. */
class RemoteErrorsSuite extends NodeFixture:
  private lazy val page =
    Files.readString(Path.of(sys.env("EDDY_CHECKOUT"), "docs", "errors.md")).nn

  private def shown(failure: Throwable): Unit =
    val plain = String.valueOf(failure.getMessage).stripPrefix("requirement failed: ")
      .replaceAll("actor [0-9a-f]+( at [a-z])?", "actor \"till\"").nn
    val name = failure.getClass.getSimpleName
    assert(page.contains(s"`$name`: `$plain`"), s"docs/errors.md does not show `$name`: `$plain`")

  test("errors of questions to other nodes"):
    withNodes: nodes =>
      val (b, a) = (nodes.start("b")(), nodes.start("a")(_.copy(resumeTimeout = 100.millis)))
      val _ = await(a.node.connect("b"))
      b.node.register("till", b.probe[Int].ref)
      val till = a.found[Int](b, "till")
      for reason <- Seq(
          DeadLetter.Reason.Unreachable,
          DeadLetter.Reason.Unpicklable,
          DeadLetter.Reason.Unreadable,
          DeadLetter.Reason.TooLarge
        )
      do shown(UnansweredException(till, reason))

  test("errors of nodes"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val c = nodes.start("c")(_.copy(offers = Seq(Counter)))
      val _ = await(b.node.connect("c"))
      shown(intercept[IllegalArgumentException](session.ClusterSecret(new Array[Byte](15))))
      val till = a.probe[Int]
      a.node.register("cash", till.ref)
      shown(intercept[IllegalArgumentException](a.node.register("cash", a.probe[Int].ref)))
      await(c.node.stop())
      // the notices of the stop have come
      eddy.testing.Eventually.until("c is unknown")(!b.node.peers.exists(_.name == "c"))
      val failure = awaitFailure(b.node.connect("nowhere"))
      assert(page.contains("is unreachable: no node listens at"), failure.getMessage)
      val refused = awaitFailure(b.peer(a).spawn(Counter, 1))
      assert(clue(refused.getMessage).startsWith("node a did not start \"counter\": it offers"))
      assert(await(c.system.shutdown(1.minute)).isOrderly)
      val late = NodeConfig("a", nodes.network.transport("late"))
      shown(intercept[IllegalStateException](Node.start(late)(using c.system)))
end RemoteErrorsSuite
