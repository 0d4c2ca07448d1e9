package eddy.inference.report

private[inference] object Reasons:
  /** Why a use is refused. */
  val NoLock = "no lock protects it"
