package eddy.launcher

import eddy.bench.web.{WebBench, WebPlan, WebWorkloads}

import java.io.PrintStream
import java.nio.file.Path

/** `./eddy bench web`: options to a plan, and an exit code. */
private[launcher] object WebCommand:
  private val run = BenchRun("web")

  def web(words: Words, folder: Path, out: PrintStream): Int =
    val plan = this.plan(words.options)
    if words.options.contains("--list") then
      out.print(WebWorkloads.listing)
      0
    else
      run(words, folder)((files, home) => WebBench(plan, files, home, out, BenchRun.onTerminal).run())

  private[launcher] def plan(options: Map[String, String]): WebPlan =
    WebPlan(
      run.named(options, "--only", "workload", WebWorkloads.names),
      run.named(options, "--contenders", "contender", WebWorkloads.contenders),
      options.contains("--quick")
    )
end WebCommand
