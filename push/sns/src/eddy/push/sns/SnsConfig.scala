package eddy.push.sns

import eddy.push.Delivery

import java.net.URI
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** How a node reaches Amazon SNS and SQS, and its bounds.
  *
  * @param region as in `eu-central-1`
  * @param topic the name of the topic that all nodes share, which the first of them makes; or the ARN of an
  *   existing one
  * @param delivery [[Delivery.Push]]: SNS calls `endpoint`; else SNS fills a queue of this node's own, and
  *   the node polls it
  * @param endpoint where SNS reaches this node, with [[Delivery.Push]] and only then
  * @param keys who this node is for AWS; without them it finds out as AWS' SDK does (environment, files, role
  *   of the machine)
  * @param emulator base URL of a service that stands in for AWS, such as `http://localhost:4566`;
  *   certificates may then come from there too, and only from there
  * @param batch how many publications are handed over at a time to a node that is asked for credit after each
  * @param calm with [[Delivery.Adaptive]], for how long no node may have been behind before it pushes again
  * @param maxHeld how many publications may lie in this node for those who are behind; from then on the rest
  *   stays in the queue
  * @param maxHeldBytes the same in bytes of their data
  * @param requests how many requests may publish at a time
  * @param polls how many requests may wait for the queue at a time, when it is full; one when it is empty
  * @param maxUnacknowledged how many publications may wait for SNS; further ones are refused
  * @param publishTimeout for one request, with the SDK's repetitions
  * @param reorderWithin how long a publication that was overtaken is waited for before it counts as lost
  * @param beat how often each node tells the others how far it is; shows what was lost at the end, and that
  *   delivery works at all
  * @param silentFor after which time without its own beat a node takes the way to it for broken
  * @param confirmWithin how long SNS may take to ask the endpoint whether it wants the subscription
  * @param deadAfter after which silence of a node others remove its queue and subscription
  * @param queueKeeps how long the queue keeps what the node does not take; a node that is cut off for less
  *   than that loses nothing
  * @param reconnectFirst before the first attempt to connect again; doubled, with jitter, for each further
  *   one
  * @param reconnectMost the longest wait between two attempts
  */
final case class SnsConfig(
    region: String,
    topic: String = "eddy",
    delivery: Delivery = Delivery.Adaptive,
    endpoint: Option[SnsEndpoint] = None,
    keys: Option[AwsKeys] = None,
    emulator: Option[URI] = None,
    batch: Int = 100,
    calm: FiniteDuration = 100.millis,
    maxHeld: Int = 10_000,
    maxHeldBytes: Long = 32L * 1024 * 1024,
    requests: Int = 4,
    polls: Int = 4,
    maxUnacknowledged: Int = 10_000,
    publishTimeout: FiniteDuration = 10.seconds,
    reorderWithin: FiniteDuration = 3.seconds,
    beat: FiniteDuration = 10.seconds,
    silentFor: FiniteDuration = 1.minute,
    confirmWithin: FiniteDuration = 30.seconds,
    deadAfter: FiniteDuration = 10.minutes,
    queueKeeps: FiniteDuration = 5.minutes,
    reconnectFirst: FiniteDuration = 200.millis,
    reconnectMost: FiniteDuration = 10.seconds
):
  import SnsConfig.{between, positive}

  require(
    region.matches("[a-z0-9-]{1,32}"),
    s"region = \"$region\": must be the name of a region, such as eu-central-1"
  )
  require(
    topicName.matches("[A-Za-z0-9_-]{1,40}") && (topicName == topic || topicArn.nonEmpty),
    s"topic = \"$topic\": must be a name of 1 to 40 letters, digits, - and _, or an ARN such as arn:aws:sns:$region:123456789012:eddy; " +
      "FIFO topics cannot call endpoints and are not used"
  )
  require(
    (delivery == Delivery.Push) == endpoint.nonEmpty,
    s"delivery = $delivery with endpoint = $endpoint: Push needs an endpoint that SNS can reach, the others must have none"
  )
  between("batch", batch, 1, 10_000)
  between("maxHeld", maxHeld, 1, 10_000_000)
  require(maxHeldBytes >= 1024 * 1024, s"maxHeldBytes = $maxHeldBytes: must be at least 1048576")
  between("requests", requests, 1, 64)
  between("polls", polls, 1, 16)
  between("maxUnacknowledged", maxUnacknowledged, 1, 10_000_000)
  positive("calm", calm)
  positive("publishTimeout", publishTimeout)
  positive("reorderWithin", reorderWithin)
  positive("beat", beat)
  positive("confirmWithin", confirmWithin)
  positive("reconnectFirst", reconnectFirst)
  require(silentFor > beat, s"silentFor = $silentFor: must be longer than beat = $beat")
  require(deadAfter > beat * 2, s"deadAfter = $deadAfter: must be longer than two times beat = $beat")
  require(
    queueKeeps >= 1.minute && queueKeeps <= 14.days,
    s"queueKeeps = $queueKeeps: SQS keeps messages for 1 minute to 14 days"
  )
  require(
    reconnectMost >= reconnectFirst,
    s"reconnectMost = $reconnectMost: must not be less than reconnectFirst = $reconnectFirst"
  )

  /** When the topic was given as such. */
  def topicArn: Option[String] =
    Option.when(topic.matches("arn:aws[a-z-]*:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]+"))(topic)

  def topicName: String = topic.substring(topic.lastIndexOf(':') + 1)

  /** Without keys. */
  override def toString: String = s"SnsConfig($region, topic = \"$topic\", $delivery)"
end SnsConfig

object SnsConfig:
  private def positive(name: String, value: FiniteDuration): Unit =
    require(value.toMillis >= 1, s"$name = $value: must be at least one millisecond")

  private def between(name: String, value: Int, least: Int, most: Int): Unit =
    require(value >= least && value <= most, s"$name = $value: must be from $least to $most")

/** An access key of AWS, and its secret.
  * @param session for temporary ones
  */
final case class AwsKeys(access: String, secret: String, session: Option[String] = None):
  override def toString: String = s"AwsKeys($access)"
