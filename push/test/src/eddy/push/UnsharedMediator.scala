package eddy.push

import eddy.push.internal.LocalHistory

import scala.concurrent.{ExecutionContext, Future}

/** A mediator without a history that nodes share, as those of ActiveMQ and SNS: each node numbers what
  * arrives, while it is interested.
  */
final class UnsharedMediator(service: MemoryService = MemoryService()) extends Mediator:
  private given ExecutionContext = ExecutionContext.parasitic
  private val inner = MemoryMediator(service)
  @volatile private var local: LocalHistory | Null = null

  def name: String = "unshared"
  def sharedHistory: Boolean = false
  def start(node: MediatorNode): Future[Unit] =
    local = LocalHistory(node)
    inner.start(node)
  def publish(channel: String, message: Message): Future[Published] =
    local.nn.publishing(channel, message)(inner.publish(channel, message).map(_.copy(position = None)))

  def subscribe(interest: Interest, intake: Intake): Future[Unit] =
    val numbered = new Intake:
      def accept(publications: IndexedSeq[Publication]): Int =
        intake.accept(publications.flatMap(p => local.nn.arrived(interest, p.channel, p.message)))
      def whenReady(resume: () => Unit): Unit = intake.whenReady(resume)
      def gap(): Unit =
        local.nn.gap(interest)
        intake.gap()
    local.nn.open(interest)
    inner.subscribe(interest, numbered)

  def unsubscribe(interest: Interest): Future[Unit] =
    inner.unsubscribe(interest).map(_ => local.nn.close(interest))
  def read(channel: String, query: HistoryQuery): Future[HistoryPage] =
    local.nn.read(channel, query)
  def forget(channel: String): Future[Unit] = Future.successful(local.nn.forget(channel))
  def state: MediatorState = inner.state
  def close(): Future[Unit] = inner.close()
end UnsharedMediator
