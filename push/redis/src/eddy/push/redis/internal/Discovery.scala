package eddy.push.redis.internal

import eddy.push.MediatorException

import java.net.InetSocketAddress
import scala.concurrent.ExecutionContext.parasitic
import scala.concurrent.{ExecutionContext, Future}
import scala.jdk.CollectionConverters.*
import scala.jdk.FutureConverters.*

import io.lettuce.core.RedisURI
import io.lettuce.core.cluster.SlotHash

/** Which servers there are, and which of them has which slot.
  *
  * @param servers by `host:port`
  * @param owners for each slot a server, or null for none; of length 1 where one server has all
  */
private[redis] final class Layout(val servers: Map[String, RedisURI], val owners: Array[String | Null])

/** Asks Redis for its [[Layout]]. */
private[redis] final class Discovery(client: Client, site: Site):
  private given ExecutionContext = parasitic

  /** @param known servers that were there before, asked first */
  def find(known: Iterable[RedisURI]): Future[Layout] = site match
    case Site.One(uri, _) => Future.successful(single(site.shown, uri))
    case Site.Sentinels(uri, _) =>
      first(uri.getSentinels.asScala.toList, "no Sentinel answers")(master(uri, _))
    case Site.Cluster(seeds, _) =>
      val all = (known ++ seeds).toList.distinctBy(u => (u.getHost, u.getPort))
      first(all, "no server of the Cluster answers")(slots)

  private def single(name: String, uri: RedisURI) = Layout(Map(name -> uri), Array[String | Null](name))

  private def master(of: RedisURI, sentinel: RedisURI): Future[Layout] =
    sentinel.setSsl(of.isSsl)
    sentinel.setVerifyPeer(of.getVerifyMode)
    client.connectSentinel(sentinel).flatMap: connection =>
      val asked = connection.async.getMasterAddrByName(of.getSentinelMasterId).asScala.map:
        case address: InetSocketAddress =>
          single(
            s"${address.getHostString}:${address.getPort}",
            client.at(address.getHostString, address.getPort)
          )
        case _ =>
          throw MediatorException(
            s"the Sentinel at ${sentinel.getHost}:${sentinel.getPort} knows no master ${of.getSentinelMasterId}"
          )
      asked.onComplete(_ => connection.closeAsync())
      asked

  private def slots(server: RedisURI): Future[Layout] =
    client.connect(server).flatMap: connection =>
      val asked = connection.async.clusterSlots.asScala.map(parsed(_, server))
      asked.onComplete(_ => connection.closeAsync())
      asked

  // ranges: from, to, master, replicas; a server: host, port, and more
  private def parsed(ranges: java.util.List[AnyRef], asked: RedisURI): Layout =
    val owners = new Array[String | Null](SlotHash.SLOT_COUNT)
    val servers = Map.newBuilder[String, RedisURI]
    ranges.asScala.foreach:
      case range: java.util.List[?] =>
        val (from, to) = (number(range.get(0)), number(range.get(1)))
        val master = range.get(2).asInstanceOf[java.util.List[AnyRef]]
        val told = master.get(0).asInstanceOf[AnyRef | Null]
        // a server that does not know its own name leaves it out
        val host = if told == null || Link.text(told).isEmpty then asked.getHost else Link.text(told)
        val port = number(master.get(1))
        servers += s"$host:$port" -> client.at(host, port)
        for slot <- from to to do owners(slot) = s"$host:$port"
      case _ => ()
    val found = servers.result()
    if found.isEmpty then throw MediatorException("the Cluster has given no slots to any server yet")
    Layout(found, owners)

  private def number(value: Any): Int = value match
    case n: java.lang.Number => n.intValue
    case other => throw MediatorException(s"CLUSTER SLOTS gave $other for a number")

  private def first(of: List[RedisURI], none: String)(ask: RedisURI => Future[Layout]): Future[Layout] =
    of match
      case Nil => Future.failed(MediatorException(none))
      case last :: Nil => ask(last)
      case next :: others => ask(next).recoverWith { case _ => first(others, none)(ask) }
end Discovery
