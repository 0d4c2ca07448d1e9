package eddy.push.sns

import eddy.actor.ActorSystem
import eddy.push.*
import eddy.push.sns.internal.{Inbox, Parcel}
import eddy.runtime.{Engine, EngineConfig}

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Publications of other nodes, on their way to the interested. LocalStack loses and repeats nothing, so that
  * this is shown without it.
  */
class InboxSuite extends eddy.testing.PatientSuite:
  private val engine = Engine.start(EngineConfig("inbox", workers = 2))
  private val system = ActorSystem(engine)
  override def afterAll(): Unit = await(engine.shutdown(10.seconds)): Unit

  private def parcel(n: Long, channel: String = "kept/a") =
    Parcel("other", n, Vector.empty, Vector(Json(s"""{"c":"$channel","d":$n}""")))

  private def inbox(reorderWithin: FiniteDuration)(body: (Inbox, TestNode) => Unit): Unit =
    val node = TestNode(system)
    val made = Inbox(SnsConfig("eu-central-1", reorderWithin = reorderWithin), node)(() => (), () => ())
    try body(made, node)
    finally await(made.close())

  private def hear(inbox: Inbox, interest: Interest): TestIntake =
    val intake = TestIntake()
    await(inbox.subscribe(interest, intake, 0))
    intake

  test("repeated publications arrive once, and reordered ones in order, by channel and by pattern"):
    inbox(5.minutes): (it, _) =>
      val ins = Seq(hear(it, Interest.Channel("/kept/a")), hear(it, Interest.Pattern("/kept/*")))
      val all = Seq(1, 3, 1, 3, 2, 2, 4).map(n => parcel(n, "/kept/a"))
      it.come(all.take(4))
      it.come(all.drop(4))
      for in <- ins do
        assertEquals(in.publications.awaitSize(4).map(_.message.data.toString), Vector("1", "2", "3", "4"))
        assertEquals(in.gaps.size, 0)

  test("a hand-over is bounded in bytes"):
    inbox(5.minutes): (it, _) =>
      val sizes = Happenings[Int]()
      val intake = new Intake:
        def accept(publications: IndexedSeq[Publication]): Int =
          sizes.add(publications.size)
          1000
        def whenReady(resume: () => Unit): Unit = resume()
        def gap(): Unit = ()
      await(it.subscribe(Interest.Channel("kept/a"), intake, 0))
      val big = "x" * 100_000
      it.come((1 to 20).map(n =>
        Parcel("other", n, Vector.empty, Vector(Json(s"""{"c":"kept/a","d":"$big"}""")))
      ))
      val all = sizes.await("the last")(_.sum == 20)
      assert(all.max <= 3, s"batches of $all, of 100 KB each")

  test("a lost publication is a gap between its neighbours, and reported"):
    inbox(200.millis): (it, node) =>
      val in = hear(it, Interest.Channel("kept/a"))
      it.come(Seq(parcel(1), parcel(3)))
      val all = in.publications.awaitSize(2)
      assertEquals(all.map(_.message.data.toString), Vector("1", "3"))
      assertEquals(in.gaps.size, 1)
      assertNotEquals(all(0).position.epoch, all(1).position.epoch, "nobody recovers over the gap")
      assert(node.failures.peek.contains("publications of node other have not come"), node.failures.toString)
end InboxSuite
