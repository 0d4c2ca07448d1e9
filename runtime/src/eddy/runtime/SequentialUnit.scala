package eddy.runtime

import eddy.runtime.spi.{EventQueue, Mailbox}

/** Something whose events run one after another: a request, a connection (design decision 1).
  *
  * Events run in the order of [[submit]], as each sending thread sees it; never two at once; each sees what
  * the ones before it wrote. They run on the unit's home worker, unless that one has more to do than others.
  */
final class SequentialUnit private[runtime] (engine: Engine, private[runtime] val home: Int):
  private val events = new SequentialUnit.Events(engine, home)

  /** Adds an event; any thread. It never runs inside this call. If it throws, the failure is reported and the
    * unit continues.
    */
  def submit(event: Runnable): Unit = events.submit(event)

object SequentialUnit:
  private[eddy] final class Events private[SequentialUnit] (engine: Engine, home: Int) extends EventQueue:
    private[SequentialUnit] def submit(event: Runnable): Unit = offer(event) match
      case Mailbox.Offer.Claimed => engine.scheduler.submitHome(this, home)
      case Mailbox.Offer.Queued => ()
      case Mailbox.Offer.Closed => () // a unit is never closed

    private[eddy] def resubmit(): Unit = engine.scheduler.submit(this)

    /** Called by a worker, never twice at a time. */
    override def run(): Unit = drain(engine.config.eventsPerTurn)(runEvent, mustYield = false)

    private def runEvent(event: AnyRef): Boolean =
      try event.asInstanceOf[Runnable].run()
      catch case failure: Throwable => engine.report(failure, "an event of a unit")
      true
  end Events
end SequentialUnit
