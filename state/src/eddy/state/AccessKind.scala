package eddy.state

/** How a handler uses a shared object. Reads go together with reads, and commuting changes with commuting
  * changes; no other pair does.
  */
enum AccessKind derives CanEqual:
  case Reads, Commutes, Writes

  /** The access of a handler that does both: one that reads and commutes excludes all others. */
  def join(other: AccessKind): AccessKind = if this == other then this else AccessKind.Writes

  /** Whether the right to this access includes the right to `other`. */
  def allows(other: AccessKind): Boolean = this == AccessKind.Writes || this == other

  private[state] def verb: String = this match
    case Reads => "reading"
    case Commutes => "adding to"
    case Writes => "writing"

  /** May run at the same time. */
  def goesWith(other: AccessKind): Boolean = this == other && this != AccessKind.Writes
