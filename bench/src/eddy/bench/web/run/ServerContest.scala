package eddy.bench.web.run

import eddy.bench.contest.{Children, Contest, Findings, LeftOut, Page}
import eddy.bench.web.load.WebClient

import java.nio.file.Path
import scala.util.Using

/** Servers measured beside each other by one client.
  *
  * @param folder for the files
  */
private[bench] final class ServerContest(discipline: Discipline, contest: Contest, folder: Path):
  /** True when no contender gave a wrong answer, and Eddy did not break down. */
  def measure(
      workloads: Seq[WebWorkload],
      contenders: Seq[WebContender],
      leftOut: Seq[LeftOut],
      effort: Effort,
      machine: Seq[String]
  ): Boolean =
    val table = ServerTable(contenders.map(_.name), discipline.notes)
    def page(findings: Vector[Findings]) =
      Page(table.block(findings.last), ServerCsv.results(findings), ServerCsv.samples(findings))
    val began = System.nanoTime
    val findings = Using.Manager: use =>
      val children = use(Children.ofThisMachine).open()
      val client = use(new WebClient)
      // one for all: workloads that want the servers launched alike take them over
      val fleet = use(new Fleet(contenders, children, folder))
      contest.measure(workloads)(_.name, page): (workload, say) =>
        fleet.status = say
        workload.run(new Course(fleet, client, effort, Runtime.getRuntime.availableProcessors, say))
    .get
    val seconds = (System.nanoTime - began) / 1_000_000_000
    val summary = ServerSummary(findings, contenders, leftOut, effort, seconds, machine, discipline)
    contest.conclude(summary, discipline.charts(findings))
  end measure
end ServerContest
