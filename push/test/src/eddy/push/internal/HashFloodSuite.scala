package eddy.push.internal

import eddy.actor.ActorSystem
import eddy.actor.spi.PatternIndex
import eddy.push.{ClientInfo, Interest, MemoryMediator, TestIntake, TestNode}
import eddy.runtime.Engine
import eddy.testing.{EqualHashes, PatientSuite}

import scala.concurrent.duration.DurationInt

/** Clients choose names: none that they can choose make a map slow. */
class HashFloodSuite extends PatientSuite:
  private val engine = Engine.start()
  override def afterAll(): Unit = engine.shutdown(10.seconds): Unit

  private val uses = Seq[(String, Seq[String] => Unit)](
    ("channels with presence", names => fill(Members())(names, _ => "u", identity)),
    ("clients of a channel", names => fill(Members())(names, _ => "u", _ => "c")),
    ("users of a channel", names => fill(Members())(names, identity, _ => "c")),
    ("interests of the mediator in memory", interests),
    (
      "patterns",
      names => names.foldLeft(PatternIndex.empty[Int])((all, name) => all.add(s"$name/*", 1)): Unit
    )
  )

  private def interests(names: Seq[String]): Unit =
    val mediator = MemoryMediator()
    await(mediator.start(TestNode(ActorSystem(engine))))
    for name <- names do await(mediator.subscribe(Interest.Channel(name), TestIntake()))
    for name <- names do await(mediator.unsubscribe(Interest.Channel(name)))
    await(mediator.close())

  private def fill(members: Members)(names: Seq[String], user: String => String, channel: String => String) =
    for name <- names do members.add(channel(name), ClientInfo(name, user(name))): Unit
    for name <- names do members.remove(channel(name), name): Unit

  for (what, use) <- uses do
    test(s"names with equal hashes cost little more than others: $what"):
      val slowdown = EqualHashes.slowdown(20_000)(use)
      assert(slowdown < 30, s"$slowdown times as long")
end HashFloodSuite
