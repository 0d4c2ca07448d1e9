package eddy.inference.report

/** Where an effect was first seen, and why it is coarse, if it is.
  *
  * @param also other lines of code with the same effect, some of them
  */
private[inference] final case class Sighting(
    site: CallChain,
    coarse: Option[String],
    also: List[Sighting]
)

private[inference] object Sighting:
  /** Seen in one line so far. */
  def first(site: CallChain, coarse: Option[String]): Sighting = Sighting(site, coarse, Nil)
