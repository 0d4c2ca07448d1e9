package eddy.push.internal

import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** The connections of a node, by user and by client. Any thread. */
private[push] final class Connections:
  private val byClient = new ConcurrentHashMap[String, Connection]()
  private val byUser = new ConcurrentHashMap[String, Set[Connection]]()

  def add(connection: Connection): Unit =
    byClient.put(connection.client, connection): Unit
    val _ = byUser.compute(
      connection.user,
      (_, now) => if now == null then Set(connection) else now + connection
    )

  def remove(connection: Connection): Unit =
    byClient.remove(connection.client, connection): Unit
    val _ = byUser.computeIfPresent(
      connection.user,
      (_, now) =>
        val left = now - connection
        if left.isEmpty then null else left
    )

  def ofUser(user: String): Set[Connection] = byUser.getOrDefault(user, Set.empty).nn
  def ofClient(client: String): Option[Connection] = Option(byClient.get(client))
  def size: Int = byClient.size
  def all: Iterator[Connection] = byClient.values.nn.iterator.nn.asScala
end Connections
