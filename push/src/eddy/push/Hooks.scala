package eddy.push

/** The application's decisions about clients' requests: handlers that allow, refuse with a reason, or change
  * them. An immutable value, built by adding to `Hooks()`; a hook given twice replaces the first.
  *
  * They are ordinary handlers: each is an event of its connection's unit, in order and never two at once for
  * one connection, under the locks that its code needs ([[ChannelsConfig.locks]]). They may block; the
  * connection waits. One that throws is reported, and the client gets error 100.
  *
  * Without a hook, the namespace decides (`clientsSubscribe`, `clientsPublish`), and a call of a method is
  * answered with error 104.
  */
final class Hooks private (
    private[push] val connect: (Connecting => Verdict[Admitted]) | Null,
    private[push] val subscribe: (Subscribing => Verdict[Granted]) | Null,
    private[push] val publish: (Publishing => Verdict[Passed]) | Null,
    private[push] val rpc: Map[String, Calling => Verdict[Json]],
    private[push] val message: (Calling => Unit) | Null,
    private[push] val disconnected: (Disconnected => Unit) | Null
):
  /** Asked for every connection, after its token, when it has one, has been found good. [[Admitted]] lets
    * in whomever it names;
    * [[Connecting.unchanged]] only whom the token or [[PushConfig.anonymous]] lets in.
    */
  def onConnect(hook: Connecting => Verdict[Admitted]): Hooks = copy(connect = hook)

  /** Asked for every subscription to a channel or pattern, after its token, when it has one, has been found
    * good. [[Granted]] is leave enough, whatever the namespace says; [[Subscribing.unchanged]] keeps what
    * token and namespace say.
    */
  def onSubscribe(hook: Subscribing => Verdict[Granted]): Hooks = copy(subscribe = hook)

  /** Called for every publication of a client. Its consent keeps the rules of the namespace and of the
    * client's grant ([[Publishing.mayPublish]]): a client that may not publish is refused with 103. With
    * [[Passed.permits]], as [[Publishing.permitted]] returns, its consent is enough, also for clients that
    * are not subscribed.
    */
  def onPublish(hook: Publishing => Verdict[Passed]): Hooks = copy(publish = hook)

  /** Answers the clients' calls of `method`. */
  def onRpc(method: String)(hook: Calling => Verdict[Json]): Hooks =
    require(method.nonEmpty, "method is empty: clients name what they call")
    copy(rpc = rpc.updated(method, hook))

  /** Called for messages of clients that want no answer; its method is empty. Without this hook such a client
    * is disconnected with 3508.
    */
  def onMessage(hook: Calling => Unit): Hooks = copy(message = hook)

  /** Called when a connection that was admitted has ended. */
  def onDisconnect(hook: Disconnected => Unit): Hooks = copy(disconnected = hook)

  /** All of them, with their names. */
  private[push] def named: Seq[(String, AnyRef)] =
    val fixed = Seq[(String, AnyRef | Null)](
      "onConnect" -> connect,
      "onSubscribe" -> subscribe,
      "onPublish" -> publish,
      "onMessage" -> message,
      "onDisconnect" -> disconnected
    )
    fixed.collect { case (name, hook: AnyRef) => s"hook $name" -> hook } ++
      rpc.map((method, hook) => s"hook onRpc(\"$method\")" -> hook)

  private def copy(
      connect: (Connecting => Verdict[Admitted]) | Null = connect,
      subscribe: (Subscribing => Verdict[Granted]) | Null = subscribe,
      publish: (Publishing => Verdict[Passed]) | Null = publish,
      rpc: Map[String, Calling => Verdict[Json]] = rpc,
      message: (Calling => Unit) | Null = message,
      disconnected: (Disconnected => Unit) | Null = disconnected
  ): Hooks = new Hooks(connect, subscribe, publish, rpc, message, disconnected)
end Hooks

object Hooks:
  private val none = new Hooks(null, null, null, Map.empty, null, null)

  /** No hooks, to add to. */
  def apply(): Hooks = none
