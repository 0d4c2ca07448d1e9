package eddy.bench.web

import eddy.bench.web.run.Effort

/** What `./eddy bench web` is told.
  *
  * @param only the workloads to measure; all when empty
  * @param contenders by name; all when empty
  * @param quick leaves out what a short run has no time for, unless `only` names it
  */
final case class WebPlan(only: Seq[String] = Nil, contenders: Seq[String] = Nil, quick: Boolean = false):
  for name <- only do require(WebWorkloads.names.contains(name), s"only = $name: there is no such workload")
  for name <- contenders do
    require(WebWorkloads.contenders.contains(name), s"contenders = $name: there is no such contender")

  private[web] def workloads = WebWorkloads.all.filter: w =>
    if only.isEmpty then !quick || w.isInQuick else only.contains(w.name)

  private[web] def contenderNames =
    WebWorkloads.contenders.filter(c => contenders.isEmpty || contenders.contains(c))

  private[web] def effort = if quick then Effort.quick else Effort.full
