package eddy.launcher

import eddy.bench.push.{PushBench, PushPlan, PushWorkloads}

import java.io.PrintStream
import java.nio.file.Path

/** `./eddy bench push`: options to a plan, and an exit code. */
private[launcher] object PushCommand:
  private val run = BenchRun("push")

  def push(words: Words, folder: Path, out: PrintStream): Int =
    val plan = this.plan(words.options)
    if words.options.contains("--list") then
      out.print(PushWorkloads.listing)
      0
    else
      run(words, folder)((files, home) => PushBench(plan, files, home, out, BenchRun.onTerminal).run())

  private[launcher] def plan(options: Map[String, String]): PushPlan =
    PushPlan(
      run.named(options, "--only", "workload", PushWorkloads.names),
      run.named(options, "--contenders", "contender", PushWorkloads.contenders),
      options.contains("--quick")
    )
end PushCommand
