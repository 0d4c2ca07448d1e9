package eddy.inference.internal.code

/** What flows into an instruction from several others, while it is known under which conditions from which.
  */
private[inference] final class Ways(from: Int, first: Frame):
  private var ways = Vector(from -> first)
  private var changes = 0
  private var distinct = true

  /** Conditions exclude each other. */
  def areDistinct: Boolean = distinct

  /** Adds a way, or what is new on it. */
  def add(from: Int, frame: Frame): Unit =
    ways.indexWhere(_(0) == from) match
      case -1 => ways = ways :+ (from -> frame.copy())
      case i =>
        changes += 1
        val now = ways(i)(1).copy()
        // a key may become another one as more ways are found; it may not do so for ever
        if changes > Ways.Changes then
          val _ = now.merge(frame)
        else now.renew(frame)
        ways = ways.updated(i, from -> now)

  def joined: Frame =
    val all = ways.head(1).copy()
    for (_, frame) <- ways.tail do
      if all.reach.isApart(frame.reach) then all.orElse(frame)
      else
        val _ = all.merge(frame)
        distinct = distinct && all.reach != Reach.Always
    all
end Ways

private[inference] object Ways:
  private val Changes = 16
