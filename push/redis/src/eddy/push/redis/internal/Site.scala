package eddy.push.redis.internal

import java.net.{URI, URLDecoder}
import java.nio.charset.StandardCharsets.UTF_8
import scala.util.control.NonFatal

import io.lettuce.core.RedisURI

/** What kind of Redis a URI names, and as whom to go there. */
private[redis] enum Site derives CanEqual:
  case One(uri: RedisURI, user: Option[String])

  /** Who the master is, the Sentinels know. */
  case Sentinels(uri: RedisURI, user: Option[String])

  /** @param seeds some of its servers, asked for all of them */
  case Cluster(seeds: Vector[RedisURI], user: Option[String])

  def user: Option[String]

  /** For people: no password. */
  def shown: String = this match
    case One(uri, _) => Option(uri.getSocket).getOrElse(s"${uri.getHost}:${uri.getPort}")
    case Sentinels(uri, _) => s"${uri.getSentinelMasterId} by Sentinels"
    case Cluster(seeds, _) => seeds.map(s => s"${s.getHost}:${s.getPort}").mkString("Cluster of ", ", ", "")

  def isCluster: Boolean = this match
    case Cluster(_, _) => true
    case _ => false

  /** Has user, password and TLS for every connection. */
  def model: RedisURI = this match
    case One(uri, _) => uri
    case Sentinels(uri, _) => uri
    case Cluster(seeds, _) => seeds.head
end Site

private[redis] object Site:
  private val Form =
    "as in redis://host:6379, redis-sentinel://host:26379#master or redis-cluster://host:7000,host:7001, " +
      "or beginning with rediss for TLS"

  /** @throws IllegalArgumentException when it is not a valid URI; the message holds no password */
  def parse(text: String): Site =
    val colon = text.indexOf("://")
    val scheme = if colon > 0 then text.substring(0, colon).nn else ""
    try
      scheme match
        case "redis-cluster" | "rediss-cluster" =>
          Cluster(clusterSeeds(scheme.stripSuffix("-cluster"), text.substring(colon + 3).nn), user(text))
        case "redis-sentinel" | "rediss-sentinel" =>
          val uri = RedisURI.create(text)
          require(
            uri.getSentinelMasterId.asInstanceOf[String | Null] != null,
            "names no master behind #, as in redis-sentinel://host:26379#mymaster"
          )
          Sentinels(uri, user(text))
        case "redis" | "rediss" =>
          // Lettuce would take host:word for the name of a host
          URI(text).parseServerAuthority: Unit
          One(RedisURI.create(text), user(text))
        case "redis-socket" => One(RedisURI.create(text), None)
        case _ => throw IllegalArgumentException(s"its scheme \"$scheme\" is unknown")
    catch
      case NonFatal(wrong) =>
        // the JDK's messages repeat what they could not parse
        val why = wrong.getMessage
        val safe =
          if why == null || text.contains('@') && wrong.getCause != null then "is not such a URI" else why
        throw IllegalArgumentException(s"Redis at \"${hidden(text)}\": ${hidden(safe)}: give one $Form")
    end try
  end parse

  private def clusterSeeds(scheme: String, rest: String): Vector[RedisURI] =
    val at = rest.lastIndexOf('@')
    val who = rest.substring(0, at + 1)
    val hosts = rest.substring(at + 1).nn.stripSuffix("/")
    require(hosts.nonEmpty, "names no host")
    require(!hosts.contains('/'), "a Cluster has no databases")
    hosts.split(",").nn.iterator.map(host => RedisURI.create(URI(s"$scheme://$who${host.nn.trim}"))).toVector

  // Lettuce does not tell
  private def user(text: String): Option[String] =
    val from = text.indexOf("://") + 3
    val at = text.lastIndexOf('@')
    val colon = if at > from then text.substring(from, at).nn.indexOf(':') else -1
    Option.when(colon > 0)(URLDecoder.decode(text.substring(from, from + colon), UTF_8).nn)

  private def hidden(text: String) = text.replaceAll("//[^@]*@", "//…@")
end Site
