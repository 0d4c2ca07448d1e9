package eddy.web.internal

import eddy.inference.Inference
import eddy.state.spi.{HandlerRun, HandlerRunner, HandlerUnit, ServerEvent}
import eddy.state.{LockPolicy, LockSet, UnprotectedStateException}

/** The events of one request or socket: one after another, in the order in which they are added, each under
  * the locks that its code needs. Any thread.
  */
private[eddy] trait Events:
  /** @param code the application's function that the event calls
    * @param argument the first that it gets, if that is known: which entries of maps it uses may depend on it
    */
  def add(code: AnyRef, event: () => Unit, argument: AnyRef | Null = null): Unit

  /** Adds an event of the server's own, which uses nothing shared. */
  def own(event: () => Unit): Unit

  /** @param code the application's functions that the event calls, each with that argument first */
  final def addAll(code: Seq[AnyRef], argument: AnyRef, event: () => Unit): Unit =
    if code.isEmpty then own(event)
    else if code.sizeIs == 1 then add(code.head, event, argument)
    else add(Events.calling(code)(event), event, argument)

  /** Adds a function of the application's, or a [[Events.Calls]]. */
  final def run(callback: () => Unit): Unit = add(callback, callback)
end Events

private[eddy] object Events:
  /** A handler of the server's own that calls the application's code. */
  trait Calls extends (() => Unit):
    /** Asked for when its turn has come. */
    def code: Seq[AnyRef]

  def calling(functions: => Seq[AnyRef])(event: () => Unit): Calls = new Calls:
    def code: Seq[AnyRef] = functions
    def apply(): Unit = event()

  /** @param label for reports
    * @param guard runs an event, and does what is to be done when it throws
    */
  def of(runner: HandlerRunner, label: AnyRef)(guard: (() => Unit) => Unit): Events =
    of(runner.unit(), runner, label)(guard)

  /** The same in a unit that was made for them. */
  def of(unit: HandlerUnit, runner: HandlerRunner, label: AnyRef)(guard: (() => Unit) => Unit): Events =
    new OfUnit(runner, unit, label, null, guard)

  /** Those of a request, in a unit that was made for it. */
  def of(exchange: Exchange, unit: HandlerUnit)(guard: (() => Unit) => Unit): Events =
    new OfUnit(exchange.core.handlers, unit, exchange, exchange, guard)

  /** Unprotected, an event is to shared objects as any thread is: each operation is atomic, but others may
    * run between two operations of one handler.
    */
  private def isHandler(runner: HandlerRunner): Boolean =
    runner.policy != LockPolicy.Unprotected || runner.engine.platform.interleaves

  /** @param exchange the request whose response each event may end, and then calls what waits for that */
  private final class OfUnit(
      runner: HandlerRunner,
      unit: HandlerUnit,
      label: AnyRef,
      exchange: Exchange | Null,
      guard: (() => Unit) => Unit
  ) extends Events:
    def add(code: AnyRef, event: () => Unit, argument: AnyRef | Null): Unit =
      unit.submit(if isHandler(runner) then new Event(code, event, argument) else new Own(event))

    def own(event: () => Unit): Unit = unit.submit(new Own(event))

    private def events = this
    private def protects = runner.policy != LockPolicy.Unprotected

    // the only object of an event beside the function itself
    final class Event(code: AnyRef, event: () => Unit, argument: AnyRef | Null) extends HandlerRun(unit):
      def of: Events = events
      def isProtected: Boolean = protects
      def name: AnyRef = label
      override def party: AnyRef | Null = label match
        case of: Exchange => of.route
        case _ => null
      private var refusal: UnprotectedStateException | Null = null

      protected def needs(): LockSet =
        val pending = if exchange == null then Nil else exchange.pendingCode
        try
          val own = locks(code, argument, exchange)
          if pending.isEmpty then own else LockSet.join(own +: pending.map(locks(_, null, exchange)))
        catch
          case refused: UnprotectedStateException =>
            refusal = refused
            LockSet.empty

      protected def body(): Unit =
        val why = refusal
        if why == null then guard(event) else guard(() => throw why)

      /** Its locks could not be determined, which is reported; the client is answered at once. */
      protected def refused(): Unit = guard: () =>
        throw IllegalStateException("the handler did not run, since what it needs to lock is not known")
    end Event

    private final class Own(event: () => Unit) extends ServerEvent:
      protected def owner: AnyRef = events
      protected def body(): Unit = guard(event)
  end OfUnit

  /** The events of the request or socket whose handler runs on this thread.
    * @param asked for the error
    */
  def current(asked: String): Events =
    val events = ifAny
    if events != null then events
    else
      throw IllegalStateException(
        s"$asked was called outside of the handler of a request or WebSocket: call it in one, or give the work to the engine (Engine.execute)"
      )

  /** As [[current]], or null elsewhere. */
  def ifAny: Events | Null =
    HandlerRun.current match
      case event: OfUnit#Event => event.of
      case _ =>
        ServerEvent.owner match
          case events: Events => events
          case _ => null

  /** For a handler that is registered: it is refused there, if it is known already that no lock can protect
    * it.
    * @throws eddy.state.UnprotectedStateException with the line and what to use instead
    */
  def admit(callback: AnyRef): Unit = HandlerRun.current match
    case event: OfUnit#Event if event.isProtected => Inference.admit(callback)
    case _ => ()

  /** As [[admit]], for one that is kept. */
  def admitted[A <: AnyRef](callback: A): A =
    admit(callback)
    callback

  private def locks(code: AnyRef, argument: AnyRef | Null, exchange: Exchange | Null): LockSet = code match
    case calls: Calls =>
      calls.code match
        case Seq(one) => Inference.protect(one, argument, exchange)
        case several => LockSet.join(several.map(Inference.protect(_, argument, exchange)))
    case one => Inference.protect(one, argument, exchange)
end Events
