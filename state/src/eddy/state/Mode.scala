package eddy.state

/** How a callback uses something shared. Reading goes together with reading and commuting with commuting; nothing else
  * does.
  */
enum Mode derives CanEqual:
  case Reads, Commutes, Writes

  /** What someone needs who does both: reading and commuting in one callback exclude everybody else. */
  def join(other: Mode): Mode = if this == other then this else Mode.Writes

  /** Whoever may do this may do `other`. */
  def allows(other: Mode): Boolean = this == Mode.Writes || this == other

  private[state] def verb: String = this match
    case Reads => "reading"
    case Commutes => "adding to"
    case Writes => "writing"

  /** May run at the same time. */
  def goesWith(other: Mode): Boolean = this == other && this != Mode.Writes
