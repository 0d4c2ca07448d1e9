package eddy.launcher

import eddy.bench.actors.{ActorsBench, ActorsPlan, Catalogue, LiveBench}
import eddy.web.verify.Words

import java.io.PrintStream
import java.nio.file.Path

/** `./eddy bench actors` and `./eddy bench remote`: options to a plan, and an exit code. */
private[launcher] final class ActorsCommand(catalogue: Catalogue):
  private val run = BenchRun(catalogue.bench)

  def apply(words: Words, folder: Path, out: PrintStream): Int =
    val options = words.options
    val plan = this.plan(options)
    if options.contains("--list") then
      out.print(catalogue.listing)
      0
    else
      run(words, folder): (files, home) =>
        run.whole(options, "--live") match
          case Some(count) => live(count, options, files, home, out).run()
          case None => ActorsBench(plan, files, home, out, BenchRun.onTerminal).run()

  private[launcher] def plan(options: Map[String, String]): ActorsPlan =
    val only = run.named(
      options,
      "--only",
      "workload",
      catalogue.workloads,
      word => catalogue.configurationNames(word.takeWhile(_ != '/'))
    )
    val contenders = run.named(options, "--contenders", "contender", catalogue.contenders)
    val quick = options.contains("--quick")
    val rounds = if quick then catalogue.brief else catalogue.usual
    try
      val counts = rounds.copy(
        warmups = run.whole(options, "--warmups").getOrElse(rounds.warmups),
        samples = run.whole(options, "--samples").getOrElse(rounds.samples)
      )
      ActorsPlan(catalogue, only, contenders, counts, quick)
    catch case e: IllegalArgumentException => throw run.wrong(e)
  end plan

  /** A demonstration of its own, so no choice of workloads goes with it. */
  private def live(count: Int, options: Map[String, String], files: Path, home: Path, out: PrintStream) =
    for other <- Seq("--only", "--contenders", "--samples", "--warmups", "--quick") if options.contains(other)
    do
      throw run.wrong(s"$other does not go with --live, which is one run of Eddy alone")
    try new LiveBench(count, files, home, out, BenchRun.onTerminal)
    catch case e: IllegalArgumentException => throw run.wrong(e)
end ActorsCommand
