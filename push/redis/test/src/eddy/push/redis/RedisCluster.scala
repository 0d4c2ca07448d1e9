package eddy.push.redis

import eddy.testing.Eventually

/** Servers that make a Cluster. */
object RedisCluster:
  /** Three masters, each with a third of the slots. */
  def start(): Seq[RedisProcess] =
    val members = Seq.fill(3)(member())
    for (member, i) <- members.zipWithIndex do
      val (from, until) = (16384 * i / 3, 16384 * (i + 1) / 3)
      member.commandsRaw("CLUSTER", "ADDSLOTSRANGE", from.toString, (until - 1).toString): Unit
    meet(members)
    awaitUp(members)
    members

  def awaitUp(members: Seq[RedisProcess]): Unit =
    Eventually.until("the Cluster is up")(members.forall(isUp))

  /** Without slots; it has met nobody. */
  def member(): RedisProcess =
    val busPort = RedisProcess.free()
    RedisProcess.server(
      "--cluster-enabled",
      "yes",
      "--cluster-node-timeout",
      "3000",
      "--cluster-port",
      busPort.toString
    ).start()

  def meet(members: Seq[RedisProcess]): Unit =
    for other <- members.tail do
      val busPort =
        other.commandsRaw(
          "CONFIG",
          "GET",
          "cluster-port"
        ).linesIterator.filter(_.toIntOption.isDefined).next()
      members.head.commandsRaw("CLUSTER", "MEET", "127.0.0.1", other.port.toString, busPort): Unit
    Eventually.until("all have met"):
      members.forall: member =>
        member.commandsRaw("CLUSTER", "NODES").linesIterator.count(_.contains("connected")) == members.size

  def uri(members: Seq[RedisProcess]): String =
    members.map(m => s"127.0.0.1:${m.port}").mkString("redis-cluster://", ",", "")

  private def isUp(member: RedisProcess) = member.commandsRaw("CLUSTER", "INFO").contains("cluster_state:ok")
end RedisCluster
