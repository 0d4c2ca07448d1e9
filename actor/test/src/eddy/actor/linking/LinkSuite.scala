package eddy.actor
package linking

import java.util.concurrent.CountDownLatch

class LinkSuite extends LinkFixture:
  test("an actor that fails takes the actors linked to it along, in both directions, with its reason"):
    val a = obedient()
    val b = obedient(a)
    val c = obedient(b)
    val told = List(a, b, c).map(ends)
    b ! Command.Fail("boom")
    told.foreach: probe =>
      probe.next() match
        case ExitReason.Failed(cause) => assertEquals(cause.getMessage, "boom")
        case other => fail(s"$other")
    // the failure is one, and reported once
    assertEquals(reported, List("boom"))

  test("an actor that ends normally leaves the actors linked to it alone, and its link is gone"):
    val a = obedient()
    val b = obedient(a)
    val told = ends(b)
    b ! Command.End(ExitReason.Normal)
    assertEquals(told.next(), ExitReason.Normal)
    val left = new Probe[Set[ActorRef[?]]]
    a ! Command.Links(left.ref)
    assertEquals(left.next(), Set.empty)

  test("a reason of the program's own reaches linked actors as it is"):
    val a = obedient()
    val b = obedient(a)
    val told = ends(a)
    b ! Command.End(ExitReason.Because("tired"))
    assertEquals(told.next(), ExitReason.Because("tired"))

  test("an unlinked actor does not follow"):
    val a = obedient()
    val b = obedient(a)
    val unlinked = new Probe[Unit]
    b ! Command.Unlink(a, unlinked.ref)
    unlinked.next()
    val told = ends(b)
    b ! Command.Fail("alone")
    val _ = told.next()
    assert(a.isAlive)

  test("exits end an actor again that does not trap any more"):
    val seen = new Probe[Exit]
    val ref = actor[Any]:
      trapExit(identity)
      react:
        case exit: Exit =>
          seen.ref ! exit
          untrapExit
          react { case "never" => stop }
    ref.exit(ExitReason.Because(1))
    assertEquals(seen.next().reason, ExitReason.Because(1))
    val told = ends(ref)
    ref.exit(ExitReason.Because(2))
    assertEquals(told.next(), ExitReason.Because(2))

  test("a trap whose message cannot be made fails the actor, and is reported"):
    val ready = new Probe[Unit]
    val ref = actor[Unit]:
      trapExit(_ => throw IllegalStateException("no message"))
      ready.ref ! ()
      react { case () => stop }
    ready.next()
    val told = ends(ref)
    ref.exit(ExitReason.Because(1))
    assert(told.next().isInstanceOf[ExitReason.Failed])
    assertEquals(reported, List("no message"))

  test("an actor that links to a terminated actor ends with NoActor"):
    val a = obedient()
    val told = ends(a)
    a ! Command.End(ExitReason.Normal)
    val _ = told.next()
    val late = actor[Unit]:
      link(a)
      react { case () => stop }
    assertEquals(endOf(late), ExitReason.NoActor)

  test("an actor cannot be linked to itself"):
    val ref = actor[Unit]:
      link(self)
      stop
    assert(endOf(ref) != ExitReason.Normal)
    assert(reported.exists(_.contains("cannot be linked to itself")), reported.toString)

  private def trapping(seen: Probe[Exit], first: Actor[Command] ?=> Unit): ActorRef[Command] = actor[Command]:
    trapExit(Command.Trapped(_))
    first
    loop:
      react:
        case Command.Trapped(exit) =>
          seen.ref ! exit
          done
        case Command.End(reason) => exit(reason)

  test("an actor that traps exits receives a message instead of ending, for normal ends too"):
    val seen = new Probe[Exit]
    val a = obedient()
    val b = obedient()
    val ref = trapping(seen, { link(a); link(b) })
    a ! Command.Fail("boom")
    val first = seen.next()
    assert(first.from eq a)
    b ! Command.End(ExitReason.Normal)
    assertEquals(seen.next(), Exit(b, ExitReason.Normal))
    assert(ref.isAlive)

  test("exit asks an actor to end; Normal does not end it, a trapping one receives it; kill is not trapped"):
    val plain = obedient()
    val plainTold = ends(plain)
    plain.exit(ExitReason.Normal)
    plain.exit(ExitReason.Because(1))
    assertEquals(plainTold.next(), ExitReason.Because(1))
    val seen = new Probe[Exit]
    val ref = trapping(seen, ())
    ref.exit(ExitReason.Because(2))
    assertEquals(seen.next().reason, ExitReason.Because(2))
    val told = ends(ref)
    ref.kill()
    assertEquals(told.next(), ExitReason.Killed)

  test(
    "the trapped exit does not overtake the message that caused it nor wait behind messages that do not match"
  ):
    val seen = new Probe[Any]
    val a = obedient()
    val ref = actor[Any]:
      trapExit(identity)
      link(a)
      react { case "go" =>
        a ! Command.End(ExitReason.Because("end"))
        react { case Exit(_, reason) =>
          seen.ref ! reason
          react { case n: Int => seen.ref ! n; stop }
        }
      }
    List[Any](1, "go").foreach(ref ! _)
    assertEquals(seen.next(2), List[Any](ExitReason.Because("end"), 1))

  test("a child started linked falls with its parent, however early"):
    (1 to 500).foreach: _ =>
      val child = new Probe[ActorRef[Unit]]
      val parent = actor[Unit]:
        child.ref ! actor.linked[Unit](react { case () => stop })
        exit(ExitReason.Because("over"))
      assertEquals(endOf(child.next()) == ExitReason.Normal, false, parent.toString)

  test("killing one of ten thousand actors linked in a chain ends them all"):
    val down = new CountDownLatch(10_000)
    val first = actor[Unit](react { case () => stop })
    val chain = (1 to 9_999).scanLeft(first): (before, _) =>
      val ref = actor[Unit]:
        link(before)
        react { case () => stop }
      ref
    chain.foreach(ref => ref.addMonitor(new Monitor(ref, _ => down.countDown())))
    chain(5_000).kill()
    await(down, s"${down.getCount} are alive")
end LinkSuite
