package eddy.push

/** A publication before it has a place in a channel.
  *
  * @param data what it says
  * @param by the client that published it; `None` for the server
  * @param tags words beside the data, for filters
  * @param key when it is given and the channel has seen it lately, this is the same message again and not
  *   published
  * @param time when it was published, by the publishing node's clock, in milliseconds since 1970
  * @param origin id of the node that published it
  * @param sent when it went to the mediator, by the origin's System.nanoTime: tells the turnaround time (MTT)
  *   there
  */
final case class Message(
    data: Json,
    by: Option[ClientInfo] = None,
    tags: Map[String, String] = Map.empty,
    key: Option[String] = None,
    time: Long = 0,
    origin: String = "",
    sent: Long = 0
) derives CanEqual:
  /** Its approximate size in memory, or on its way. */
  private[push] def sizeBytes: Int =
    val info = by.fold(0)(who => who.connectionInfo.length + who.channelInfo.length)
    data.length + info + PublishOptions.bytesOf(tags)
end Message
