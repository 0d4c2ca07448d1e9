package eddy.inference.report

/** Where an effect was first seen, and why it is coarse, if it is.
  *
  * @param also other lines of code with the same effect, some of them
  */
private[inference] final case class Evidence(
    site: CallChain,
    coarse: Option[Coarse],
    also: List[Evidence]
)

private[inference] object Evidence:
  /** Seen in one line so far. */
  def first(site: CallChain, coarse: Option[Coarse]): Evidence = Evidence(site, coarse, Nil)
