package eddy.chat.internal

import eddy.chat.{ChatConfig, Codec, Publication}
import eddy.push.{Channels, HistoryPage, HistoryQuery, Position, Publication as Published}

import scala.concurrent.{ExecutionContext, Future}

/** What was said in a room, for a connection that comes in.
  *
  * @param recovered whether `messages` are exactly those after the position that was asked for; else they
  *   are the newest that are kept, within [[ChatConfig.welcomeBytes]]
  * @param top where `messages` end: what comes later goes on from here
  */
private[chat] final case class Past(recovered: Boolean, messages: Vector[Publication], top: Position):
  /** The messages as they go over the wire: the ones that come in with the same share it. */
  lazy val json: String = Codec.encode(messages)

  /** What it holds in memory, about. */
  def sizeBytes: Long = messages.iterator.map(_.text.length + Past.MessageBytes).sum

private[chat] object Past:
  private final val MessageBytes = 100L

  /** Done when it was read; fails with [[eddy.push.PushException]].
    */
  def read(channels: Channels, room: String, since: Option[Position], config: ChatConfig): Future[Past] =
    given ExecutionContext = ExecutionContext.parasitic
    val channel = ChannelNames.messages(room)
    val most = config.historySize
    def kept = channels
      .history(channel, HistoryQuery(limit = most, reverse = true, maxBytes = config.welcomeBytes))
      .map(page => Past(recovered = false, page.publications.reverse.map(shown), page.top))
    since.filter(isPossible).fold(kept): after =>
      // some mediators keep a few more than they have to
      channels.history(
        channel,
        HistoryQuery(Some(after), 2 * most + 200, maxBytes = config.maxBufferedBytes)
      ).flatMap: page =>
        if page.complete && reachesTop(page, after) then
          Future.successful(Past(recovered = true, page.publications.map(shown), page.top))
        else kept

  /** Of a page that is complete, and so goes on from `after`, also where that was of another epoch. */
  private def reachesTop(page: HistoryPage, after: Position) =
    page.publications.lastOption.fold(after.offset)(_.offset) == page.top.offset

  /** A client may say anything. */
  private def isPossible(position: Position) =
    position.offset >= 0 && position.offset < (1L << 53) && position.epoch.length <= 64

  /** As it goes to the clients. What somebody else has published to the channel is shown as the server's. */
  def shown(published: Published): Publication =
    val message = published.message
    Contents.said(message.data) match
      case Some(said) => Publication(published.offset, said.id, said.name, said.text, message.time)
      case None => Publication(published.offset, "", "server", message.data.toString, message.time)
end Past
