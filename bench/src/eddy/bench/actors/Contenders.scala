package eddy.bench.actors

import eddy.bench.contest.{Built, LeftOut, Program, Wanted, Workshop}

/** What there is to be measured. */
private[eddy] object Contenders:
  private[actors] final case class Entry(name: String, program: Program) extends Wanted

  /** In the order of the table. */
  private val all: Seq[Entry] = Seq(
    Entry(Contender.eddy, Program.Jvm("bench.contender", "eddy.bench.contender.Main")),
    Entry("threads", Program.Jvm("bench.peers.threads", "eddy.bench.peers.threads.Main")),
    Entry("pekko-typed", Program.Jvm("bench.peers.pekko", "eddy.bench.peers.pekko.Main", Seq("typed"))),
    Entry("pekko-classic", Program.Jvm("bench.peers.pekko", "eddy.bench.peers.pekko.Main", Seq("classic"))),
    Entry("erlang", Program.Native("erlang", "apt-get install erlang-base")),
    Entry("go", Program.Native("go", "apt-get install golang-go"))
  )

  def names: Seq[String] = all.map(_.name)

  /** Those of `names` that could be made, in their order, and why the others could not. */
  private[actors] def make(
      workshop: Workshop,
      names: Seq[String]
  ): (made: Seq[Contender], leftOut: Seq[LeftOut]) =
    workshop.make(all.filter(e => names.contains(e.name))): (entry, built) =>
      built match
        case Built.Jvm(program, dist) => Jvm.contender(entry.name, dist, program, workshop.home)
        case Built.Native(program, version) => Contender(entry.name, version, program.toString +: _.words)

  /** Workloads with their configurations, contenders with what they lack here; for the command line. */
  def listing: String =
    val workloads = Workloads.all.groupBy(_.workload)
    val first = Workloads.names.map: name =>
      val arguments = workloads(name).map(_.words.tail.mkString(" ")).filter(_.nonEmpty)
      s"  ${name.padTo(12, ' ')}${arguments.mkString(", ")}".stripTrailing
    val second = all.map: entry =>
      entry.program match
        case Program.Native(_, remedy) =>
          s"  ${entry.name.padTo(14, ' ')}where its compiler is installed: $remedy"
        case _ => s"  ${entry.name}"
    (("workloads" +: first) ++ ("contenders" +: second)).mkString("", "\n", "\n")
end Contenders
