package eddy.remote

import eddy.actor.Overflow
import eddy.remote.spi.NodeTransport

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** The settings of a node, checked when they are made.
  *
  * @param name unique in the cluster
  * @param transport how it reaches others, made for this node alone
  * @param cluster nodes of different clusters refuse each other
  * @param seeds addresses of other nodes, which are dialed until they answer, and again when that session has
  *   closed
  * @param connectAll whether it tells nodes of each other, and dials those that others tell it of. Without it
  *   a node has a session with those only that it dials, or that dial it
  * @param offers what other nodes may start here; see [[Spawnable]]
  * @param maxUnsentBytes of messages that wait to be sent to one node
  * @param maxUnsentTotal of messages that wait to be sent to all nodes together; 0: an eighth of the largest
  *   heap. Beside it, one message, or several of 1 MiB together, may wait for each node
  * @param overflow what happens to a message beyond that: `Refuse`, `DropNewest` or `SlowSender`
  * @param maxMessage bytes of a message at most
  * @param maxAssembling bytes of large messages of one node that have arrived in part; as many again may wait
  *   to be read. 0: a sixteenth of the largest heap, and `maxMessage` at least
  * @param silenceTimeout after which a silent connection counts as broken
  * @param resumeTimeout how long a session waits for a new connection
  * @param connectTimeout of a dial, until the other node has introduced itself
  * @throws IllegalArgumentException if a setting is out of range
  */
final case class NodeConfig(
    name: String,
    transport: NodeTransport,
    cluster: String = "eddy",
    seeds: Seq[String] = Nil,
    connectAll: Boolean = true,
    offers: Seq[Spawnable[?, ?]] = Nil,
    maxUnsentBytes: Long = 64L << 20,
    maxUnsentTotal: Long = 0,
    overflow: Overflow[Any] = Overflow.Refuse,
    maxMessage: Int = 64 << 20,
    maxAssembling: Long = 0,
    silenceTimeout: FiniteDuration = 10.seconds,
    resumeTimeout: FiniteDuration = 5.seconds,
    connectTimeout: FiniteDuration = 5.seconds
):
  require(name.nonEmpty && name.length <= 256, s"name = \"$name\": must have 1 to 256 characters")
  require(cluster.nonEmpty && cluster.length <= 256, s"cluster = \"$cluster\": must have 1 to 256 characters")
  require(
    maxMessage >= 1024 && maxMessage <= (1 << 30),
    s"maxMessage = $maxMessage: must be 1 KiB to 1 GiB; send more in several messages"
  )
  require(
    maxUnsentBytes >= maxMessage,
    s"maxUnsentBytes = $maxUnsentBytes: must hold a message of maxMessage = $maxMessage bytes"
  )
  require(
    maxAssembling == 0 || maxAssembling >= maxMessage,
    s"maxAssembling = $maxAssembling: must hold a message of maxMessage = $maxMessage bytes, or be 0 for the default"
  )
  require(maxUnsentTotal >= 0, s"maxUnsentTotal = $maxUnsentTotal: must be 0, for the default, or more")
  overflow match
    case Overflow.Refuse | Overflow.DropNewest => ()
    case Overflow.SlowSender(timeout) =>
      require(
        timeout.toNanos > 0,
        s"overflow = SlowSender(timeout = $timeout): a sender can only wait for longer than nothing; use Refuse"
      )
    case other =>
      require(
        false,
        s"overflow = $other: messages of several receivers wait for a node; use Refuse, DropNewest or SlowSender"
      )
  for (setting, time) <- List(
      "silenceTimeout" -> silenceTimeout,
      "resumeTimeout" -> resumeTimeout,
      "connectTimeout" -> connectTimeout
    )
  do require(time.toMillis >= 1, s"$setting = $time: must be at least a millisecond")
  offers.groupBy(_.name).foreach: (name, same) =>
    require(
      same.size == 1,
      s"offers = …: ${same.size} spawnables have the name \"$name\"; names must be unique"
    )

  /** As [[maxAssembling]] says. */
  private[remote] def assemblingBytes: Long =
    if maxAssembling > 0 then maxAssembling
    else math.max(maxMessage.toLong, Runtime.getRuntime.maxMemory / 16)
end NodeConfig
