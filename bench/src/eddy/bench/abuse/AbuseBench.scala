package eddy.bench.abuse

import eddy.bench.{Machine, ProcessUse, ServerCommand, ServerProcess}

import java.io.PrintStream
import java.net.URI
import java.nio.file.{Files, Path}
import java.util.concurrent.{CountDownLatch, TimeUnit}
import scala.util.Using

/** Attacks a server in the ways that [[Attacks]] lists, one after another, while a visitor asks for `/`, and
  * tells whether the visitor was served and the heap stayed within its bounds. Writes summary.txt.
  *
  * @param server one to start for the run, or the address of one that runs
  * @param only the names of the attacks; empty for all
  * @param seconds of each attack
  * @param folder for the files, made if need be
  * @param home the checkout, to name its commit
  */
final class AbuseBench(
    server: Either[ServerCommand, URI],
    only: Seq[String],
    seconds: Int,
    folder: Path,
    home: Option[Path],
    out: PrintStream
):
  require(seconds > 0, "seconds must be positive")
  private var said = Vector.empty[String]

  /** True when the server held.
    *
    * @throws eddy.bench.BenchFailure
    *   when there is no server to attack
    */
  def run(): Boolean =
    Files.createDirectories(folder)
    val held = server match
      case Right(uri) => attackAll(Target(uri), None)
      case Left(command) =>
        out.println("starting a server to attack ...")
        val own = Map("EDDY_DATA" -> folder.resolve("data").toString)
        Using.resource(ServerProcess.start(command, own, folder)): process =>
          attackAll(Target(process.uri), Some(process))
    Files.writeString(folder.resolve("summary.txt"), said.mkString("", "\n", "\n"))
    held

  private def attackAll(target: Target, process: Option[ServerProcess]): Boolean =
    Machine.describe(home).foreach(say)
    val limit = process.flatMap(p => heapLimit(p.flags))
    say(s"each attack takes $seconds s; heap ${limit.fold("unknown")(mb => s"$mb MB at most")}")
    say("")
    say(AbuseRow.heading)
    val heap = process.map(_ => HeapLog(folder.resolve("server-gc.log")))
    val rows =
      for attack <- Attacks.all if only.isEmpty || only.contains(attack.name) yield
        val row = this.attack(attack, target, process, heap)
        say(row.line)
        row
    val ended = process.filterNot(p => ProcessHandle.of(p.pid).map(_.isAlive).orElse(false))
    val faults = rows.flatMap(_.faults(limit)) ++ ended.map(_ => "the server has ended; see server.log")
    say("")
    for fault <- faults do say(s"FAILED: $fault")
    if faults.isEmpty then say("the server held")
    faults.isEmpty
  end attackAll

  private def attack(
      attack: Attack,
      target: Target,
      process: Option[ServerProcess],
      heap: Option[HeapLog]
  ): AbuseRow =
    val over = CountDownLatch(1)
    val tally = Tally()
    val before = process.flatMap(p => ProcessUse.of(p.pid))
    val logged = logBytes
    val refused = Refusals.of(target)
    heap.foreach(_.mostLeft())
    val began = System.nanoTime
    val probe = Probe(target, over)
    val threads =
      for n <- 0 until attack.clients yield
        val client = Client(n, target, tally, over)
        Thread.ofVirtual.name("abuse").start(() => client.work(attack))
    over.await(seconds, TimeUnit.SECONDS): Unit
    over.countDown()
    val visits = probe.visits
    val took = (System.nanoTime - began) / 1e9
    val after = process.flatMap(p => ProcessUse.of(p.pid))
    // ends the read of one that waits for an answer
    threads.foreach(_.interrupt())
    threads.foreach(_.join())
    AbuseRow(
      attack,
      took,
      tally,
      visits,
      heap.flatMap(_.mostLeft()),
      for b <- before; a <- after yield (a.cpuNanos - b.cpuNanos) / 1e9 / took,
      process.map(_ => logBytes - logged),
      Refusals.between(refused, Refusals.of(target))
    )
  end attack

  private def logBytes: Long =
    val log = folder.resolve("server.log")
    if Files.exists(log) then Files.size(log) else 0

  /** In MB, by `-Xmx`. */
  private def heapLimit(flags: Seq[String]): Option[Long] = flags.reverseIterator.collectFirst:
    case s"-Xmx${n}m" if n.forall(_.isDigit) => n.toLong
    case s"-Xmx${n}g" if n.forall(_.isDigit) => n.toLong << 10

  private def say(line: String): Unit =
    said :+= line
    out.println(line)
end AbuseBench

object AbuseBench:
  /** The names of the attacks, in the order in which they run. */
  def attacks: Seq[String] = Attacks.names
