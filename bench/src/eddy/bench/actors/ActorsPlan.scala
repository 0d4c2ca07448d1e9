package eddy.bench.actors

/** What `./eddy bench actors` is told.
  *
  * @param only the workloads to measure, or configurations of them as `ring/1000`; all when empty
  * @param contenders by name; all when empty
  * @param quick leaves out the largest workload unless `only` names it
  */
final case class ActorsPlan(
    only: Seq[String] = Nil,
    contenders: Seq[String] = Nil,
    rounds: Rounds = Rounds(),
    quick: Boolean = false
):
  for name <- only do require(Workloads.exists(name), s"only = $name: there is no such workload")
  for name <- contenders do
    require(Contenders.names.contains(name), s"contenders = $name: there is no such contender")

  private[actors] def configurations: Seq[Configuration] =
    Workloads.all.filter: c =>
      if only.isEmpty then !(quick && c.alone) else only.exists(c.isNamed)

  /** What will be measured, as the table names it. */
  def titles: Seq[String] = configurations.map(_.title)

  private[actors] def contenderNames: Seq[String] =
    if contenders.isEmpty then Contenders.names else Contenders.names.filter(contenders.contains)
end ActorsPlan
