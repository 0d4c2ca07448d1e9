package eddy.remote

import eddy.actor.*
import eddy.testing.Eventually

/** Addresses that `contramap` made, at other nodes: a program may make one for each message. */
class AdaptedAddressSuite extends NodeFixture:
  import AdaptedAddressSuite.*

  /** An actor of `at` that does as the messages say, as `by` sees it. */
  private def keeper(at: Machine, by: Machine): ActorRef[Keeping] =
    val ref = at.run[Keeping](Keeping.keeping(Vector.empty))
    at.node.register("keeper", ref)
    by.found[Keeping](at, "keeper")

  /** The address of the probe, which notes what it is sent with a number. */
  private def numbered(probe: Probe[(Int, Int)], number: Int): ActorRef[Int] =
    probe.ref.contramap[Int](answer => (number, answer))

  /** Asks on, and has the collector run, until the condition holds. */
  private def untilCollected(what: String, by: Machine, to: ActorRef[Keeping])(condition: => Boolean): Unit =
    val answers = by.probe[(Int, Int)]
    Eventually.until(what, s"${by.node.exported} are known"):
      System.gc()
      to ! Keeping.Answer(numbered(answers, 1))
      assertEquals(answers.next(), (1, 1))
      condition

  /** Returns when the answering node has dropped a hundred addresses, which are not known any more. */
  private def othersAreDropped(by: Machine, to: ActorRef[Keeping]): Unit =
    val others = by.probe[(Int, Int)]
    for number <- 1 to 100 do to ! Keeping.Answer(numbered(others, number))
    assertEquals(others.next(100).size, 100)
    untilCollected("the other addresses are not known any more", by, to)(by.node.exported < 20)

  test("an address for one message is not known any more when the other node has dropped it"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val to = keeper(b, a)
      val answers = a.probe[(Int, Int)]
      for number <- 1 to 1000 do to ! Keeping.Answer(numbered(answers, number))
      assertEquals(answers.next(1000), (1 to 1000).map(_ -> 1).toList)
      untilCollected("the addresses are not known any more", a, to)(a.node.exported < 20)

  test("an address that the other node keeps is known, though others are dropped"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val to = keeper(b, a)
      val kept = a.probe[(Int, Int)]
      to ! Keeping.Keep(numbered(kept, 7))
      othersAreDropped(a, to)
      to ! Keeping.AnswerKept
      assertEquals(kept.next(), (7, 1))

  test("an address that is written again and again is known as long as one of them is in use"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val to = keeper(b, a)
      val kept = a.probe[(Int, Int)]
      val address = numbered(kept, 7)
      for _ <- 1 to 100 do to ! Keeping.Answer(address)
      to ! Keeping.Keep(address)
      assertEquals(kept.next(100).size, 100)
      othersAreDropped(a, to)
      to ! Keeping.AnswerKept
      assertEquals(kept.next(), (7, 1))

  test("a third node may send to an address that the second one has passed on and dropped"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val c = nodes.start("c")()
      val _ = await(b.node.connect("c"))
      val far = keeper(c, b)
      val near = b.run[Keeping](Keeping.passing(far))
      b.node.register("passing", near)
      val to = a.found[Keeping](b, "passing")
      val kept = a.probe[(Int, Int)]
      to ! Keeping.Keep(numbered(kept, 7))
      othersAreDropped(a, to)
      to ! Keeping.AnswerKept
      assertEquals(kept.next(), (7, 1))

  test("an address in a message that was not sent is not known"):
    withNodes: nodes =>
      val (a, b) = nodes.pair(_.copy(maxMessage = 1024))
      val to = keeper(b, a)
      val answers = a.probe[(Int, Int)]
      val before = a.node.exported
      for number <- 1 to 5 do
        val large = Keeping.Many(List.fill(1000)(numbered(answers, number)))
        assertEquals(to.trySend(large), Delivery.Dropped)
      assertEquals(a.node.exported, before)

  test("an address is known while messages with it are on their way, whenever collectors run"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val to = keeper(b, a)
      val rounds = 2000
      val answers = a.probe[(Int, Int)]
      // an address in many messages, while the one before is dropped
      for round <- 1 to rounds do
        val address = numbered(answers, round)
        for _ <- 1 to 5 do to ! Keeping.Answer(address)
        if round % 100 == 0 then System.gc()
      assertEquals(answers.next(rounds * 5).map(_(0)), List.tabulate(rounds * 5)(_ / 5 + 1))

  test("many addresses of one actor are found as fast as one"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val to = keeper(b, a)
      val answers = a.probe[(Int, Int)]
      // in pairs, each with each: minutes
      val many = 100_000
      for number <- 1 to many do to ! Keeping.Keep(numbered(answers, number))
      to ! Keeping.AnswerKept
      assertEquals(answers.next(many).map(_(0)), (1 to many).toList)
end AdaptedAddressSuite

object AdaptedAddressSuite:
  enum Keeping derives Pickler:
    case Answer(to: ActorRef[Int])
    case Keep(to: ActorRef[Int])
    case AnswerKept
    case Many(to: List[ActorRef[Int]])

  object Keeping:
    def keeping(kept: Vector[ActorRef[Int]])(using Actor[Keeping]): Behavior[Keeping] = react:
      case Answer(to) =>
        to ! 1
        keeping(kept)
      case Keep(to) => keeping(kept :+ to)
      case AnswerKept =>
        kept.foreach(_ ! 1)
        keeping(Vector.empty)
      case Many(_) => keeping(kept)

    /** Answers, and leaves the rest to another one. */
    def passing(on: ActorRef[Keeping])(using Actor[Keeping]): Behavior[Keeping] = react:
      case Answer(to) =>
        to ! 1
        passing(on)
      case other =>
        on ! other
        passing(on)
  end Keeping
end AdaptedAddressSuite
