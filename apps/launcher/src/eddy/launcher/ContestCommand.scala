package eddy.launcher

import eddy.bench.push.PushBench
import eddy.bench.trading.TradingBench
import eddy.bench.web.WebBench
import eddy.bench.web.run.{ServerBench, ServerPlan}
import eddy.web.verify.Words

import java.io.PrintStream
import java.nio.file.Path

/** The runs of `./eddy bench` in which servers are measured beside each other: options to a plan, and an exit code. */
private[launcher] object ContestCommand:
  val all: Map[String, ServerBench] =
    Seq(WebBench.bench, PushBench.bench, TradingBench.bench).map(b => b.name -> b).toMap

  def run(bench: ServerBench, words: Words, folder: Path, out: PrintStream): Int =
    val command = BenchRun(bench.name)
    val plan = ServerPlan(
      command.named(words.options, "--only", "workload", bench.workloads),
      command.named(words.options, "--contenders", "contender", bench.contenders),
      words.options.contains("--quick")
    )
    if words.options.contains("--list") then
      out.print(bench.listing)
      0
    else
      command(words, folder)((files, home) => bench.run(plan, files, home, out, BenchRun.onTerminal))
end ContestCommand
