package eddy.bench.push

import eddy.bench.web.run.{Effort, WebWorkload}

/** What `./eddy bench push` is told.
  *
  * @param only the workloads to measure; all when empty
  * @param contenders by name; all when empty
  * @param quick shorter, and each mediator in its usual delivery alone
  */
final case class PushPlan(only: Seq[String] = Nil, contenders: Seq[String] = Nil, quick: Boolean = false):
  for name <- only do require(PushWorkloads.names.contains(name), s"only = $name: there is no such workload")
  for name <- contenders do
    require(PushContenders.names.contains(name), s"contenders = $name: there is no such contender")

  private[push] def workloads: Seq[WebWorkload] =
    PushWorkloads.all.filter(w => only.isEmpty || only.contains(w.name))

  private[push] def contenderNames: Seq[String] =
    PushContenders.names.filter(c => contenders.isEmpty || contenders.contains(c))

  private[push] def effort: Effort = if quick then Effort.quick else Effort.full
end PushPlan
