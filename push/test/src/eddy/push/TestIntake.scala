package eddy.push

/** Keeps what comes, and wants `wants` more at any time, until [[stop]]. */
final class TestIntake(wants: Int = Int.MaxValue) extends Intake:
  val publications: Happenings[Publication] = Happenings()
  val gaps: Happenings[Unit] = Happenings()

  /** The mediator waits until more is wanted. */
  val pauses: Happenings[Unit] = Happenings()

  // guarded by this: how many more are wanted, and what to call when more are
  private var room = wants
  private var resume: (() => Unit) | Null = null

  def accept(more: IndexedSeq[Publication]): Int =
    // counted first: a receiver that sees them may want more at once
    val left = synchronized:
      if room != Int.MaxValue then room -= more.size
      room
    publications.addAll(more)
    left

  def whenReady(callback: () => Unit): Unit =
    val now = synchronized:
      if room <= 0 then
        resume = callback
        pauses.add(())
      room > 0
    if now then callback()

  def gap(): Unit = gaps.add(())

  /** Wants so many more. */
  def want(more: Int): Unit =
    val callback = synchronized:
      room = math.max(room, 0) + more
      val now = resume
      resume = null
      now
    if callback != null then callback()

  def texts: Vector[String] = publications.now.map(_.message.data.toString)
end TestIntake
