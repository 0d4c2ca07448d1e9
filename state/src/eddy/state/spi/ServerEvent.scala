package eddy.state.spi

import eddy.state.internal.lock.HandlerThread

/** An event of the framework's own, which uses no shared object and needs no lock. */
private[eddy] abstract class ServerEvent extends Runnable:
  /** The request or socket that it belongs to; [[ServerEvent.owner]] while it runs. */
  protected def owner: AnyRef
  protected def body(): Unit

  final def run(): Unit =
    val thread = HandlerThread.current
    thread.own = owner
    try body()
    finally thread.own = null

private[eddy] object ServerEvent:
  /** The owner of the event that runs on this thread; null if none does. */
  def owner: AnyRef | Null = HandlerThread.current.own
