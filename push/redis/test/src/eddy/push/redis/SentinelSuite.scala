package eddy.push.redis

import eddy.push.*
import eddy.testing.Eventually

import java.nio.file.Files

/** A master, its replica, and a Sentinel that makes the one the other. */
class SentinelSuite extends RedisSuite("push-redis-sentinel"):
  private def sentinel(master: RedisProcess, more: String = ""): RedisProcess =
    val port = RedisProcess.free()
    // it writes to it
    val file = master.folder.resolve(s"sentinel-$port.conf").nn
    Files.writeString(
      file,
      s"""port $port
         |bind 127.0.0.1
         |sentinel monitor chat 127.0.0.1 ${master.port} 1
         |sentinel down-after-milliseconds chat ${SentinelSuite.SilentMillis}
         |sentinel failover-timeout chat 10000
         |$more
         |""".stripMargin
    ): Unit
    val process = RedisProcess(RedisProcess.need.path, port, Seq(file.toString), sentinel = true)
    atEnd(process.kill())
    process.start()

  test("after a failover the new master has the history and assigns no position twice; there is a gap"):
    val master = server()
    val replica = server("--replicaof", s"127.0.0.1 ${master.port}")
    Eventually.until("the replica has what the master has"):
      replica.commands(_.info("replication")).contains("master_link_status:up")
    val watch = sentinel(master)
    def asked = watch.commandsRaw("SENTINEL", "replicas", "chat")
    Eventually.until("the Sentinel knows the replica", asked)(asked.contains(replica.port.toString))
    val uri = s"redis-sentinel://127.0.0.1:${RedisProcess.free()},127.0.0.1:${watch.port}#chat"
    val a = node(config(uri)).start()
    val b = node(config(uri)).start()
    val atB = b.channel("news")
    val before = (1 to 20).map(i => a.publish("news", i.toString).position.get)
    assertEquals(atB.next(20), texts(1 to 20))
    Eventually.until("the replica has them all"):
      replica.commands(_.xlen("eddy:{.news}:s")) == 20L
    master.kill()
    // the Sentinel need not wait for a killed server
    watch.commandsRaw("SENTINEL", "SET", "chat", "down-after-milliseconds", "1000"): Unit
    Eventually.until(
      "a publication is taken by the new master",
      a.mediator.state.toString
    )(a.attempt("news", "new"))
    assertEquals(Iterator.continually(atB.next()).find(_ != "gap"), Some("new"))
    val position = atB.publications.last.position
    assert(position.epoch != before.last.epoch, "the old master may have had more than the new one")
    assertEquals(position.offset, 21L)
    val page = b.read("news", HistoryQuery(Some(before.last)))
    assert(!page.complete)
    assertEquals(page.publications.size, 21)
    assertEquals(a.mediator.state, MediatorState.Up)

  test("Redis and the Sentinel may each ask for a password of its own, from a file"):
    val master = server("--requirepass", "of-redis")
    val watch = sentinel(master, "requirepass of-sentinel\nsentinel auth-pass chat of-redis")
    def file(word: String) = Some(Files.writeString(master.folder.resolve(word), word).nn)
    val uri = s"redis-sentinel://127.0.0.1:${watch.port}#chat"
    val passwords =
      config(uri).copy(passwordFile = file("of-redis"), sentinelPasswordFile = file("of-sentinel"))
    val a = node(passwords).start()
    val atA = a.channel("news")
    a.publish("news", "1"): Unit
    assertEquals(atA.next(), "1")

  test("a master that the Sentinel does not know is reported"):
    val watch = sentinel(server())
    val a = node(config(s"redis-sentinel://127.0.0.1:${watch.port}#other"))
    val _ = a.mediator.start(a)
    a.states.take() match
      case MediatorState.Down(cause, _) => assert(cause.contains("knows no master other"), cause)
      case MediatorState.Up => fail("it is up without a master")
end SentinelSuite

object SentinelSuite:
  // longer than a busy machine stands still: a master that does not answer for so long is dead
  private val SilentMillis = 60_000
