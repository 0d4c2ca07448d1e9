package eddy.state.internal

import eddy.state.Mode

/** What one callback needs to hold while it runs. Immutable; any thread. */
private[eddy] final class LockSet private (val claims: Vector[LockSet.Claim]):
  override def toString: String = claims.mkString("[", " ", "]")

private[eddy] object LockSet:
  final case class Claim(target: Target, mode: Mode)

  /** Needs no lock at all. */
  val empty: LockSet = new LockSet(Vector.empty)

  /** The locks of these accesses, in ascending order, and what must be announced above them. Cheap enough for every
    * registration; commuting access to [[Target.OfType]] and [[Target.Everything]] counts as writing.
    */
  def of(claims: Iterable[Claim]): LockSet = new LockSet(claims.toVector)

  /** For claims that depend on variables: `again` is called before the callback runs, with the locks already held, until
    * it gives the same targets twice in a row. It must be quick and without effects.
    */
  def renewed(claims: Iterable[Claim])(again: () => Iterable[Claim]): LockSet =
    val _ = again
    of(claims)
