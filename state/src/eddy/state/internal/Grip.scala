package eddy.state.internal

import eddy.state.Mode

/** How a lock is held, and what a hold adds to the lock's state word; see [[Lock]].
  *
  * The four are those of locks with a hierarchy (Gray et al., "Granularity of locks and degrees of consistency in a
  * shared data base", 1976). Commuting and announcing a change of a part exclude the same others, so they are one:
  * {{{
  *               ReadsPart  Reads  Commutes  Writes
  *   ReadsPart      +         +       +        -
  *   Reads          +         +       -        -
  *   Commutes       +         -       +        -
  *   Writes         -         -       -        -
  * }}}
  */
private[eddy] enum Grip(val unit: Long, val blockedBy: Long) derives CanEqual:
  /** Announces, at something larger, that a part of it is read. */
  case ReadsPart extends Grip(1L, Grip.Writer | Grip.full(0))

  case Reads extends Grip(1L << 20, Grip.Writer | Grip.holders(40) | Grip.full(20))

  /** Commutes; or announces, at something larger, that a part of it is changed. */
  case Commutes extends Grip(1L << 40, Grip.Writer | Grip.holders(20) | Grip.full(40))

  case Writes extends Grip(Grip.Writer, Grip.Anyone)

  /** The grips that may not be held beside this one, a bit for each. */
  val conflicts: Int = Grip.conflictsOf(ordinal)

  /** This one among such bits. */
  val bit: Int = 1 << ordinal

  /** What gives the rights of both. */
  def join(other: Grip): Grip =
    if this == other || other == Grip.ReadsPart then this
    else if this == Grip.ReadsPart then other
    else Grip.Writes
end Grip

private[eddy] object Grip:
  // a constant each, and no vals: the cases are made before the companion's vals
  inline val Writer = 0x1000000000000000L
  inline val Waiting = 0x2000000000000000L
  inline val Anyone = 0x1fffffffffffffffL

  /** The count of holders that begins at that bit. */
  inline def holders(shift: Int): Long = 0xfffffL << shift

  /** Half a million hold it that way: others wait, before the count runs into the next. */
  inline def full(shift: Int): Long = 0x80000L << shift

  private def conflictsOf(ordinal: Int): Int = ordinal match
    case 0 => 8
    case 1 => 4 | 8
    case 2 => 2 | 8
    case _ => 15

  /** All that others may hold as well. */
  private[internal] val sharing: Array[Grip] = Array(ReadsPart, Reads, Commutes)

  def of(mode: Mode): Grip = mode match
    case Mode.Reads => Reads
    case Mode.Commutes => Commutes
    case Mode.Writes => Writes

  /** What to announce at something larger. */
  def announcing(mode: Mode): Grip = if mode == Mode.Reads then ReadsPart else Commutes
end Grip
