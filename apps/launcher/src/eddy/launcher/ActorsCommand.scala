package eddy.launcher

import eddy.bench.BenchFailure
import eddy.bench.actors.{ActorsBench, ActorsPlan, Contenders, Rounds, Workloads}

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
      try if ActorsBench(plan, files, home, out, BenchCommand.onTerminal).run() then 0 else 1
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
    def whole(name: String, default: Int): Int = options.get(name).fold(default): text =>
      text.toIntOption.getOrElse(throw wrong(s"$name $text: must be a whole number"))
    try
      val counts = rounds.copy(
        warmups = whole("--warmups", rounds.warmups),
        samples = whole("--samples", rounds.samples)
      )
      ActorsPlan(only, contenders, counts, quick)
    catch
      case e: IllegalArgumentException =>
        throw wrong(s"--${String.valueOf(e.getMessage).stripPrefix("requirement failed: ")}")
  end plan

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
