package eddy.remote

import eddy.actor.*

import scala.concurrent.duration.DurationInt

class SendSuite extends NodeFixture:
  test("a message reaches an actor of another node, and its answer returns"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      a.node.register("counter", started[Counting](Counting.from(1))(using a.system))
      val counter = b.found[Counting](a, "counter")
      counter ! Counting.Add(41)
      val answer = b.probe[Int]
      counter ! Counting.Get(answer.ref)
      assertEquals(answer.next(), 42)
      assertEquals(await(counter.ask[Int](1.minute)(Counting.Get(_))), 42)

  test("messages of one sender arrive in order"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val probe = a.probe[Int]
      a.node.register("probe", probe.ref)
      val far = b.found[Int](a, "probe")
      for i <- 0 until 10_000 do far ! i
      assertEquals(probe.next(10_000), List.range(0, 10_000))

  test("an address that comes home is the local actor again"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      given ActorSystem = a.system
      val echo = started[Echo]:
        loop:
          react:
            case Echo.Return(what, to) =>
              to ! what
              done
      a.node.register("echo", echo)
      val mine = b.probe[Int].ref
      val home = b.probe[ActorRef[Int]]
      b.found[Echo](a, "echo") ! Echo.Return(mine, home.ref)
      assert(home.next() eq mine)

  test("two addresses of one actor are equal"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      a.node.register("one", a.probe[Int].ref)
      a.node.register("other", a.probe[Int].ref)
      val one = b.found[Int](a, "one")
      assertEquals(one, b.found[Int](a, "one"))
      assertEquals(one.hashCode, b.found[Int](a, "one").hashCode)
      assertNotEquals(one, b.found[Int](a, "other"))
      assertEquals(one.node, Some(b.peer(a)))

  test("a named address leads to the actor that has the name when a message arrives"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val there = b.peer(a).named[Int]("probe")
      there ! 1
      val letter = awaitNext(a.deadLetters)
      assertEquals(letter.reason, DeadLetter.Reason.Terminated)
      assertEquals(letter.receiver.toString, "\"probe\" at a")
      val (first, second) = (a.probe[Int], a.probe[Int])
      a.node.register("probe", first.ref)
      there ! 2
      assertEquals(first.next(), 2)
      assert(a.node.unregister("probe"))
      a.node.register("probe", second.ref)
      there ! 3
      assertEquals(second.next(), 3)
      assertEquals(there, b.peer(a).named[Int]("probe"))

  test("a question to a name is answered, or lost at once if nobody has the name"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val there = b.peer(a).named[Counting]("counter")
      val failure = awaitFailure(there.ask[Int](10.minutes)(Counting.Get(_)))
      assert(clue(failure.getMessage).contains("it has terminated"))
      a.node.register("counter", started[Counting](Counting.from(5))(using a.system))
      assertEquals(await(there.ask[Int](1.minute)(Counting.Get(_))), 5)
      val wrong = b.peer(a).named[String]("counter")
      wrong ! "text"
      assertEquals(awaitNext(a.deadLetters).reason, DeadLetter.Reason.Terminated)
      assertEquals(awaitNext(a.deadLetters).reason, DeadLetter.Reason.Unreadable)

  test("a named address leads to the next incarnation of its node"):
    withNodes: nodes =>
      val a = nodes.start("a")()
      val first = nodes.start("b")()
      val _ = await(a.node.connect("b"))
      val there = a.peer(first).named[Int]("probe")
      nodes.network.crash("b")
      val second = nodes.start("b")()
      val probe = second.probe[Int]
      second.node.register("probe", probe.ref)
      val _ = await(a.node.connect("b"))
      there ! 5
      assertEquals(probe.next(), 5)

  test("a message to a terminated actor of another node is a dead letter, and the actor is not alive then"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      a.node.register("counter", started[Counting](Counting.from(1))(using a.system))
      val counter = b.found[Counting](a, "counter")
      assert(counter.isAlive)
      val end = watched(counter)
      counter ! Counting.Stop
      assertEquals(awaitNext(end), ExitReason.Normal)
      val failure = awaitFailure(counter.ask[Int](1.minute)(Counting.Get(_)))
      assert(failure.isInstanceOf[UnansweredException], failure)
      assertEquals(awaitNext(a.deadLetters).reason, DeadLetter.Reason.Terminated)
      counter ! Counting.Add(1)
      assertEquals(awaitNext(b.deadLetters).reason, DeadLetter.Reason.Terminated)
      assert(!counter.isAlive)
      assertEquals(counter.trySend(Counting.Stop), Delivery.Terminated)
end SendSuite

private enum Echo derives Pickler:
  case Return(what: ActorRef[Int], to: ActorRef[ActorRef[Int]])
