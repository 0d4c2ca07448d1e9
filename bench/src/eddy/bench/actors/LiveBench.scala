package eddy.bench.actors

import eddy.bench.contest.{Children, Screen, Workshop}
import eddy.bench.{BenchFailure, Machine, ProcessUse}

import java.io.PrintStream
import java.nio.file.{Files, Path}
import scala.concurrent.duration.DurationInt
import scala.util.Using

/** Shows how many actors can be alive at once: starts them, weighs them, and sends to some of them at random.
  *
  * @param folder for live.txt and logs, made if need be
  * @param home the checkout, from which the program is built
  * @param live whether `out` is a terminal
  */
final class LiveBench(count: Int, folder: Path, home: Path, out: PrintStream, live: Boolean):
  require(
    count >= 1 && count <= LiveBench.most,
    s"live = $count: must be from 1 to ${LiveBench.most}, the length of an array"
  )
  private val screen = new Screen(out, live)

  /** True when all were alive.
    *
    * @throws BenchFailure when the machine has too little memory, or it could not be run
    */
  def run(): Boolean =
    val heapMegabytes = LiveBench.heapMegabytes(count, ProcessUse.availableBytes)
    Files.createDirectories(folder)
    val machine = Machine.describe(Some(home))
    val workshop = new Workshop(home, folder.resolve("build.log"), screen.line)
    Catalogue.local.make(workshop, Seq(Contender.eddy)).made.headOption match
      case Some(eddy) => measure(eddy, heapMegabytes, machine)
      case None => throw BenchFailure(s"Eddy could not be built, see ${folder.resolve("build.log")}")

  private[actors] def measure(eddy: Contender, heapMegabytes: Long, machine: Seq[String]): Boolean =
    val touches = math.min(count, 1_000_000)
    val work = Configuration(
      "live",
      Seq("count" -> count, "touches" -> touches),
      None,
      _ => touches,
      Nil,
      heap = s"${heapMegabytes}m",
      goWithin = 30.minutes,
      alone = true
    )
    screen.line(f"starting $count%,d actors, with a heap of $heapMegabytes%,d MB ...")
    val once = Rounds(0, 1, 1.milli)
    val result = Using.resource(Children.ofThisMachine.open()): children =>
      new Session(work, Seq(eddy), once, children, folder, screen.status).run()
    val entry = result.entries.head
    entry.samples.headOption match
      case Some(done) =>
        val text = LiveBench.report(count, touches, done) ++
          Seq(s"JVM flags   ${Jvm.flags(work.heap).mkString(" ")}") ++
          machine.zipWithIndex.map((l, i) => (if i == 0 then "machine" else "").padTo(12, ' ') + l)
        screen.lines(text)
        Files.writeString(folder.resolve("live.txt"), text.mkString("", "\n", "\n"))
        screen.line(s"\nlive.txt is in $folder")
        true
      case None => throw BenchFailure(s"Eddy ${entry.fault.fold("gave no answer")(_.text)}")
  end measure
end LiveBench

private[actors] object LiveBench:
  /** What the JDK's arrays hold. */
  private val most = Int.MaxValue - 8

  /** An idle actor, its closure and its place in the array, and as much again for half of them while they are started and
    * the collector copies. Measured, not derived: see docs/bench.md.
    */
  private val bytesEach = 90L

  /** @throws BenchFailure when less than that is available */
  def heapMegabytes(count: Int, available: Option[Long]): Long =
    val wanted = 512 + (count * bytesEach >> 20)
    // The JVM itself, and what must stay free.
    val resident = (wanted << 20) + (1L << 30)
    for free <- available if free < resident do
      val fitting = math.max(0, (free - (3L << 29)) / bytesEach / 1_000_000 * 1_000_000)
      throw BenchFailure(
        f"$count%,d actors need about ${resident >> 20}%,d MB of memory, and ${free >> 20}%,d MB are available; try --live $fitting"
      )
    wanted

  def report(count: Int, touches: Int, done: Reply.Done): Seq[String] =
    def each(key: String) = done.extras.get(key).fold("unknown")(b => f"${b / count}%.1f")
    Seq(
      f"actors      ${done.extras.getOrElse("started", 0.0)}%,.0f alive, started in ${done.nanos / 1e9}%.1f s, ${done.nanos.toDouble / count}%.0f ns each",
      f"memory      ${each("heap")} bytes of heap each; ${each("rss")} of resident memory each, with the array that holds them and the JVM",
      f"messages    $touches%,d to actors chosen at random, ${done.answer}%,d answered, in ${done.extras.getOrElse("touch", 0.0) / 1e9}%.1f s"
    )
end LiveBench
