package eddy.launcher

import eddy.bench.BenchFailure
import eddy.bench.actors.{ActorsBench, ActorsPlan, Contenders, LiveBench, Rounds, Workloads}

import java.io.PrintStream
import java.nio.file.Path

/** `./eddy bench actors`: options to a plan, and an exit code. */
private[launcher] object ActorsCommand:
  def run(words: Words, folder: Path, out: PrintStream): Int =
    val plan = this.plan(words.options)
    if words.options.contains("--list") then
      out.print(Contenders.listing)
      0
    else
      val home = BenchCommand.home.getOrElse(folder)
      val files = BenchCommand.outFolder("actors", words, folder)
      LogFormat.install(System.Logger.Level.WARNING)
      try
        val fine = whole(words.options, "--live") match
          case Some(count) => live(count, words.options, files, home, out).run()
          case None => ActorsBench(plan, files, home, out, BenchCommand.onTerminal).run()
        if fine then 0 else 1
      catch
        case e: BenchFailure =>
          throw Refusal.cannot(s"cannot measure: ${e.getMessage}", "see ./eddy help bench actors")

  private[launcher] def plan(options: Map[String, String]): ActorsPlan =
    val only =
      options.get("--only").fold(Nil)(named(_, "--only", "workload", Workloads.names, Workloads.exists))
    val contenders =
      options.get("--contenders").fold(Nil)(named(
        _,
        "--contenders",
        "contender",
        Contenders.names,
        Contenders.names.contains
      ))
    val quick = options.contains("--quick")
    val rounds = if quick then Rounds.quick else Rounds()
    try
      val counts = rounds.copy(
        warmups = whole(options, "--warmups").getOrElse(rounds.warmups),
        samples = whole(options, "--samples").getOrElse(rounds.samples)
      )
      ActorsPlan(only, contenders, counts, quick)
    catch case e: IllegalArgumentException => throw refused(e)
  end plan

  /** A demonstration of its own, so no choice of workloads goes with it. */
  private def live(count: Int, options: Map[String, String], files: Path, home: Path, out: PrintStream) =
    for other <- Seq("--only", "--contenders", "--samples", "--warmups", "--quick") if options.contains(other)
    do
      throw wrong(s"$other does not go with --live, which is one run of Eddy alone")
    try new LiveBench(count, files, home, out, BenchCommand.onTerminal)
    catch case e: IllegalArgumentException => throw refused(e)

  private def whole(options: Map[String, String], name: String): Option[Int] = options.get(name).map: text =>
    BenchCommand.whole(name, text)(wrong)

  private def refused(e: IllegalArgumentException) =
    wrong(s"--${String.valueOf(e.getMessage).stripPrefix("requirement failed: ")}")

  /** What stands in `text`, separated by commas. */
  private def named(
      text: String,
      option: String,
      kind: String,
      names: Seq[String],
      exists: String => Boolean
  ): Seq[String] =
    val words = text.split(',').toSeq.map(_.trim).filter(_.nonEmpty)
    if words.isEmpty then throw wrong(s"$option is empty")
    for word <- words if !exists(word) do
      val configurations = Workloads.configurationNames(word.takeWhile(_ != '/'))
      val remedy =
        if configurations.nonEmpty then s"there are ${configurations.mkString(", ")}"
        else Nearest.to(word, names).fold(s"there are ${names.mkString(", ")}")(m => s"did you mean $m?")
      throw Refusal.wrong(s"$option $word: there is no such $kind", remedy)
    words

  private def wrong(message: String) = Refusal.wrong(message, "see ./eddy help bench actors")
end ActorsCommand
