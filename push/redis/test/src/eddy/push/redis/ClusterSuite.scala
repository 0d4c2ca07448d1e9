package eddy.push.redis

import eddy.push.*
import eddy.testing.Eventually

import io.lettuce.core.cluster.SlotHash

/** Three masters, and where it is needed a replica. */
class ClusterSuite extends RedisSuite("push-redis-cluster"):
  private def cluster(options: String*): Seq[RedisProcess] = ending(RedisCluster.start(options*))

  // for tests that leave the Cluster usable; a Cluster takes seconds to start
  private var shared = Seq.empty[RedisProcess]
  private def sharedCluster: Seq[RedisProcess] =
    if shared.isEmpty then shared = RedisCluster.start()
    shared
  override def afterAll(): Unit =
    super.afterAll()
    shared.foreach(_.kill())

  private def ending(members: Seq[RedisProcess]): Seq[RedisProcess] =
    members.foreach(m => atEnd(m.kill()))
    members

  private def uri(members: Seq[RedisProcess]) = RedisCluster.uri(members)

  private val names = (1 to 60).map(i => s"c$i")

  test("channels of all slots work on all nodes, with patterns and without"):
    val members = sharedCluster
    for delivery <- deliveries; patterns <- Seq(true, false) do
      val settings = config(uri(members.take(1))).copy(
        delivery = delivery,
        clusterPatterns = patterns,
        prefix = s"$delivery-$patterns"
      )
      val (a, b) = (node(settings).start(), node(settings).start())
      val intakes = names.map(name => name -> b.channel(name))
      val all = Option.when(patterns)(b.subscribe(Interest.Pattern("*")))
      if !patterns then
        val refused = awaitFailure(b.mediator.subscribe(Interest.Pattern("*"), Recorder()))
        assert(refused.getMessage.contains("clusterPatterns = true"), refused.toString)
      for i <- 1 to 5 do names.map(name => a.send(name, s"$name-$i")).foreach(f => await(f))
      for (name, intake) <- intakes do
        assertEquals(intake.next(5), (1 to 5).map(i => s"$name-$i").toVector, s"$delivery $patterns")
        assertEquals(intake.publications.map(_.offset), (1L to 5L).toVector)
      all.foreach(intake =>
        assertEquals(intake.next(300).toSet, names.flatMap(n => (1 to 5).map(i => s"$n-$i")).toSet)
      )
      assertEquals(a.read("c7").publications.size, 5)
      assert(a.failures.isEmpty && b.failures.isEmpty, s"${a.failures} ${b.failures}")
    end for

  for (said, options) <- Seq("its host" -> Nil, "no host" -> RedisCluster.Nameless) do
    test(s"a slot that moves to another server takes its channel along, history and all (told $said)"):
      val members = if options.isEmpty then sharedCluster else cluster(options*)
      val (a, b) = (node(config(uri(members))).start(), node(config(uri(members))).start())
      val atB = b.channel("moved")
      val before = (1 to 3).map(i => a.publish("moved", i.toString).position.get)
      assertEquals(atB.next(3), texts(1 to 3))
      val slot = SlotHash.getSlot("eddy:{.moved}")
      val from = members(slot * 3 / 16384)
      val to = members.find(_ ne from).get
      def id(member: RedisProcess) = member.commandsRaw("CLUSTER", "MYID").trim
      val (fromId, toId) = (id(from), id(to))
      val _ = to.commandsRaw("CLUSTER", "SETSLOT", slot.toString, "IMPORTING", fromId)
      val _ = from.commandsRaw("CLUSTER", "SETSLOT", slot.toString, "MIGRATING", toId)
      for key <- Seq("eddy:{.moved}:s", "eddy:{.moved}:m") do
        val _ = from.commandsRaw("MIGRATE", "127.0.0.1", to.port.toString, key, "0", "120000")
      // the keys have arrived, the slot has not yet
      assertEquals(a.publish("moved", "4").position.map(_.offset), Some(4L))
      for member <- to +: members.filter(_ ne to) do
        val _ = member.commandsRaw("CLUSTER", "SETSLOT", slot.toString, "NODE", toId)
      assertEquals(a.publish("moved", "5").position.map(_.offset), Some(5L))
      assertEquals(a.publish("moved", "6").position.map(_.offset), Some(6L))
      // another server is another life: it cannot know that nothing was lost
      val texts456 = Iterator.continually(atB.next()).filter(_ != "gap").take(3).toVector
      assertEquals(texts456, Vector("4", "5", "6"))
      assert(a.publish("moved", "7").position.get.offset == 7L && before.nonEmpty)
  end for

  test(
    "when a master dies its channels fail and the others work; once its replica has taken over, all work"
  ):
    val members = cluster()
    val spare = RedisCluster.member()
    atEnd(spare.kill())
    RedisCluster.meet(members :+ spare)
    val dying = members(1)
    val _ = spare.commandsRaw("CLUSTER", "REPLICATE", dying.commandsRaw("CLUSTER", "MYID").trim)
    Eventually.until("the replica is in step", spare.commandsRaw("INFO", "replication")):
      spare.commandsRaw("INFO", "replication").contains("master_link_status:up")
    Eventually.until("all know of it"):
      members.forall(_.commandsRaw("CLUSTER", "NODES").contains("slave"))
    val a = node(config(uri(members))).start()
    val intakes = names.map(name => name -> a.channel(name))
    names.map(name => a.send(name, "1")).foreach(f => await(f))
    intakes.foreach((name, intake) => assertEquals(intake.next(), "1", name))
    dying.kill()
    // The survivors need not wait for a killed server. They get their patience back before the next request.
    val living = members.filter(_ ne dying) :+ spare
    living.foreach(RedisCluster.giveUpAfter(_, millis = 500))
    Eventually.until("the replica has taken over", spare.commandsRaw("INFO", "replication")):
      spare.commandsRaw("INFO", "replication").contains("role:master")
    living.foreach(RedisCluster.giveUpAfter(_, RedisCluster.Silent))
    Eventually.until("every channel takes publications again", a.mediator.state.toString):
      names.forall(name => a.attempt(name, "2"))
    a.becomes(up = true)
    names.map(name => a.send(name, "end")).foreach(f => await(f))
    for (name, intake) <- intakes do
      val seen = Iterator.continually(intake.next()).takeWhile(_ != "end").toVector
      assert(seen.contains("2"), s"$name: $seen")
      val positions = intake.publications.map(_.position)
      assertEquals(positions.distinct, positions, name)
end ClusterSuite
