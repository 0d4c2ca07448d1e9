package eddy.web.verify

import eddy.inference.report.{Classification, HandlerReport}

/** How many handlers run beside another run of themselves, and how many do not. Filters count with the
  * handlers that go through them.
  *
  * @param sameKeySerialised beside another run with another key only
  */
private[eddy] final case class Parallelism(
    parallel: Int,
    serialised: Int,
    sameKeySerialised: Int,
    alone: Int,
    rejected: Int
):
  override def toString: String =
    val key = if sameKeySerialised == 0 then "" else s" ($sameKeySerialised of them for the same key only)"
    val refused = if rejected == 0 then "" else s", $rejected rejected"
    s"$parallel parallel, $serialised serialised$key, $alone alone$refused"

private[eddy] object Parallelism:
  def of(report: HandlerReport): Parallelism =
    val handlers = report.handlers.filterNot(_.isFilter)
    val (rejected, accepted) = handlers.partition(_.kind == Classification.Rejected)
    val (alone, others) = accepted.partition(_.kind == Classification.RunsAlone)
    val twice = report.conflicts.filter(c => c.one == c.other).map(c => c.one -> c.sameKeyOnly).toMap
    val serialised = others.filter(r => twice.contains(r.name))
    Parallelism(
      others.size - serialised.size,
      serialised.size,
      serialised.count(r => twice(r.name)),
      alone.size,
      rejected.size
    )
