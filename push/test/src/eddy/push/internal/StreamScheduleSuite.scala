package eddy.push.internal

import eddy.push.*

import scala.concurrent.duration.DurationInt

/** Subscriptions under random schedules: every event and every step of the driver at a time of its own. Each
  * seed is a schedule.
  */
class StreamScheduleSuite extends eddy.testing.PatientSuite:
  private def rules(
      history: Int,
      delivery: Delivery,
      overflow: Overflow,
      messages: Int = 4,
      bytes: Int = 100
  ) =
    new StreamRules(overflow, messages, bytes, history, delivery, StreamStats())

  private def seeds = 1 to 3000

  private def run(
      seed: Int,
      rules: StreamRules,
      steadyLog: Boolean,
      filtered: Boolean,
      withPresence: Boolean = false
  ): StreamWorld =
    val world = StreamWorld(seed, rules, steadyLog, filtered, withPresence)
    for _ <- 1 to 150 do world.turn()
    world.settle()
    world.last()
    world

  for delivery <- Seq(Delivery.Adaptive, Delivery.Pull); filtered <- Seq(false, true) do
    val which = s"$delivery, ${if filtered then "filtered" else "all"}"
    test(s"with a log that keeps everything a client gets each publication once, in order ($which)"):
      var pulled, together = 0L
      for seed <- seeds do
        val kind = rules(1_000_000, delivery, Overflow.Disconnect)
        val world = run(seed, kind, steadyLog = true, filtered)
        assertEquals(world.ended, null: Ending | Null, s"seed $seed")
        val expected = (world.start + 1 to world.top).filter(world.wanted)
        assertEquals(world.taken.toVector, expected.toVector, s"seed $seed")
        pulled += kind.stats.pages.sum
        together += world.together
        assertEquals(kind.stats.waitingMessages.sum, 0L)
        assertEquals(kind.stats.waitingBytes.sum, 0L)
      assert(pulled > seeds.size, s"only $pulled pages were read")
      if delivery == Delivery.Adaptive && !filtered then
        assert(together > 1000, s"only $together times several at once")

    test(s"joins and leaves are sent, or counted as dropped, and disturb no publication ($which)"):
      var (told, dropped) = (0L, 0L)
      for seed <- 1 to 1000 do
        val kind = rules(1_000_000, delivery, Overflow.Disconnect, bytes = 1000)
        val world = run(seed, kind, steadyLog = true, filtered, withPresence = true)
        val expected = (world.start + 1 to world.top).filter(world.wanted)
        assertEquals(world.taken.toVector, expected.toVector, s"seed $seed")
        assertEquals(world.joinsTaken + kind.stats.presenceDropped.sum, world.joins.toLong, s"seed $seed")
        assertEquals(kind.stats.waitingMessages.sum, 0L)
        told += world.joinsTaken
        dropped += kind.stats.presenceDropped.sum
      assert(told > 1000 && dropped > 1000, s"$told were told, $dropped dropped")

    test(s"with a log that is trimmed a client gets no gap: it ends with Insufficient ($which)"):
      var insufficient = 0
      for seed <- seeds do
        val world = run(seed, rules(8, delivery, Overflow.Disconnect), steadyLog = false, filtered)
        val expected = (world.start + 1 to world.top).filter(world.wanted).take(world.taken.size)
        assertEquals(world.taken.toVector, expected.toVector, s"seed $seed")
        if world.ended == null then
          assertEquals(
            world.taken.lastOption,
            (world.start + 1 to world.top).filter(world.wanted).lastOption,
            s"seed $seed"
          )
        else
          assertEquals(world.ended, StreamState.Insufficient: Ending | Null, s"seed $seed")
          insufficient += 1
      assert(insufficient > 10 && insufficient < seeds.size, s"$insufficient of ${seeds.size} ended")

    test(s"a policy that drops continues after the trimmed ones, still in order ($which)"):
      for seed <- seeds do
        val kind = rules(8, delivery, Overflow.DropOldest)
        val world = run(seed, kind, steadyLog = false, filtered)
        assertEquals(world.ended, null: Ending | Null, s"seed $seed")
        assert(
          world.taken.indices.drop(1).forall(i => world.taken(i) > world.taken(i - 1)),
          s"seed $seed: not in order"
        )
        if world.wanted(world.top) then assertEquals(world.taken.lastOption, Some(world.top), s"seed $seed")
        if !filtered then
          assertEquals(world.taken.size + kind.stats.trimmed.sum, world.top - world.start, s"seed $seed")
  end for

  for overflow <- Seq(Overflow.DropOldest, Overflow.KeepLatest("k"), Overflow.Sample(1.second)) do
    test(s"$overflow: in order, the newest at the end, and all that is missing is counted"):
      for seed <- seeds do
        val kind = rules(10, Delivery.Push, overflow)
        val world = run(seed, kind, steadyLog = true, filtered = false)
        assertEquals(world.ended, null: Ending | Null, s"seed $seed")
        assert(
          world.taken.indices.drop(1).forall(i => world.taken(i) > world.taken(i - 1)),
          s"seed $seed: not in order"
        )
        assertEquals(world.taken.lastOption, Some(world.top), s"seed $seed")
        val stats = kind.stats
        val dropped = stats.droppedOldest.sum + stats.replaced.sum + stats.sampledOut.sum
        assertEquals(world.taken.size + dropped, world.top - world.start, s"seed $seed")

  test("Disconnect without a log: no gap, or the end for slowness"):
    var slow = 0
    for seed <- seeds do
      val world = run(seed, rules(10, Delivery.Push, Overflow.Disconnect), steadyLog = true, filtered = false)
      assertEquals(
        world.taken.toVector,
        (world.start + 1 to world.start + world.taken.size).toVector,
        s"seed $seed"
      )
      if world.ended == null then assertEquals(world.taken.lastOption, Some(world.top), s"seed $seed")
      else
        assertEquals(world.ended, Ending.Slow: Ending | Null, s"seed $seed")
        slow += 1
    assert(slow > 10 && slow < seeds.size, s"$slow of ${seeds.size} ended")
end StreamScheduleSuite
