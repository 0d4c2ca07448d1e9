package eddy.runtime

import eddy.runtime.internal.Worker
import eddy.runtime.spi.Mailbox

/** Something whose events run one after another: a request, a connection (design decision 1).
  *
  * Events run in the order of [[submit]], as each sending thread sees it; never two at once; each sees what
  * the ones before it wrote. They run on the unit's home worker, unless that one has more to do than others.
  */
final class SequentialUnit private[runtime] (engine: Engine, private[eddy] val home: Int)
    extends Mailbox(idle = true):
  // owner only: taken from the mailbox and not run yet
  private var taken: Mailbox.Node | Null = null

  /** Adds an event; any thread. It never runs inside this call. If it throws, the failure is reported and the
    * unit continues.
    */
  def submit(event: Runnable): Unit = offer(event) match
    case Mailbox.Offer.Claimed => engine.scheduler.submitHome(this, home)
    case Mailbox.Offer.Queued => ()
    case Mailbox.Offer.Closed => () // a unit is never closed

  /** Called by a worker, never twice at a time. */
  override def run(): Unit =
    var budget = engine.config.eventsPerTurn
    val worker = Worker.current
    val first = if taken == null then single else null
    if first != null then
      budget -= 1
      runEvent(first)
    var go = true
    var done = first
    while go do
      if taken == null then
        taken = takeAll(done)
        if taken != null then done = null
      val node = taken
      if node == null then go = !release(done)
      else if budget <= 0 || budget < engine.config.eventsPerTurn && worker != null && worker.mustYield then
        go = false
        engine.scheduler.submit(this)
      else
        taken = node.following
        budget -= 1
        runEvent(node.event)
    if worker != null then worker.countEvents(engine.config.eventsPerTurn - budget - 1)
  end run

  private def runEvent(event: AnyRef): Unit =
    try event.asInstanceOf[Runnable].run()
    catch case failure: Throwable => engine.report(failure, "an event of a unit")
end SequentialUnit
