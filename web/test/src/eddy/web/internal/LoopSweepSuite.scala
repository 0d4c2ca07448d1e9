package eddy.web.internal

import io.netty.channel.DefaultEventLoop

class LoopSweepSuite extends eddy.testing.PatientSuite:
  private val loop = FunFixture[DefaultEventLoop](
    _ => DefaultEventLoop(),
    loop => loop.shutdownGracefully(): Unit
  )

  private var looks = 0

  private final class Member(val number: Int, override val customer: String = "somebody") extends Swept:
    var busy = false
    // bytes of the last answer wait for the client
    var writes = false
    def sweep(nowNanos: Long): Unit = ()
    override def isBusy: Boolean =
      looks += 1
      busy
    override def isIdle: Boolean = !busy && !writes

  private def sweepOf(loop: DefaultEventLoop, members: Seq[Member]) =
    val sweep = LoopSweep(loop, 1_000_000)
    members.foreach(sweep.add)
    members.foreach(sweep.becameIdle)
    sweep

  /** Closes the longest idle. */
  private def take(sweep: LoopSweep, of: String | Null = null): Option[Int] = sweep.longestIdle(of) match
    case member: Member =>
      sweep.remove(member)
      Some(member.number)
    case _ => None

  loop.test("members make room in the order in which they became idle, and busy ones do not"): loop =>
    val members = (1 to 8).map(Member(_))
    val sweep = sweepOf(loop, members)
    members(0).busy = true
    members(1).busy = true
    assertEquals(take(sweep), Some(3))
    members(1).busy = false
    sweep.becameIdle(members(1))
    members(4).busy = true
    members(4).busy = false
    sweep.becameIdle(members(4))
    sweep.remove(members(6))
    assertEquals(List.fill(6)(take(sweep)), List(Some(4), Some(6), Some(8), Some(2), Some(5), None))

  loop.test("a member that still writes makes no room, and does when it has written"): loop =>
    val members = (1 to 2).map(Member(_))
    val sweep = sweepOf(loop, members)
    members.foreach(_.writes = true)
    assertEquals(take(sweep), None)
    members(1).writes = false
    assertEquals(take(sweep), Some(2))
    members(0).writes = false
    assertEquals(take(sweep), Some(1))

  loop.test("a thousand connections beyond a limit do not make the thread look at all members for each"):
    loop =>
      val members = (1 to 1000).map(Member(_))
      val sweep = sweepOf(loop, members)
      members.foreach(_.busy = true)
      looks = 0
      for _ <- 1 to 1000 do
        assertEquals(take(sweep), None)
        assertEquals(take(sweep, "somebody"), None)
      assertEquals(looks, 1000)
      // and one that becomes idle is found at once
      members(500).busy = false
      sweep.becameIdle(members(500))
      assertEquals(take(sweep, "somebody"), Some(501))

  loop.test("of two customers only the one with an idle connection makes room"): loop =>
    val (hers, his) = (Member(1, "her"), Member(2, "him"))
    val sweep = sweepOf(loop, Seq(hers, his))
    hers.busy = true
    assertEquals(take(sweep, "her"), None)
    assertEquals(take(sweep, "him"), Some(2))
end LoopSweepSuite
