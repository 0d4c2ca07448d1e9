package eddy.inference.report

import eddy.state.{AccessKind, Target}

/** How far a handler can run beside others (Node.Scala, section 4). */
enum Kind derives CanEqual:
  /** Touches nothing shared: runs beside everything. */
  case Stateless

  /** Only reads what is shared: runs beside all that only read it. */
  case ReadOnly

  /** May change something shared. */
  case Exclusive

/** What a handler may touch, as far as its code and the objects it refers to tell.
  *
  * @param accesses
  *   in the order in which they were found; protected by locks
  * @param detached
  *   made by code that the handler hands to other threads: nothing protects them
  * @param pending
  *   something that it uses is not initialised yet, so that it is analysed again when it is
  * @param notes
  *   what else its author should know
  */
final case class AccessSummary(
    accesses: List[Access],
    detached: List[Access],
    pending: Boolean,
    notes: List[String]
):
  def kind: Kind =
    if accesses.isEmpty then Kind.Stateless
    else if accesses.forall(_.mode == AccessKind.Reads) then Kind.ReadOnly
    else Kind.Exclusive

  /** Whether all changes commute, each on an object that is known: additions to counters. Additions to an
    * unknown object count as writing.
    */
  def onlyAdds: Boolean =
    val changes = accesses.filter(_.mode != AccessKind.Reads)
    changes.nonEmpty && changes.forall: a =>
      a.mode == AccessKind.Commutes && (a.target match
        case Target.OfType(_) | Target.Everything => false
        case _ => true)
end AccessSummary

object AccessSummary:
  /** Of what touches nothing shared. */
  private[inference] val empty: AccessSummary =
    AccessSummary(Nil, Nil, pending = false, notes = Nil)
