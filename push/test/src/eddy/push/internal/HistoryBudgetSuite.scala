package eddy.push.internal

import eddy.push.*
import eddy.testing.Eventually

import java.time.Instant
import scala.concurrent.duration.DurationInt

import io.micrometer.core.instrument.simple.SimpleMeterRegistry

/** What all histories of a node hold together. */
class HistoryBudgetSuite extends HubSuite:
  private val budget = 4L * 1024 * 1024
  private val many = Namespace("many", history = 1000)
  override protected def config: ChannelsConfig =
    super.config.copy(namespaces = Seq(many), historyBytes = budget)

  for (name, newMediator) <- Seq[(String, MemoryService => Mediator)](
      "by the service" -> (MemoryMediator(_)),
      "by each node" -> (UnsharedMediator(_))
    )
  do
    test(
      s"however many channels there are the heap stays flat, and a metric says how full it is, kept $name"
    ):
      val channels = node(newMediator(MemoryService()), config)
      val registry = SimpleMeterRegistry()
      ChannelMeters(channels).bindTo(registry)
      def held = registry.get("eddy.push.history.bytes").gauge.value
      def evicted = registry.get("eddy.push.history.evicted").functionCounter.count
      val data = Json(s"\"${"x" * 60_000}\"")
      val first = await(channels.subscribe("many:0")(_ => ()))
      await(channels.publish("many:0", data))
      val seen = await(channels.history("many:0")).top
      assertEquals((held > 60_000, held < 130_000, evicted), (true, true, 0.0))
      for i <- 1 to 100 do
        val subscription = await(channels.subscribe(s"many:$i")(_ => ()))
        for _ <- 1 to 5 do await(channels.publish(s"many:$i", data))
        assert(held <= budget + 130_000, s"$held after $i channels")
        if i % 2 == 0 then subscription.close()
      assert(held > budget / 2 && evicted > 100, s"$held held, $evicted gone")
      assertEquals(await(channels.history("many:0")), HistoryPage(Vector.empty, seen, complete = true))
      first.close()
  end for

  test("all that was revoked is known to a node that starts later, whatever else was published"):
    val service = MemoryService()
    val channels = node(MemoryMediator(service), config)
    await(channels.revokeToken("t1", Instant.now.nn.plusSeconds(1000)))
    val data = Json(s"\"${"x" * 60_000}\"")
    (1 to 200).foreach(_ => await(channels.publish("many:a", data)))
    val later = node(MemoryMediator(service), config)
    Eventually.until("it knows all that was revoked", s"${later.unready}")(later.isReady)
    assert(later.hub.isRevoked(Credential("x", "t1", 0)))

  test("of logs of all ages the oldest publications go, until a tenth is free"):
    var now = 0L
    val histories = HistoryBudget(100 * (1000 + HistoryBudget.Overhead))
    val retention = Retention(1000, 1.hour)
    val logs = Vector.tabulate(7)(i => ChannelLog(s"c$i", () => "e", () => now, histories))
    val random = scala.util.Random(42)
    var published = Vector.empty[(Int, Long)]
    for i <- 1 to 1000 do
      now += 1
      val log = random.nextInt(logs.size)
      logs(log).append(Message(Json("x" * 1000)), retention): Unit
      published :+= (log, logs(log).top.offset)
      histories.relieve(logs.iterator.map(log => ("c", log)))
      val kept = logs.map(_.read(HistoryQuery(limit = 1000)).publications)
      val newest = published.takeRight(kept.map(_.size).sum)
      for (log, publications) <- logs.indices.zip(kept) do
        assertEquals(publications.map(_.offset), newest.collect { case (`log`, offset) => offset })
      assert(newest.size <= 100 && newest.size >= math.min(i, 90), s"${newest.size} after $i")
      assertEquals(histories.held, newest.size * (1000 + HistoryBudget.Overhead))
    logs.foreach(_.clear())
    assertEquals(histories.held, 0L)
end HistoryBudgetSuite
