package eddy.state

/** How a handler uses a shared object. Reads go together with reads, and commuting changes with commuting changes; no
  * other pair does.
  */
enum Mode derives CanEqual:
  case Reads, Commutes, Writes

  /** The access of a handler that does both: one that reads and commutes excludes all others. */
  def join(other: Mode): Mode = if this == other then this else Mode.Writes

  /** Whether the right to this access includes the right to `other`. */
  def allows(other: Mode): Boolean = this == Mode.Writes || this == other

  private[state] def verb: String = this match
    case Reads => "reading"
    case Commutes => "adding to"
    case Writes => "writing"

  /** May run at the same time. */
  def goesWith(other: Mode): Boolean = this == other && this != Mode.Writes
