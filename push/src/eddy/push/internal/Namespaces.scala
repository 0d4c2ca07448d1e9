package eddy.push.internal

import eddy.push.{ChannelsConfig, Namespace, PushError, Retention}

import scala.concurrent.duration.DurationInt

/** Which options hold for a channel. */
private[push] final class Namespaces(config: ChannelsConfig):
  private val byName = config.namespaces.map(n => n.name -> n).toMap
  private val retentions =
    config.namespaces.map(n =>
      n.name -> Retention(n.history, n.historyTtl, n.idempotencyTtl, n.historyBytes)
    ).toMap

  /** @return why there can be no such channel, and the words for the log */
  def find(channel: String): Either[(PushError, String), Namespace] =
    val wrong = ChannelNames.wrong(channel, config.maxChannelBytes)
    if wrong != null then Left((PushError.BadRequest, wrong))
    else
      val name = ChannelNames.namespace(channel)
      byName.get(name).toRight((
        PushError.UnknownChannel,
        s"channel \"$channel\" has no namespace: add Namespace(\"$name\") to the configuration"
      ))

  def retention(channel: String): Retention =
    if channel == ChannelNames.Revoked then Revocations.Kept
    else if ChannelNames.isInternal(channel) then Namespaces.nothing
    else retentions.getOrElse(ChannelNames.namespace(channel), Namespaces.nothing)
end Namespaces

private[push] object Namespaces:
  private val nothing = Retention(0, 1.minute)
