package eddy.push.internal

import eddy.push.*

import scala.collection.mutable
import scala.concurrent.{ExecutionContext, Future}

/** Another mediator whose histories continue in another epoch whenever [[goOn]] is called: names for the
  * epochs of the inner one, which must have one only. For one node.
  */
final class RenamingMediator(inner: Mediator) extends Mediator, Lineage:
  private given ExecutionContext = ExecutionContext.parasitic

  private final class Names(val real: String):
    var now = "e0"
    var top = 0L
    // each with its last offset
    var before = Vector.empty[Position]

  // both guarded by this
  private val channels = mutable.HashMap.empty[String, Names]
  private val intakes = mutable.LinkedHashMap.empty[Interest, Intake]

  /** Everything continues in another epoch. */
  def goOn(): Unit =
    val told = synchronized:
      for names <- channels.values do
        names.before = names.before :+ Position(names.top, names.now)
        names.now = s"e${names.before.size}"
      intakes.values.toVector
    told.foreach(_.gap())

  def present(channel: String, at: Position): Option[Position] = synchronized:
    channels.get(channel).collect:
      case names
          if at.epoch == names.now || names.before.exists(b =>
            b.epoch == at.epoch && at.offset <= b.offset
          ) =>
        Position(at.offset, names.now)

  private def named(channel: String, at: Position): Position = synchronized:
    if at.epoch.isEmpty then at
    else
      val names = channels.getOrElseUpdate(channel, Names(at.epoch))
      names.top = math.max(names.top, at.offset)
      Position(at.offset, names.now)

  private def named(p: Publication): Publication = p.copy(position = named(p.channel, p.position))

  private def real(channel: String, at: Position): Position = synchronized:
    present(channel, at).fold(at)(here => Position(here.offset, channels(channel).real))

  def name: String = inner.name
  def sharedHistory: Boolean = inner.sharedHistory
  def start(node: MediatorNode): Future[Unit] = inner.start(node)
  def publish(channel: String, message: Message): Future[Published] =
    inner.publish(channel, message).map(p => p.copy(position = p.position.map(named(channel, _))))

  def subscribe(interest: Interest, intake: Intake): Future[Unit] =
    synchronized(intakes(interest) = intake)
    inner.subscribe(
      interest,
      new Intake:
        def accept(publications: IndexedSeq[Publication]): Int = intake.accept(publications.map(named))
        def whenReady(resume: () => Unit): Unit = intake.whenReady(resume)
        def gap(): Unit = intake.gap()
    )

  def unsubscribe(interest: Interest): Future[Unit] =
    synchronized(intakes.remove(interest)): Unit
    inner.unsubscribe(interest)

  def read(channel: String, query: HistoryQuery): Future[HistoryPage] =
    inner.read(channel, query.copy(after = query.after.map(real(channel, _)))).map: page =>
      page.copy(publications = page.publications.map(named), top = named(channel, page.top))

  def forget(channel: String): Future[Unit] = inner.forget(channel)
  def state: MediatorState = inner.state
  def close(): Future[Unit] = inner.close()
end RenamingMediator
