package eddy.push.internal

import eddy.push.*
import eddy.state.spi.HandlerRunner
import eddy.web.internal.Events

import scala.concurrent.{ExecutionContext, Future, Promise}

/** The hooks as one connection calls them: one after another, in order, each under its locks. Any thread. A
  * future fails with a [[PushException]] when its hook has thrown, which is reported.
  *
  * @param label names the connection in reports
  */
private[push] final class HookCalls(runner: HandlerRunner, hooks: Hooks, label: AnyRef):
  // guarded by this: done when the call before is
  private var last: Future[?] = Future.unit

  def asksConnect: Boolean = hooks.connect != null
  def asksSubscribe: Boolean = hooks.subscribe != null
  def asksPublish: Boolean = hooks.publish != null

  /** Without a hook, a token names its holder, and other clients are anonymous. */
  def connect(c: Connecting): Future[Verdict[Admitted]] =
    call(hooks.connect, c)(Verdict.Allow(Admitted(c.user.getOrElse(""), c.info)))

  /** Without a hook, those with a token may, and others when the namespace lets them. */
  def subscribe(s: Subscribing, namespace: Namespace): Future[Verdict[Granted]] =
    val asked = s.copy(maySubscribe = s.byToken || namespace.clientsSubscribe || isUsers(s, namespace))
    call(hooks.subscribe, asked)(asked.unchanged)

  private def isUsers(s: Subscribing, namespace: Namespace) =
    namespace.userChannels && ChannelNames.isOfUsers(s.channel) && ChannelNames.isOf(s.channel, s.client.user)

  /** @param may without a hook, or with one that has no objection */
  def publish(p: Publishing, may: Boolean): Future[Verdict[Passed]] =
    call(hooks.publish, p.copy(mayPublish = may))(if may then p.unchanged
    else Verdict.Refuse(PushError.PermissionDenied))

  def rpc(c: Calling): Future[Verdict[Json]] =
    call(hooks.rpc.get(c.method).orNull, c)(Verdict.Refuse(PushError.MethodNotFound))

  def takesMessages: Boolean = hooks.message != null

  /** Done when the hook has taken it. */
  def message(c: Calling): Future[Verdict[Unit]] = tell(hooks.message, c)

  def disconnected(d: Disconnected): Unit =
    val _ = tell(hooks.disconnected, d)

  private def tell[A](hook: (A => Unit) | Null, news: A): Future[Verdict[Unit]] =
    if hook == null then Future.successful(Verdict.Allow(()))
    else
      val told = () =>
        hook(news)
        Verdict.Allow(())
      submit(hook, told)

  private def call[A, B](
      hook: (A => Verdict[B]) | Null,
      asked: A
  )(otherwise: => Verdict[B]): Future[Verdict[B]] =
    if hook == null then Future.successful(otherwise) else submit(hook, () => hook(asked))

  private def submit[B](code: AnyRef, answer: () => Verdict[B]): Future[Verdict[B]] =
    val promise = Promise[Verdict[B]]()
    val before = synchronized:
      val before = last
      last = promise.future
      before
    before.onComplete(_ => run(code, answer, promise))(using ExecutionContext.parasitic)
    promise.future

  /** In a unit of its own, so that a failure finds its promise, also that of a hook whose locks cannot be
    * found out.
    */
  private def run[B](code: AnyRef, answer: () => Verdict[B], promise: Promise[Verdict[B]]): Unit =
    val events = Events.of(runner, label): event =>
      try event()
      catch
        // the client's fault, and it learns it
        case wrong: JsonDataException =>
          promise.trySuccess(Verdict.Refuse(PushError.BadData(String.valueOf(wrong.getMessage)))): Unit
        case failure: Throwable =>
          runner.engine.report(failure, s"a hook of channels, for $label")
          promise.tryFailure(PushException(
            PushError.Internal,
            s"a hook failed for $label: $failure",
            failure
          )): Unit
    events.add(code, () => promise.trySuccess(answer()): Unit)
end HookCalls
