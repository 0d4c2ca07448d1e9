package eddy.actor
package mailbox

import eddy.actor.internal.mailbox.SaveQueue
import eddy.actor.internal.signal.Signal
import eddy.runtime.spi.Mailbox

/** The list of messages that were taken, without an actor. */
class SaveQueueSuite extends ActorFixture:
  private final class Box extends Mailbox(idle = true):
    def run(): Unit = ()

  private def filled(events: Any*): (SaveQueue, List[Mailbox.Node]) =
    val kept = new SaveQueue
    val nodes = events.toList.map(event => new Mailbox.Node(event.asInstanceOf[AnyRef]))
    nodes.zip(nodes.drop(1)).foreach((before, after) => before.following = after)
    kept.append(nodes.head, traps = false)
    (kept, nodes)

  private def walked(kept: SaveQueue): Int =
    Iterator.iterate(kept.first)(_.nn.following).takeWhile(_ != null).size

  private def assertCount(kept: SaveQueue, n: Int): Unit =
    assertEquals((kept.keptCount(Int.MaxValue), walked(kept)), (n, n))
    assertEquals(kept.keptCount(1), math.min(n, 1))

  for
    (kind, start) <- List[(String, () => ActorRef[Int])](
      "an actor" -> (() => actor[Int](react { case -1 => stop })),
      "an actor with a thread" -> (() => threadActor[Int](receive { case -1 => () })),
      "an actor with a bounded mailbox" -> (() =>
        actor.bounded[Int](20_000, Overflow.Refuse)(react { case -1 => stop })
      )
    )
  do
    test(s"$kind that keeps ten thousand messages which it does not match says so, once"):
      val lines = logged:
        val ref = start()
        (1 to 9_999).foreach(ref ! _)
        settle(ref)
        ref ! 10_000
        settle(ref)
        ref ! 10_001
        settle(ref)
        assertEquals(endOf(ref, ref ! -1), ExitReason.Normal)
      assertEquals(lines.count(_.contains("keeps 10000 messages")), 1, lines.toString)
  end for

  test("the count for other threads is right, whatever was done to the list"):
    val (kept, nodes) = filled("a", Signal.Look, "b", Signal.Look, "c", "d")
    assertCount(kept, 6)
    kept.append(new Mailbox.Node("e"), traps = false)
    assertCount(kept, 7)
    kept.take(nodes.head)
    assertCount(kept, 6)
    kept.insert(nodes.head)
    assertCount(kept, 7)
    kept.takeSignals(nodes(3))(_ => ())
    assertCount(kept, 5)
    assertEquals(kept.sweep(node => node.event == "b" || node.event == "d"), 2)
    assertCount(kept, 3)
    kept.append(new Mailbox.Node(Signal.Look), traps = false)
    kept.dropMessages(_ => ())
    assertCount(kept, 1)

  /** As another thread may see it while the owner takes more. */
  test("other threads do not follow the list, which its owner relinks"):
    val (kept, nodes) = filled("a", "b")
    val box = new Box
    // now what follows "b" is what is older, and no node: as in a list that is shared
    assertEquals(box.offer("older"), Mailbox.Offer.Claimed)
    assertEquals(box.offer("b", nodes(1)), Mailbox.Offer.Queued)
    assertEquals(kept.keptCount(Int.MaxValue), 2)
end SaveQueueSuite
