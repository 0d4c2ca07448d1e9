package eddy.bench.actors

/** The choices of a run of `./eddy bench actors` or `./eddy bench remote`.
  *
  * @param catalogue which of the two
  * @param only the workloads to measure, or configurations of them as `ring/1000`; all when empty
  * @param contenders by name; all when empty
  * @param quick leaves out the largest workload unless `only` names it
  */
final case class ActorsPlan private[eddy] (
    catalogue: Catalogue,
    only: Seq[String] = Nil,
    contenders: Seq[String] = Nil,
    rounds: Rounds = Rounds(),
    quick: Boolean = false
):
  for name <- only do require(catalogue.hasWorkload(name), s"only = $name: there is no such workload")
  for name <- contenders do
    require(catalogue.contenders.contains(name), s"contenders = $name: there is no such contender")

  private[actors] def configurations: Seq[Configuration] =
    catalogue.configurations.filter: c =>
      if only.isEmpty then !(quick && c.alone) else only.exists(c.isNamed)

  /** What will be measured, as the table names it. */
  def titles: Seq[String] = configurations.map(_.title)

  private[actors] def contenderNames: Seq[String] =
    catalogue.contenders.filter(name => contenders.isEmpty || contenders.contains(name))
end ActorsPlan
