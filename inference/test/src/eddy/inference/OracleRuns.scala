package eddy.inference

import eddy.inference.internal.context.AnalysisContext

import java.nio.file.{Files, Path as FilePath}
import java.time.Instant
import java.util.Comparator
import java.util.concurrent.atomic.AtomicLong
import scala.collection.mutable
import scala.util.{Random, Using}

import subjects.App

/** Runs random programs in random orders until the given number of runs, and stops after a program with an
  * access that no lock covers. For nights:
  * `./mill inference.test.runMain eddy.inference.OracleRuns 10000000`.
  */
object OracleRuns:
  private final val Methods = 60
  private final val RunsOfProgram = 20_000L
  private final val RunsBetweenLines = 100_000
  // of the objects that a method makes
  private final val RunsOfLife = 20

  /** @param arguments
    *   number of runs, the first seed, and runs of one program
    */
  def main(arguments: Array[String]): Unit =
    val wanted = arguments(0).toLong
    val done = AtomicLong()
    var seed = arguments.lift(1).fold(1L)(_.toLong)
    val ofProgram = arguments.lift(2).fold(RunsOfProgram)(_.toLong)
    while done.get < wanted do
      val root = RandomPrograms.compiled(seed, Methods)
      try run(root, seed, done, math.min(wanted, done.get + ofProgram))
      finally delete(root)
      seed += 1

  private def run(root: FilePath, seed: Long, done: AtomicLong, until: Long): Unit =
    val random = Random(seed)
    val programs = RandomPrograms(root).all.toVector
    val inferences = Inferences(AnalysisContext(_))
    val oracle = Oracle(root, inferences.lockSet(_, _).claims)
    val uncovered = mutable.HashSet[(Int, String)]()
    var (began, before) = (System.nanoTime, done.get)
    def show(): Unit =
      val rate = (done.get - before) * 1_000_000_000L / math.max(1, System.nanoTime - began)
      println(
        s"${Instant.now} seed $seed: $done runs, $rate a second; ${oracle.compared} accesses of this program"
      )
      began = System.nanoTime
      before = done.get
    while done.get < until do
      Oracle.forget()
      // handlers of several methods, since they share the program's global objects
      val callbacks = Vector.fill(3)(random.nextInt(programs.size)).flatMap: i =>
        val app = App()
        programs(i)(app)
        app.registered.map((i, _))
      for _ <- 1 to RunsOfLife * callbacks.size do
        val (i, callback) = callbacks(random.nextInt(callbacks.size))
        val path = RandomPrograms.paths(random.nextInt(RandomPrograms.paths.size))
        for access <- oracle.uncovered(callback, path) if uncovered.add((i, access)) do
          println(s"seed $seed, c$i, \"$path\": $access is not covered")
        if done.incrementAndGet() % RunsBetweenLines == 0 then show()
    show()
    if uncovered.nonEmpty then sys.exit(1)
  end run

  private def delete(root: FilePath): Unit =
    Using.resource(Files.walk(root))(_.sorted(Comparator.reverseOrder()).forEach(Files.delete(_)))
end OracleRuns
