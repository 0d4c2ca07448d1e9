package eddy.push

import scala.concurrent.Future

/** The message service between nodes. Each node has one; all interested nodes receive a publication, the
  * publishing one included. Any thread may call; nothing blocks.
  *
  * A future fails with [[MediatorException]] when the service cannot be had; a publication is then not
  * acknowledged and may or may not have gone out, which is what [[Message.key]] is for. Implementations
  * reconnect, renew their interests, and call [[Intake.gap]] for each.
  */
trait Mediator:
  /** As in `redis` or `memory`, for metrics and messages. */
  def name: String

  /** Whether all nodes see the same positions, and a node that starts sees the history from before:
    * subscribers may recover on another node. Otherwise each node numbers what arrives, in an epoch of its
    * own.
    */
  def sharedHistory: Boolean

  /** Called once, before everything else; done when the service answers. */
  def start(node: MediatorNode): Future[Unit]

  /** @return its position, where the service knows it at once, or the one that the same key has got before */
  def publish(channel: String, message: Message): Future[Published]

  /** From when it is done, everything that is published comes to `intake`, in order within a channel. At most
    * one intake for an interest at a time.
    */
  def subscribe(interest: Interest, intake: Intake): Future[Unit]

  def unsubscribe(interest: Interest): Future[Unit]

  /** The stored publications of the channel; with all that this node has published to it and was
    * acknowledged, where it is interested or histories are shared.
    */
  def read(channel: String, query: HistoryQuery): Future[HistoryPage]

  /** Removes the stored publications. Epoch and offset stay: the next publication continues from there. */
  def forget(channel: String): Future[Unit]

  def state: MediatorState

  /** Ends everything it has opened. */
  def close(): Future[Unit]
end Mediator

/** For a [[Mediator]] whose histories may continue in another epoch, as when the node is lost that numbered
  * them.
  */
trait Lineage:
  /** The same place in the channel's epoch of now, as far as this node knows; `None` when that does not
    * continue from there. At once.
    */
  def present(channel: String, position: Position): Option[Position]

/** @param position `None` when only the arrival will tell, or nothing is kept
  * @param duplicate whether its key was known: nothing was published
  */
final case class Published(position: Option[Position], duplicate: Boolean = false) derives CanEqual

enum MediatorState derives CanEqual:
  case Up

  /** @param since in milliseconds since 1970 */
  case Down(cause: String, since: Long)

/** The service cannot be had, or refused; the message says which, and the remedy. */
final class MediatorException(message: String, cause: Throwable | Null = null)
    extends Exception(message, cause)
