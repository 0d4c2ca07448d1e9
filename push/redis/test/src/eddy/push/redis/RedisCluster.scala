package eddy.push.redis

import eddy.testing.Eventually

/** Servers that make a Cluster. */
object RedisCluster:
  /** With it servers do not say at which host they and others are: a client goes where it has come from. */
  val Nameless: Seq[String] = Seq("--cluster-preferred-endpoint-type", "unknown-endpoint")

  /** Milliseconds of silence after which a server counts as dead: longer than a busy machine stands still.
    */
  val Silent = 60_000

  /** Three masters, each with a third of the slots. */
  def start(options: String*): Seq[RedisProcess] =
    val members = Seq.fill(3)(member(options*))
    for (member, i) <- members.zipWithIndex do
      val (from, until) = (16384 * i / 3, 16384 * (i + 1) / 3)
      member.commandsRaw("CLUSTER", "ADDSLOTSRANGE", from.toString, (until - 1).toString): Unit
    meet(members)
    awaitUp(members)
    members

  def awaitUp(members: Seq[RedisProcess]): Unit =
    Eventually.until("the Cluster is up")(members.forall(isUp))

  /** Without slots; it has met no other. */
  def member(options: String*): RedisProcess =
    val busPort = RedisProcess.free().toString
    val cluster =
      Seq("--cluster-enabled", "yes", "--cluster-node-timeout", s"$Silent", "--cluster-port", busPort)
    RedisProcess.server((cluster ++ options)*).start()

  /** Sets after how many milliseconds of silence `member` takes others for dead. */
  def giveUpAfter(member: RedisProcess, millis: Int): Unit =
    member.commandsRaw("CONFIG", "SET", "cluster-node-timeout", millis.toString): Unit

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
        val known =
          member.commandsRaw("CLUSTER", "NODES").linesIterator.filter(_.contains(" connected")).toSeq
        // before its handshake no server knows another
        known.size == members.size && !known.exists(_.contains("handshake"))

  def uri(members: Seq[RedisProcess], host: String = "127.0.0.1"): String =
    members.map(m => s"$host:${m.port}").mkString("redis-cluster://", ",", "")

  private def isUp(member: RedisProcess) = member.commandsRaw("CLUSTER", "INFO").contains("cluster_state:ok")
end RedisCluster
