package eddy.state.internal.lock

/** How a lock is held, and what a hold adds to the lock's state word; see [[Lock]].
  *
  * The four are those of locks with a hierarchy (Gray et al., "Granularity of locks and degrees of
  * consistency in a shared data base", 1976). Commuting and announcing a change of a part exclude the same
  * others, so they are one:
  * {{{
  *               ReadsPart  Reads  Commutes  Writes
  *   ReadsPart      +         +       +        -
  *   Reads          +         +       -        -
  *   Commutes       +         -       +        -
  *   Writes         -         -       -        -
  * }}}
  */
private[state] enum LockMode(val unit: Long, val blockedBy: Long) derives CanEqual:
  /** Announces, at something larger, that a part of it is read. */
  case ReadsPart extends LockMode(1L, LockMode.Writer | LockMode.full(0))

  case Reads extends LockMode(1L << 20, LockMode.Writer | LockMode.holders(40) | LockMode.full(20))

  /** Commutes; or announces, at something larger, that a part of it is changed. */
  case Commutes extends LockMode(1L << 40, LockMode.Writer | LockMode.holders(20) | LockMode.full(40))

  case Writes extends LockMode(LockMode.Writer, LockMode.Anyone)

  /** The modes that conflict with this one, a bit for each. */
  val conflicts: Int = LockMode.conflictsOf(ordinal)

  /** The bit of this one. */
  val bit: Int = 1 << ordinal

  /** The weakest mode with the rights of both. */
  def join(other: LockMode): LockMode =
    if this == other || other == LockMode.ReadsPart then this
    else if this == LockMode.ReadsPart then other
    else LockMode.Writes
end LockMode

private[state] object LockMode:
  // a constant each, and no vals: the cases are made before the companion's vals
  inline val Writer = 0x1000000000000000L
  inline val Waiting = 0x2000000000000000L
  inline val Anyone = 0x1fffffffffffffffL

  /** The count of holders that begins at that bit. */
  inline def holders(shift: Int): Long = 0xfffffL << shift

  /** Half a million hold it that way: the next ones wait, before the count runs into its neighbour. */
  inline def full(shift: Int): Long = 0x80000L << shift

  private def conflictsOf(ordinal: Int): Int = ordinal match
    case 0 => 8
    case 1 => 4 | 8
    case 2 => 2 | 8
    case _ => 15

  /** The modes in which several may hold a lock. */
  private[lock] val sharing: Array[LockMode] = Array(ReadsPart, Reads, Commutes)
end LockMode
