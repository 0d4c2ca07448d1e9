package eddy.bench.actors

/** What there is to be measured, for the command line. */
private[eddy] object Contenders:
  def names: Seq[String] = Program.all.map(_.name)

  /** Workloads with their configurations, contenders with what they lack here. */
  def listing: String =
    val workloads = Workloads.all.groupBy(_.workload)
    val first = Workloads.names.map: name =>
      val arguments = workloads(name).map(_.words.tail.mkString(" ")).filter(_.nonEmpty)
      s"  ${name.padTo(12, ' ')}${arguments.mkString(", ")}".stripTrailing
    val second = Program.all.map:
      case (name, Program.Native(remedy)) =>
        s"  ${name.padTo(14, ' ')}where its compiler is installed: $remedy"
      case (name, _) => s"  $name"
    (("workloads" +: first) ++ ("contenders" +: second)).mkString("", "\n", "\n")
