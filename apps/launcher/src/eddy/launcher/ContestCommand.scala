package eddy.launcher

import eddy.bench.push.{PushBench, PushPlan, PushWorkloads}
import eddy.bench.trading.{TradingBench, TradingPlan, TradingWorkloads}
import eddy.bench.web.{WebBench, WebPlan, WebWorkloads}

import java.io.PrintStream
import java.nio.file.Path

/** A run of `./eddy bench` in which servers are measured beside each other: options to a plan, and an exit code.
  *
  * @param listing of workloads and contenders
  * @param plan of workloads, contenders and whether it is to be quick
  * @param measure gets the folder for the files and the checkout; true when what it measured is right
  */
private[launcher] final class ContestCommand[P](
    name: String,
    workloads: Seq[String],
    contenders: Seq[String],
    listing: String,
    plan: (Seq[String], Seq[String], Boolean) => P,
    measure: (P, Path, Path, PrintStream) => Boolean
):
  private val bench = BenchRun(name)

  def run(words: Words, folder: Path, out: PrintStream): Int =
    val chosen = planned(words.options)
    if words.options.contains("--list") then
      out.print(listing)
      0
    else bench(words, folder)((files, home) => measure(chosen, files, home, out))

  private[launcher] def planned(options: Map[String, String]): P =
    plan(
      bench.named(options, "--only", "workload", workloads),
      bench.named(options, "--contenders", "contender", contenders),
      options.contains("--quick")
    )
end ContestCommand

private[launcher] object ContestCommand:
  lazy val web: ContestCommand[WebPlan] = new ContestCommand(
    "web",
    WebWorkloads.names,
    WebWorkloads.contenders,
    WebWorkloads.listing,
    WebPlan(_, _, _),
    WebBench(_, _, _, _, BenchRun.onTerminal).run()
  )

  lazy val push: ContestCommand[PushPlan] = new ContestCommand(
    "push",
    PushWorkloads.names,
    PushWorkloads.contenders,
    PushWorkloads.listing,
    PushPlan(_, _, _),
    PushBench(_, _, _, _, BenchRun.onTerminal).run()
  )

  lazy val trading: ContestCommand[TradingPlan] = new ContestCommand(
    "trading",
    TradingWorkloads.names,
    TradingWorkloads.contenders,
    TradingWorkloads.listing,
    TradingPlan(_, _, _),
    TradingBench(_, _, _, _, BenchRun.onTerminal).run()
  )
end ContestCommand
