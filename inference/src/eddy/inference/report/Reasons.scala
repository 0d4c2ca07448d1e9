package eddy.inference.report

/** Reasons why more is locked than one object or entry, as far as remedies depend on them. */
private[inference] object Reasons:
  /** Part of the reason of what is followed for objects of unknown class. */
  val MayBe = "may be the"

  /** Of a whole map. */
  val UnknownEntry = "which entry it is is not known before the call"

  /** Part of the reason of a function value that is not known. */
  val OrCollection = "or a collection of numbers that is read by index or key"

  /** Why a use is refused. */
  val NoLock = "no lock protects it"
