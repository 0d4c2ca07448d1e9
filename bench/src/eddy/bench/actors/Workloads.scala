package eddy.bench.actors

import eddy.bench.actors.Goal.{AtMost, Times}

import scala.concurrent.duration.DurationInt

/** The workloads of one process, with their goals. docs/bench.md describes them. */
private[actors] object Workloads:
  private val pekko = Seq("pekko-typed", "pekko-classic")
  private val beam = Seq("erlang")
  private val systems = pekko ++ beam ++ Seq("go")

  def all: Seq[Configuration] =
    Seq(1, 100, 1000).map(pingpong(_)) ++
      ringSizes.map(ring(_)) ++
      ringSizes.map(ringstart(_)) ++
      Seq(fanin(), broadcast(), skynet()) ++
      Seq(100_000, 1_000_000, 10_000_000).map(spawn(_)) ++
      Seq(1, 100).map(ask(_)) ++
      Seq(selective(), blocking(), crowded(), waits())

  /** Those of which only Eddy knows: questions about it, and no contest. */
  val ownNames: Set[String] = Set("crowded", "waits")

  private val ringSizes = Seq(10, 100, 1000, 10_000, 100_000)

  def pingpong(pairs: Int): Configuration =
    // Two messages are a round trip.
    val messages = Metric.rate("msg", each = 2, Some(Times(4, systems)))
    Configuration("pingpong", Seq("pairs" -> pairs), Some(pairs), n => n, Seq(messages))

  def ring(size: Int, tokens: Int = 10): Configuration =
    val goal = Option.when(size >= 100)(Times(2, systems))
    Configuration(
      "ring",
      Seq("size" -> size, "tokens" -> tokens),
      Some(tokens),
      n => n,
      Seq(Metric.rate("passes", goal = goal))
    )

  def ringstart(size: Int): Configuration =
    val goal = Option.when(size >= 100)(Times(10, pekko))
    Configuration("ringstart", Seq("size" -> size), None, _ => size, Seq(Metric.millis(goal)))

  def fanin(senders: Int = 100): Configuration =
    def sum(n: Long) = senders * (n / senders) * (n / senders + 1) / 2
    val messages = Metric.rate("msg", goal = Some(Times(1, systems)))
    Configuration("fanin", Seq("senders" -> senders), Some(senders), sum, Seq(messages))

  def broadcast(receivers: Int = 10_000): Configuration =
    val messages = Metric.rate("msg", receivers, Some(Times(2, systems)))
    Configuration("broadcast", Seq("receivers" -> receivers), Some(1), _ * receivers, Seq(messages))

  def skynet(leaves: Int = 1_000_000): Configuration =
    Configuration(
      "skynet",
      if leaves == 1_000_000 then Nil else Seq("leaves" -> leaves),
      None,
      _ => leaves.toLong * (leaves - 1) / 2,
      Seq(Metric.millis(Some(Times(8, systems)))),
      residentBytes = 5L << 29
    )

  def spawn(count: Int): Configuration =
    val goal = Option.when(count >= 1_000_000)(AtMost(48))
    def each(key: String, goal: Option[Goal] = None) =
      Metric(key, "B/actor", more = false, d => d.extras.get(key).map(_ / count), goal)
    val huge = count > 1_000_000
    Configuration(
      "spawn",
      Seq("count" -> count),
      None,
      _ => count,
      Seq(
        Metric("", "ns/actor", more = false, d => Some(d.nanos.toDouble / count)),
        each("heap", goal),
        each("rss")
      ),
      heap = if huge then "12g" else "4g",
      residentBytes = if huge then 12L << 30 else if count == 1_000_000 then 4L << 30 else 1L << 30,
      goWithin = if huge then 180.seconds else 60.seconds,
      alone = huge
    )
  end spawn

  def ask(outstanding: Int): Configuration =
    val asks = Metric.rate("asks", goal = Some(Times(8, systems)))
    Configuration("ask", Seq("outstanding" -> outstanding), Some(outstanding), n => n, Seq(asks))

  def selective(unmatched: Int = 10_000): Configuration =
    val trips = Metric("", "k trips/s", more = true, d => Some(d.n * 1e6 / d.nanos), Some(Times(10, beam)))
    Configuration("selective", Seq("unmatched" -> unmatched), Some(1), n => n, Seq(trips))

  def blocking(blockers: Int = 1000, sleepMillis: Int = 10): Configuration =
    def slower(d: Reply.Done) =
      for compute <- d.extras.get("compute"); alone <- d.extras.get("alone") if alone > 0
      yield compute / alone
    Configuration(
      "blocking",
      Seq("blockers" -> blockers, "sleep" -> sleepMillis),
      None,
      _ => blockers + 2,
      Seq(
        Metric.millis(Some(Times(1.0 / 3, beam))),
        Metric("slow-down", "x", more = false, slower, Some(AtMost(1.25)))
      )
    )

  /** Beside a process that computes on every processor. The spares are a few at most, since nothing
    * blocks.
    */
  def crowded(actors: Int = 10_000): Configuration =
    val spares = Metric("spares", "", more = false, _.extras.get("spares"), Some(AtMost(2)))
    Configuration(
      "crowded",
      Seq("actors" -> actors),
      Some(1),
      n => n,
      Seq(Metric.rate("msg"), spares)
    )

  def waits(asks: Int = 1000): Configuration =
    Configuration("waits", Seq("asks" -> asks), None, _ => asks, Seq(Metric.millis()))
end Workloads
