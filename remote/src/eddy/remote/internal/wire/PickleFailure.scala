package eddy.remote.internal.wire

/** Ends the writing or the reading of a value. It never leaves the module; it has no stack trace.
  *
  * @param cause an exception of the user's code
  */
private[remote] final class PickleFailure(val reason: String, cause: Throwable | Null = null)
    extends RuntimeException(reason, cause, false, false):
  // from the innermost place that has no name yet to the outermost
  private var places: List[String] = Nil
  private var size = 0

  /** Adds the place that contains the known ones: the name of a field or a case, or an index `[3]`. */
  def in(place: String): PickleFailure =
    places = place :: places
    size += 1
    this

  /** Such as `order.lines[3].price`; the outermost 32 places of a longer one. */
  def path: String =
    val text = StringBuilder()
    for place <- places.take(PickleFailure.shownPlaces) do
      if text.nonEmpty && !place.startsWith("[") then text.append('.')
      text.append(place)
    if size > PickleFailure.shownPlaces then text.append("…")
    text.toString
end PickleFailure

private[remote] object PickleFailure:
  private val shownPlaces = 32

  /** For what code of users throws. */
  def of(cause: Throwable): PickleFailure = cause match
    case failure: PickleFailure => failure
    case _: StackOverflowError => PickleFailure("it is nested too deeply for the stack of this thread")
    case _ => PickleFailure(s"${cause.getClass.getName}: ${UserText.message(cause)}", cause)
