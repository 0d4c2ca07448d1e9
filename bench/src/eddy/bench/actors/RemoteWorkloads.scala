package eddy.bench.actors

import eddy.bench.actors.Goal.{AtMost, Floors}

/** The workloads of two processes, with their goals. docs/bench-remote.md describes them. */
private[actors] object RemoteWorkloads:
  private val pekko = Seq("pekko", "pekko-jackson")
  private val erlang = Seq("erlang-nodes")
  private val limit = Seq("netty")

  def all: Seq[Configuration] =
    Seq(latency()) ++
      Seq(100, 1000).map(pingpong(_)) ++
      Seq(oneway(1, 16), oneway(100, 16), oneway(1, 1024), large(), beside()) ++
      Seq(1, 100).map(ask(_)) ++
      Seq(spawn(), broadcast(), monitors()) ++
      Seq(1, 10_000).map(kill(_)) ++
      Seq(footprint())

  /** Round trips, one after the other. */
  def latency(bytes: Int = 16): Configuration =
    val times = floors(1.5 -> pekko, 1.0 -> erlang, 1 / 1.3 -> limit)
    configuration(
      "latency",
      Seq("bytes" -> bytes),
      1,
      _ * bytes,
      Metric.micros("p50", times),
      Metric.micros("p99", times)
    )

  def pingpong(pairs: Int): Configuration =
    val messages = Metric.rate("msg", each = 2, floors(4.0 -> pekko, 2.0 -> erlang))
    configuration("pingpong", Seq("pairs" -> pairs), pairs, n => n, messages, Metric.cpu(2))

  /** A sender may be two batches ahead of its receiver. */
  def oneway(senders: Int, bytes: Int, batch: Int = 2000): Configuration =
    val goal =
      if bytes > 100 then floors(3.0 -> pekko, 0.6 -> limit)
      else floors(5.0 -> pekko, 2.0 -> erlang, 0.5 -> limit)
    val parameters =
      Seq("senders" -> senders, "bytes" -> bytes, "batch" -> math.max(1, batch / senders / (1 + bytes / 256)))
    configuration("oneway", parameters, senders, _ * bytes, Metric.rate("msg", goal = goal), Metric.cpu(1))

  def large(bytes: Int = 10 << 20): Configuration =
    val rate = Metric("", "MB/s", more = true, d => Some(d.n * bytes * 1e3 / d.nanos), largeGoal)
    configuration("large", Seq("bytes" -> bytes), 1, _ * bytes, rate, Metric.cpu(1))

  private val largeGoal = floors(1.5 -> erlang, 0.7 -> limit)

  /** 5,000 small questions a second: half of them alone, the others while large messages are sent. */
  def beside(bytes: Int = 10 << 20): Configuration =
    def times(d: Reply.Done) =
      for p99 <- d.extras.get("p99"); alone <- d.extras.get("alone") yield p99 / alone
    val slower = Metric("slow-down", "x", more = false, times, Some(AtMost(3)))
    configuration(
      "beside",
      Seq("bytes" -> bytes),
      1000,
      n => n,
      Metric.micros("p99", Some(AtMost(3000))),
      Metric.micros("alone"),
      slower
    )
  end beside

  def ask(outstanding: Int): Configuration =
    val asks = Metric.rate("asks", goal = floors((if outstanding == 1 then 2.0 else 4.0) -> pekko))
    configuration("ask", Seq("outstanding" -> outstanding), outstanding, n => n, asks, Metric.cpu(1))

  def spawn(outstanding: Int = 100): Configuration =
    val actors = Metric.rate("actors", goal = floors(2.0 -> erlang))
    configuration("spawn", Seq("outstanding" -> outstanding), outstanding, n => n, actors, Metric.cpu(1))

  /** To all members of a group on the other node, where the system has groups. */
  def broadcast(receivers: Int = 10_000): Configuration =
    val messages = Metric.rate("msg", receivers, floors(5.0 -> pekko))
    configuration(
      "broadcast",
      Seq("receivers" -> receivers),
      1,
      _ * receivers,
      messages,
      Metric.cpu(receivers)
    )

  /** Each `go` starts the actors, watches them and ends them; the end is timed. */
  def monitors(count: Int = 10_000): Configuration =
    def notices(d: Reply.Done) = Some(count * 1e6 / d.nanos)
    val rate = Metric("", "k notices/s", more = true, notices, Some(Goal.AtLeast(200)))
    Configuration("monitors", Seq("count" -> count), None, _ => count, Seq(rate), heap = heap)

  /** Each `go` kills a process, whose actors are monitored. */
  def kill(monitors: Int): Configuration =
    val goal = Goal.AtMost(if monitors == 1 then 250 else 300)
    Configuration(
      "kill",
      Seq("monitors" -> monitors),
      None,
      _ => monitors,
      Seq(Metric.millis(Some(goal))),
      heap = heap,
      alone = true
    )

  /** Memory of what waits. */
  def footprint(count: Int = 100_000, sessions: Int = 100): Configuration =
    def each(name: String, of: Int, unit: String, bytes: Double, goal: Double) =
      Metric(name, unit, more = false, _.extras.get(name).map(_ / bytes / of), Some(AtMost(goal)))
    Configuration(
      "footprint",
      Seq("count" -> count, "sessions" -> sessions),
      None,
      _ => count + sessions,
      Seq(
        each("address", count, "B", 1, 32),
        each("question", count, "B", 1, 200),
        each("session", sessions, "KiB", 1024, 64)
      ),
      heap = heap,
      alone = true
    )
  end footprint

  // each contender is two processes
  private val heap = "1g"

  private def configuration(
      workload: String,
      parameters: Seq[(String, Int)],
      step: Int,
      answer: Long => Long,
      metrics: Metric*
  ) =
    val longs = parameters.map((key, value) => key -> value.toLong)
    Configuration(workload, longs, Some(step.toLong), answer, metrics, heap = heap, residentBytes = 2L << 30)

  private def floors(times: (Double, Seq[String])*) = Some(Floors(for
    (atLeast, peers) <-
      times;
    peer <- peers
  yield peer -> atLeast))
end RemoteWorkloads
