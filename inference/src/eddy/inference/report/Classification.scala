package eddy.inference.report

/** How far a handler can run beside others, best first. */
enum Classification(val text: String) derives CanEqual:
  /** Uses nothing shared: runs beside every handler. */
  case Stateless extends Classification("stateless")

  /** Only reads what is shared. */
  case ReadOnly extends Classification("read-only")

  /** Only adds to what is shared, by operations that commute, and may read other things. */
  case Adding extends Classification("adding")

  /** May change something shared. */
  case Exclusive extends Classification("exclusive")

  /** May use anything: runs beside stateless handlers only. */
  case RunsAlone extends Classification("runs alone")

  /** It, or a handler that it registers, writes what no lock protects: a server does not start with it. */
  case Rejected extends Classification("rejected")

  def isWorseThan(other: Classification): Boolean = ordinal > other.ordinal

  override def toString: String = text
end Classification
