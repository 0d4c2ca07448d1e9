package eddy.bench

import java.io.PrintStream
import java.util.concurrent.{Executors, TimeUnit}

/** Looks at a run once a second while it is measured: shows a line of progress, keeps a row of figures.
  *
  * @param live whether `out` is a terminal, where one line is written over and over
  */
final class Watch(serverPid: Option[Long], out: PrintStream, live: Boolean):
  private var rows = Vector.empty[Second]
  private var before: Option[(nanos: Long, use: ProcessUse)] = None
  private var delivered = 0L
  private var sent = 0L

  def say(text: String): Unit = out.println(text)

  private def serverUse: Option[ProcessUse] = serverPid.flatMap(ProcessUse.of)

  /** What the server used from the first to the last look: its CPU is the difference. */
  private[bench] var measuredUse: Option[ProcessUse] = None

  /** Runs `body` with a look every second. The look sees `sentSoFar` and `deliveredSoFar`, which must be safe to ask
    * from another thread, and takes the intervals of `latencies`, the first of which is shown.
    */
  private[bench] def during(
      latencies: Seq[Latency],
      sentSoFar: () => Long,
      deliveredSoFar: () => Long,
      totalSeconds: Double
  )(
      body: => Unit
  ): Seq[Second] =
    val ticker =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform.daemon.name("bench-watch").factory)
    before = serverUse.map((System.nanoTime, _))
    val first = before
    sent = sentSoFar()
    delivered = deliveredSoFar()
    val look: Runnable = () => this.look(latencies, sentSoFar(), deliveredSoFar(), totalSeconds)
    val looks = ticker.scheduleAtFixedRate(look, 1, 1, TimeUnit.SECONDS)
    try body
    finally
      looks.cancel(false)
      // On the same thread, so after the last look; what is left of the last second is added too.
      ticker.submit(look).get()
      ticker.shutdown()
      measuredUse = for f <- first; l <- before yield l.use.copy(cpuNanos = l.use.cpuNanos - f.use.cpuNanos)
      if live then out.println()
    rows
  end during

  private def look(latencies: Seq[Latency], sentNow: Long, deliveredNow: Long, totalSeconds: Double): Unit =
    val intervals = latencies.map(_.takeInterval())
    val shown = intervals.head
    val now = serverUse.map((nanos = System.nanoTime, use = _))
    val cores =
      for b <- before; n <- now yield (n.use.cpuNanos - b.use.cpuNanos).toDouble / (n.nanos - b.nanos)
    val row = Second(
      rows.size + 1,
      sentNow - sent,
      deliveredNow - delivered,
      shown.getValueAtPercentile(50),
      shown.getValueAtPercentile(99),
      if shown.getTotalCount == 0 then 0 else shown.getMaxValue,
      cores,
      now.map(_.use.bytes)
    )
    rows = rows :+ row
    before = now
    sent = sentNow
    delivered = deliveredNow
    show(row, totalSeconds)
  end look

  private def show(row: Second, totalSeconds: Double): Unit =
    val server =
      row.serverCores.fold("")(c => f"  server $c%.2f cores ${row.serverBytes.getOrElse(0L) >> 20}%d MB")
    val line =
      f"  ${row.second}%3d of $totalSeconds%.0f s  sent ${row.sent}%,d  delivered ${row.delivered}%,d  " +
        f"p50 ${row.p50Nanos / 1e6}%.2f ms  p99 ${row.p99Nanos / 1e6}%.2f ms$server"
    if live then out.print(s"\r${line.padTo(100, ' ')}") else if row.second % 5 == 0 then out.println(line)
    out.flush()
end Watch
