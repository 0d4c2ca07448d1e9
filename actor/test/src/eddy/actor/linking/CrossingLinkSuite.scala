package eddy.actor
package linking

import java.util.concurrent.{CyclicBarrier, Semaphore}

/** Links, unlinks and ends that meet on their way. */
class CrossingLinkSuite extends LinkFixture:
  test("an end that was on its way does not reach an actor that has unlinked meanwhile"):
    val a = obedient()
    val told = ends(a)
    val seen = new Probe[String]
    val ref = actor[Any]:
      link(a)
      react { case "go" =>
        a ! Command.Fail("boom")
        // its exit waits in the mailbox by now
        if told.next() == ExitReason.Normal then throw IllegalStateException("normal")
        unlink(a)
        seen.ref ! s"${links.size} links"
        react { case text: String => seen.ref ! text; stop }
      }
    ref ! "go"
    assertEquals(seen.next(), "0 links")
    ref ! "alive"
    assertEquals(seen.next(), "alive")

  /** Has each do its part while both are in the middle of a reaction; then what each is linked to. */
  private def crossing(
      before: ActorRef[?] => Actor[Any] ?=> Unit,
      one: ActorRef[?] => Actor[Any] ?=> Unit,
      other: ActorRef[?] => Actor[Any] ?=> Unit
  ): List[Boolean] =
    val together = new CyclicBarrier(3)
    val seen = new Probe[Boolean]
    def party(part: ActorRef[?] => Actor[Any] ?=> Unit) = actor[Any]:
      loop:
        react:
          case to: ActorRef[?] =>
            val _ = together.await()
            part(to)
            val _ = together.await()
            done
          case ("first", to: ActorRef[?]) =>
            before(to)
            seen.ref ! true
            done
          case ("linked", to: ActorRef[?]) =>
            seen.ref ! links.contains(to)
            done
    val a = party(one)
    val b = party(other)
    a ! ("first", b)
    val _ = seen.next()
    a ! b
    b ! a
    val _ = together.await()
    // now both have arrived, and after the next wait both have linked
    val _ = together.await()
    List(a -> b, b -> a).map: (asked, about) =>
      asked ! ("linked", about)
      seen.next()
  end crossing

  test("a link and an unlink that cross leave a link at both ends or at neither"):
    assertEquals(crossing(_ => (), link(_), unlink(_)), List(true, true))
    assertEquals(crossing(link(_), link(_), unlink(_)), List(false, false))
    assertEquals(
      crossing(
        link(_),
        to =>
          unlink(to); link(to)
        ,
        unlink(_)
      ),
      List(true, true)
    )
    assertEquals(crossing(_ => (), link(_), link(_)), List(true, true))
    assertEquals(
      crossing(
        _ => (),
        to =>
          link(to); unlink(to)
        ,
        link(_)
      ),
      List(true, true)
    )
    assertEquals(
      crossing(
        _ => (),
        link(_),
        to =>
          link(to); unlink(to)
      ),
      List(true, true)
    )
    assertEquals(crossing(link(_), unlink(_), unlink(_)), List(false, false))

  test("the end of an earlier life does not reach an actor that has linked to the new one"):
    val lives = new Semaphore(0)
    val child = Child[Command]("child"):
      lives.release()
      obey
    val supervisor = supervise()(child)
    val seen = new Probe[Set[ActorRef[?]]]
    lives.acquire()
    val ref = actor[Command]:
      link(child.ref)
      react { case Command.Links(_) =>
        child.ref ! Command.End(ExitReason.Because("again"))
        // its exit waits in the mailbox by now
        lives.acquire()
        unlink(child.ref)
        link(child.ref)
        obey
      }
    val told = ends(ref)
    ref ! Command.Links(seen.ref)
    ref ! Command.Links(seen.ref)
    assertEquals(seen.next(), Set[ActorRef[?]](child.ref))
    child.ref ! Command.Links(seen.ref)
    assertEquals(seen.next(), Set[ActorRef[?]](ref))
    child.ref ! Command.End(ExitReason.Because("over"))
    assertEquals(told.next(), ExitReason.Because("over"))
    supervisor.ref.kill()
end CrossingLinkSuite
