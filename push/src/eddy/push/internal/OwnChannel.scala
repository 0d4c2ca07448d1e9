package eddy.push.internal

import eddy.push.{Intake, Interest, Publication}

import scala.concurrent.{ExecutionContext, Future}
import scala.util.{Failure, Success}

/** A channel by which the nodes talk to each other: taken when the node starts, tried again until the
  * mediator accepts it, and dropped when the node ends. Any thread.
  */
private[push] abstract class OwnChannel(node: Node, name: String) extends Intake:
  private given ExecutionContext = ExecutionContext.parasitic
  private val interest = Interest.Channel(name)
  @volatile private var closed = false

  /** Messages sent there arrive from now on. */
  protected def taken(): Unit
  protected def heard(publications: IndexedSeq[Publication]): Unit

  def isClosed: Boolean = closed

  def take(): Unit = if !closed then
    node.deadline(s"taking $name")(node.mediator.subscribe(interest, this)).onComplete:
      case Success(_) => taken()
      case Failure(cause) =>
        node.failed(s"taking $name", cause)
        // it may have been too late only: then the mediator has an intake, and takes no other
        drop().onComplete(_ => again(() => take()))

  def close(): Future[Unit] =
    closed = true
    drop()

  /** Does it a heartbeat later, unless the node has ended. */
  protected final def again(action: () => Unit): Unit =
    val _ = node.system.engine.after(node.config.heartbeat)(() => if !closed then action())

  final def accept(publications: IndexedSeq[Publication]): Int =
    heard(publications)
    Int.MaxValue
  final def whenReady(resume: () => Unit): Unit = resume()

  private def drop(): Future[Unit] =
    node.deadline(s"dropping $name")(node.mediator.unsubscribe(interest)).recover(_ => ())
end OwnChannel
