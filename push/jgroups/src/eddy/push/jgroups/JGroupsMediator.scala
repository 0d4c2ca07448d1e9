package eddy.push.jgroups

import eddy.push.*
import eddy.push.jgroups.internal.Member

import java.util.concurrent.atomic.AtomicReference
import scala.concurrent.Future

/** Nodes that find each other and exchange publications with no server at all, by JGroups. All hold the same histories: one of them, the
  * coordinator, gives each publication its place, and another takes over when it is gone. What is guaranteed, and what not, is in
  * docs/push-jgroups.md.
  */
final class JGroupsMediator(config: JGroupsConfig = JGroupsConfig()) extends Mediator, Lineage:
  private val started = AtomicReference[Member | Null](null)

  def name: String = "jgroups"
  def sharedHistory: Boolean = true

  /** Done when the node has the histories of the others, or has found nobody. Fails when it cannot listen. */
  def start(node: MediatorNode): Future[Unit] =
    val made = Member(config, node)
    if started.compareAndSet(null, made) then made.start()
    else Future.failed(IllegalStateException("the mediator was started before: make one for each node"))

  def publish(channel: String, message: Message): Future[Published] = running(_.publish(channel, message))
  def subscribe(interest: Interest, intake: Intake): Future[Unit] = running(_.subscribe(interest, intake))
  def unsubscribe(interest: Interest): Future[Unit] = running(_.unsubscribe(interest))
  def read(channel: String, query: HistoryQuery): Future[HistoryPage] = running(_.read(channel, query))
  def forget(channel: String): Future[Unit] = running(_.forget(channel))

  def present(channel: String, position: Position): Option[Position] =
    val member = started.get
    if member == null then None else member.present(channel, position)

  def state: MediatorState =
    val member = started.get
    if member == null then MediatorState.Down("the mediator was not started", 0) else member.state

  def close(): Future[Unit] =
    val member = started.get
    if member == null then Future.unit else member.close()

  /** For tests that cut it off. */
  private[jgroups] def member: Member = started.get.nn

  private def running[A](what: Member => Future[A]): Future[A] =
    val member = started.get
    if member == null then Future.failed(MediatorException("the mediator was not started: start it first"))
    else what(member)

  override def toString: String = s"JGroupsMediator(${config.cluster})"
end JGroupsMediator
