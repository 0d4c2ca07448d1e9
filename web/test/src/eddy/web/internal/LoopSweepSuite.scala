package eddy.web.internal

import io.netty.channel.DefaultEventLoop

class LoopSweepSuite extends eddy.testing.PatientSuite:
  private val loop = FunFixture[DefaultEventLoop](
    _ => DefaultEventLoop(),
    loop => loop.shutdownGracefully(): Unit
  )

  private var looks = 0

  /** @param since when it became idle; negative while it is busy */
  private final class Member(var since: Long, override val customer: String = "somebody") extends Swept:
    def sweep(nowNanos: Long): Unit = ()
    override def idleNanos(nowNanos: Long): Long =
      looks += 1
      if since < 0 then -1 else nowNanos - since

  private def sweepOf(loop: DefaultEventLoop, members: Seq[Member]) =
    val sweep = LoopSweep(loop, 1_000_000)
    members.foreach(sweep.add)
    sweep

  loop.test("the longest idle come first, and none that has had something to do since they were searched"):
    loop =>
      val members = (1 to 200).map(n => Member(n))
      val sweep = sweepOf(loop, scala.util.Random(1).shuffle(members))
      def next(now: Long) =
        val found = sweep.longestIdle(now, null).asInstanceOf[Member]
        sweep.remove(found)
        found.since
      assertEquals(List.fill(3)(next(1000)), List(1L, 2L, 3L))
      members(3).since = -1
      members(4).since = 1001
      assertEquals(List.fill(150)(next(1002)), (6L to 155L).toList)

  loop.test("a thousand connections beyond a limit do not make the thread look at all members for each"):
    loop =>
      val sweep = sweepOf(loop, Seq.fill(1000)(Member(-1)))
      looks = 0
      for i <- 1 to 1000 do
        assertEquals(sweep.longestIdle(i, null), null)
        assertEquals(sweep.longestIdle(i, "somebody"), null)
      assertEquals(looks, 2000)

  loop.test("a member that becomes idle is found a moment later"): loop =>
    val member = Member(-1)
    val sweep = sweepOf(loop, Seq(member))
    for of <- Seq(null, "somebody") do
      member.since = -1
      val start = System.nanoTime
      assertEquals(sweep.longestIdle(start, of), null)
      member.since = start
      assertEquals(sweep.longestIdle(start + LoopSweep.Again, of), member)

  loop.test("of two customers only the one with an idle connection makes room"): loop =>
    val (hers, his) = (Member(-1, "her"), Member(5, "him"))
    val sweep = sweepOf(loop, Seq(hers, his))
    assertEquals(sweep.longestIdle(10, "her"), null)
    assertEquals(sweep.longestIdle(10, "him"), his)
end LoopSweepSuite
