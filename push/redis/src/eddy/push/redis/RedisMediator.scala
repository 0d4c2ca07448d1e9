package eddy.push.redis

import eddy.push.MediatorNode
import eddy.push.internal.TiedMediator
import eddy.push.redis.internal.Parts

/** Nodes that talk through Redis 7 or later: one server, a master with replicas and Sentinels, or a Cluster.
  * Publications go through Pub/Sub, histories are streams that all nodes share: offsets and epochs are the
  * same everywhere, and outlive the nodes. For the guarantees see docs/push-redis.md.
  */
final class RedisMediator(config: RedisConfig) extends TiedMediator[Parts]:
  def name: String = "redis"
  def sharedHistory: Boolean = true

  // its start fails when Redis refuses this node, as with a wrong password; while Redis does not answer it
  // waits, and tells the node
  protected def tie(node: MediatorNode): Parts = Parts(config, node)

  private[redis] def parts: Parts | Null = tieOrNull

  override def toString: String = s"RedisMediator($config)"
