package eddy.bench.actors

import eddy.bench.contest.{Built, LeftOut, Program, Workshop}

import scala.concurrent.duration.DurationInt

/** What a benchmark of actors can measure.
  *
  * @param bench its word in `./eddy bench`
  * @param usual how often each contender works
  * @param brief the same for a first look
  */
private[eddy] final class Catalogue private (
    val bench: String,
    private[actors] val configurations: Seq[Configuration],
    entries: Seq[Contenders.Entry],
    val usual: Rounds,
    val brief: Rounds
):
  def workloads: Seq[String] = configurations.map(_.workload).distinct

  /** The configurations of a workload, by the names that choose one of them. */
  def configurationNames(workload: String): Seq[String] =
    configurations.filter(_.workload == workload).map(_.shortName)

  /** Whether it names a workload, or a configuration of one. */
  def hasWorkload(name: String): Boolean = configurations.exists(_.isNamed(name))

  def contenders: Seq[String] = entries.map(_.name)

  /** Those of `names` that could be made, in their order, and why the others could not. */
  private[actors] def make(
      workshop: Workshop,
      names: Seq[String]
  ): (made: Seq[Contender], leftOut: Seq[LeftOut]) =
    workshop.make(entries.filter(e => names.contains(e.name))): (entry, built) =>
      built match
        case Built.Jvm(program, dist) => Jvm.contender(entry.name, dist, program, workshop.home)
        case Built.Native(program, version) => Contender(entry.name, version, program.toString +: _.words)

  /** Workloads with their configurations, contenders with what they lack here; for the command line. */
  def listing: String =
    val of = configurations.groupBy(_.workload)
    val first = workloads.map: name =>
      val arguments = of(name).map(_.words.tail.mkString(" ")).filter(_.nonEmpty)
      s"  ${name.padTo(12, ' ')}${arguments.mkString(", ")}".stripTrailing
    val second = entries.map: entry =>
      entry.program match
        case Program.Native(_, remedy) =>
          s"  ${entry.name.padTo(14, ' ')}where its compiler is installed: $remedy"
        case _ => s"  ${entry.name}"
    (("workloads" +: first) ++ ("contenders" +: second)).mkString("", "\n", "\n")
end Catalogue

private[eddy] object Catalogue:
  /** Actors of one process. */
  val local: Catalogue = new Catalogue("actors", Workloads.all, Contenders.local, Rounds(), Rounds.quick)

  /** Actors of two processes. Each has less to do, so that its code is compiled later. */
  val remote: Catalogue = new Catalogue(
    "remote",
    RemoteWorkloads.all,
    Contenders.remote,
    Rounds(warmups = 25, warmFor = 10.seconds),
    Rounds(warmups = 10, samples = 3, sampleFor = 10.seconds)
  )

  /** The catalogues of all benchmarks of actors. */
  val all: Seq[Catalogue] = Seq(local, remote)
end Catalogue
