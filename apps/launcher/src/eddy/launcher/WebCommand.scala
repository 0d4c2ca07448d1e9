package eddy.launcher

import eddy.bench.BenchFailure
import eddy.bench.web.{WebBench, WebPlan, WebWorkloads}

import java.io.PrintStream
import java.nio.file.Path

/** `./eddy bench web`: options to a plan, and an exit code. */
private[launcher] object WebCommand:
  def run(words: Words, folder: Path, out: PrintStream): Int =
    val plan = this.plan(words.options)
    if words.options.contains("--list") then
      out.print(WebWorkloads.listing)
      0
    else
      val home = BenchCommand.home.getOrElse(folder)
      val files = BenchCommand.outFolder("web", words, folder)
      LogFormat.install(System.Logger.Level.WARNING)
      try if WebBench(plan, files, home, out, BenchCommand.onTerminal).run() then 0 else 1
      catch
        case e: BenchFailure =>
          throw Refusal.cannot(s"cannot measure: ${e.getMessage}", "see ./eddy help bench web")

  private[launcher] def plan(options: Map[String, String]): WebPlan =
    WebPlan(
      options.get("--only").fold(Nil)(named(_, "--only", "workload", WebWorkloads.names)),
      options.get("--contenders").fold(Nil)(named(_, "--contenders", "contender", WebWorkloads.contenders)),
      options.contains("--quick")
    )

  /** What stands in `text`, separated by commas. */
  private def named(text: String, option: String, kind: String, names: Seq[String]): Seq[String] =
    val words = text.split(',').toSeq.map(_.trim).filter(_.nonEmpty)
    if words.isEmpty then throw Refusal.wrong(s"$option is empty", "see ./eddy help bench web")
    for word <- words if !names.contains(word) do
      val remedy =
        Nearest.to(word, names).fold(s"there are ${names.mkString(", ")}")(m => s"did you mean $m?")
      throw Refusal.wrong(s"$option $word: there is no such $kind", remedy)
    words
end WebCommand
