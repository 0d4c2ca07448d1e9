package eddy.web.internal

import eddy.runtime.internal.Refusable
import eddy.state.inference.Inference
import eddy.state.internal.{CallbackUnit, LockSet}

/** The events of one request or socket: one after another, in the order in which they are added, each under the locks that
  * its code needs, where the server is configured so. Any thread.
  */
private[eddy] trait Events:
  /** @param code the application's functions that the event calls, asked for when its turn has come; none when it is the
    *   server's own and uses nothing shared
    */
  def add(code: () => Seq[AnyRef], event: () => Unit): Unit

  final def run(callback: () => Unit): Unit = add(() => List(callback), callback)
  final def own(event: () => Unit): Unit = add(Events.ours, event)

private[eddy] object Events:
  private val ours = () => Nil
  private val running = new ThreadLocal[Events | Null]

  /** A callback of the server's own that calls the application's code. */
  trait Calls extends (() => Unit):
    def code: Seq[AnyRef]

  /** @param label for reports
    * @param guard runs an event, and does what is to be done when it throws
    */
  def of(core: ServerCore, label: AnyRef)(guard: (() => Unit) => Unit): Events =
    new OfUnit(core.callbacks.unit(), core.config.locks.nonEmpty, label, ours, guard)

  /** Those of a request, in a unit that was made for it. */
  def of(exchange: Exchange, unit: CallbackUnit)(guard: (() => Unit) => Unit): Events =
    new OfUnit(unit, exchange.core.config.locks.nonEmpty, exchange, () => exchange.pendingCode, guard)

  /** @param always what each event may call beside its own code, asked for when its turn has come */
  private final class OfUnit(
      unit: CallbackUnit,
      locked: Boolean,
      label: AnyRef,
      always: () => Seq[AnyRef],
      guard: (() => Unit) => Unit
  ) extends Events:
    def add(code: () => Seq[AnyRef], event: () => Unit): Unit =
      if (code eq ours) || !locked then unit.submit(() => runNow(event))
      else unit.submit(label, locks(code() ++ always()))(Locked(event))

    private final class Locked(event: () => Unit) extends Runnable, Refusable:
      def run(): Unit = runNow(event)

      /** What its locks are could not be found out, which is reported: the client is told at once. */
      private[eddy] def refused(): Unit = runNow: () =>
        throw IllegalStateException("the callback did not run, since what it needs to lock is not known")

    private def runNow(event: () => Unit): Unit =
      running.set(this)
      try guard(event)
      finally running.set(null)

  /** The events of the request or socket whose callback runs on this thread.
    * @param asked for the error
    */
  def current(asked: String): Events =
    val events = running.get
    if events != null then events
    else
      throw IllegalStateException(
        s"$asked was called outside of the callback of a request or WebSocket: call it in one, or give the work to the engine (Engine.execute)"
      )

  /** As [[current]], or null elsewhere. */
  def ifAny: Events | Null = running.get

  private def locks(code: Seq[AnyRef]): LockSet =
    if code.sizeIs == 1 then locksOf(code.head) else LockSet.join(code.map(locksOf))

  private def locksOf(code: AnyRef): LockSet = code match
    case calls: Calls => locks(calls.code)
    case one => Inference.lockSet(one)
end Events
