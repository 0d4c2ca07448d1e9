package eddy.inference.report

/** Where an effect was first seen, and why it is coarse, if it is.
  *
  * @param also other lines of code with the same effect, some of them
  * @param variable the field that is read or assigned there, as in `Shop.total`
  */
private[inference] final case class Evidence(
    site: CallChain,
    coarse: Option[Coarse],
    also: List[Evidence],
    variable: Option[String] = None
):
  /** The fields that are read or assigned at any of the places. */
  def variables: List[String] = (this :: also).flatMap(_.variable).distinct
end Evidence

private[inference] object Evidence:
  /** Seen in one line so far. */
  def first(site: CallChain, coarse: Option[Coarse], variable: Option[String] = None): Evidence =
    Evidence(site, coarse, Nil, variable)
