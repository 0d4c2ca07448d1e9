package eddy.web.internal

/** Memory of the buffered bodies of one connection: those that arrive, and those of requests whose answers
  * have not begun. On its I/O thread.
  *
  * @param most what all may hold; a single one may be larger, as its route allows
  */
private[eddy] final class HeldBytes(gate: LoadGate, load: LoopLoad, most: Long):
  private var all = 0L

  def total: Long = all

  def change(by: Int): Unit =
    all += by
    load.hold(by)

  /** They are this connection's no more; the memory may be in use still. */
  def leave(bytes: Int): Unit = all -= bytes

  /** Why a body that holds `own` bytes cannot have `more`; null when it can. */
  def refusal(own: Int, more: Long): Refusal | Null =
    if all > own && all + more > most then gate.shareRefusal() else gate.bodyRefusal(more)
end HeldBytes
