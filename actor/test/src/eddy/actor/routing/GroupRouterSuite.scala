package eddy.actor
package routing

import eddy.testing.Eventually

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt
import scala.util.Success

class GroupRouterSuite extends ActorFixture:
  private def echo(number: Int, seen: Probe[(Int, String)]): ActorRef[String] = actor[String]:
    loop(react { case text => seen.ref ! (number, text); done })

  test("a router over a group sends to the members of that moment, in the order in which they joined"):
    val seen = new Probe[(Int, String)]
    val group = system.group(GroupName[String]("desks"))
    val router = Router.over(group, Routing.RoundRobin)
    val (zero, one) = (echo(0, seen), echo(1, seen))
    assertEquals(router.trySend("nobody"), Delivery.Terminated)
    assert(!router.isAlive)
    assert(group.join(zero))
    assert(group.join(one))
    List("a", "b", "c").foreach(router ! _)
    assertEquals(seen.next(3).toSet, Set((0, "a"), (1, "b"), (0, "c")))
    assert(group.leave(zero))
    router ! "d"
    assertEquals(seen.next(), (1, "d"))
    assertEquals(router.routees, Vector(one))

  test("a member that has terminated, while the group does not know it yet, is passed over and leaves"):
    val seen = new Probe[(Int, String)]
    val group = system.group(GroupName[String]("late"))
    val gone = echo(0, seen)
    val router = Router.over(group, Routing.ByKey[String](identity))
    // notified before the group: while it waits, the group has a terminated member
    val gate = new CountDownLatch(1)
    gone.addMonitor(new Monitor(gone, _ => await(gate)))
    assert(group.join(gone))
    gone.kill()
    Eventually.until("the member has terminated")(!gone.isAlive)
    assertEquals(group.members.size, 1)
    assert(group.join(echo(1, seen)))
    for n <- 1 to 20 do router ! s"$n"
    assertEquals(seen.next(20).map(_._1).toSet, Set(1))
    assertEquals(group.members.size, 1)
    gate.countDown()

  test("a broadcast over a group is one question, which fails when the last member has lost it"):
    val group = system.group(GroupName[ActorRef[Int]]("answers"))
    val router = Router.over(group, Routing.Broadcast)
    val silent = actor[ActorRef[Int]](react { case _ => stop })
    assert(group.join(silent))
    assert(group.join(actor[ActorRef[Int]](react { case to => to ! 7; stop })))
    assertEquals(await(router.ask[Int](1.minute)(identity)), 7)

  test("askAll over a group returns the answers of all members, in the order in which they joined"):
    val group = system.group(GroupName[ActorRef[Int]]("all"))
    for n <- 1 to 3 do group.join(actor[ActorRef[Int]](react { case to => to ! n; stop }))
    val router = Router.over(group, Routing.RoundRobin)
    assertEquals(await(router.askAll[Int](1.minute)(identity)), Vector(Success(1), Success(2), Success(3)))

  test("a router over a group has the size of the group; a kill goes to every member"):
    val seen = new Probe[(Int, String)]
    val group = system.group(GroupName[String]("killed"))
    val router = Router.over(group, Routing.RoundRobin)
    val members = List.tabulate(3)(echo(_, seen))
    members.foreach(group.join)
    val refusal = intercept[IllegalStateException](router.resize(5))
    assert(refusal.getMessage.nn.contains("the group \"killed\""), refusal.getMessage)
    val ends = new Probe[ExitReason]
    members.foreach(watch(_, ends))
    router.kill()
    assertEquals(ends.next(3), List.fill(3)(ExitReason.Killed))
end GroupRouterSuite
