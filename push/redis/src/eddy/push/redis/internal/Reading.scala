package eddy.push.redis.internal

import eddy.push.internal.MessageCodec
import eddy.push.{HistoryPage, HistoryQuery, Position, Publication, Retention}

import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}
import scala.concurrent.ExecutionContext.parasitic
import scala.concurrent.Future
import scala.jdk.CollectionConverters.*

/** A part of a channel's history.
  *
  * @param base offset before the first of this epoch; the stored ones may reach further back, where Redis was
  *   restarted with its data
  * @param first offset of the oldest that is kept, 0 for none
  */
private[redis] final case class Page(
    top: Position,
    base: Long,
    first: Long,
    publications: Vector[Publication]
)

/** Reads the streams, and starts new ones. */
private[redis] final class Reading(names: Names, routed: Routed):
  import Reading.*

  /** What follows `after`; all of this epoch where that is another one. */
  def follow(channel: String, after: Position, retention: Retention, limit: Int): Future[Page] =
    page(channel, Some(after), retention, limit, MostBytes, "follow")

  def history(channel: String, query: HistoryQuery, retention: Retention): Future[HistoryPage] =
    val limit = math.max(query.limit, 0)
    val direction = if query.reverse then "back" else "forward"
    page(channel, query.after, retention, limit, query.maxBytes, direction).map { page =>
      HistoryPage(page.publications, page.top, query.after.forall(isComplete(page, _, query.reverse)))
    }(using parasitic)

  def forget(channel: String): Future[Unit] =
    routed.run(
      Routed.Kind.Write,
      Script.Forget,
      names.slot(channel),
      s"forget $channel",
      keys(channel),
      Array.empty
    )
      .map(_ => ())(using parasitic)

  private def page(
      channel: String,
      after: Option[Position],
      retention: Retention,
      limit: Int,
      maxBytes: Int,
      direction: String
  ): Future[Page] =
    val values = Array(
      retention.age.toMillis.toString,
      after.fold("")(_.offset.toString),
      after.fold("")(_.epoch),
      limit.toString,
      maxBytes.toString,
      direction
    ).map(_.getBytes(UTF_8).nn)
    routed.run(
      Routed.Kind.Read,
      Script.Read,
      names.slot(channel),
      s"read the history of $channel",
      keys(channel),
      values
    )
      .map(parsed(channel, _))(using parasitic)
  end page

  private def keys(channel: String) = Array(names.stream(channel), names.meta(channel))
end Reading

private[redis] object Reading:
  /** Of the followed channels, in one read. */
  private final val MostBytes = 1024 * 1024

  private def isComplete(page: Page, after: Position, reverse: Boolean): Boolean =
    val top = page.top.offset
    // the oldest that could be read, were it asked for
    val from = if page.first == 0 then top + 1 else page.first
    after.epoch == page.top.epoch &&
    (if reverse then after.offset <= top + 1 && (after.offset <= 1 || after.offset > from)
     else after.offset <= top && after.offset + 1 >= from)

  private def parsed(channel: String, answer: Link.Answer): Page =
    val epoch = Link.text(answer.get(1))
    val entries = answer.get(4).asInstanceOf[Link.Answer].asScala.iterator.map: entry =>
      publication(channel, epoch, entry.asInstanceOf[Link.Answer])
    Page(Position(long(answer.get(0)), epoch), long(answer.get(2)), long(answer.get(3)), entries.toVector)

  // an entry: its id, as in 1795300000000000-12, and fields t and m with their values
  private def publication(channel: String, epoch: String, entry: Link.Answer): Publication =
    val id = String(entry.get(0).asInstanceOf[Array[Byte]], ISO_8859_1)
    val offset = id.substring(id.indexOf('-') + 1).nn.toLong
    val fields = entry.get(1).asInstanceOf[Link.Answer]
    Publication(
      channel,
      Position(offset, epoch),
      MessageCodec.decode(fields.get(3).asInstanceOf[Array[Byte]])
    )

  private def long(value: AnyRef): Long = value.asInstanceOf[java.lang.Long].longValue
end Reading
