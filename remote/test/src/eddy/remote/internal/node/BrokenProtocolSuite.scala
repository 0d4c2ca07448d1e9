package eddy.remote.internal.node

import eddy.remote.conformance.RecordedEvents
import eddy.remote.internal.record.{Control, RecordFormat, WireAddress, WireLoss}
import eddy.remote.spi.*
import eddy.remote.{NodeFixture, PickleOutput}

import scala.concurrent.duration.DurationInt

/** Another node sends what no node of this release does: the session closes, with the reason, and nothing
  * else happens.
  */
class BrokenProtocolSuite extends NodeFixture:
  private val large = 100_000

  private def message(
      typeIndex: Int = 0,
      sender: WireAddress | Null = null,
      answers: List[WireAddress] = Nil,
      bytes: Int = 10
  ): Array[Byte] =
    val out = PickleOutput()
    RecordFormat.writeHeader(2, typeIndex, sender, answers, Nil, out)
    out.writeRaw(new Array[Byte](bytes), 0, bytes)
    out.toArray

  private def pieces(record: Array[Byte]): Vector[Array[Byte]] =
    RecordFormat.pieces(1, record, RecordFormat.noBytes, 0).toVector

  private def closedWith(frames: Vector[Array[Byte]]): String = withNodes: nodes =>
    val a = nodes.start("a")()
    val stranger = nodes.network.transport("stranger")
    val events = new RecordedEvents
    val me = NodeIdentity("stranger", "eddy", 77, Vector.empty)
    val _ = stranger.start(me, TransportSettings(10.seconds, 10.seconds, 10.seconds), events)
    stranger.dial(NodeAddress("a"))
    val session = events.until("a session") { case RecordedEvents.Event.Opened(session) => session }
    events.send(session, frames)
    val why = events.until("its end") { case RecordedEvents.Event.Closed(_, why) => why }
    await(stranger.stop(1.second))
    assert(a.failures.isEmpty, a.failures)
    why match
      case SessionEnd.Violated(reason) => reason
      case other => fail(s"$other")

  private val unknown = WireAddress(7, 2)

  for (title, frames, says) <- List[(String, Vector[Array[Byte]], String)](
      ("a message of a type that was not announced", Vector(message(typeIndex = 3)), "type 3"),
      ("a sender at a node that was not announced", Vector(message(sender = unknown)), "not announced"),
      ("a sender at no node", Vector(message(sender = WireAddress(-1, 2))), "exceeds 31 bits"),
      (
        "an answer to a node that was not announced",
        Vector(message(answers = List(unknown))),
        "not announced"
      ),
      ("a name of no type", Vector(RecordFormat.write(Control.Find(1, "x", -1))), "type -1"),
      ("a link of such a node", Vector(RecordFormat.write(Control.Linked(1, unknown, 2))), "node 7"),
      (
        "a loss of no node",
        Vector(RecordFormat.write(Control.Lost(WireAddress(-5, 2), WireLoss.Terminated))),
        "node -5"
      ),
      (
        "an address that was received less than once",
        Vector(RecordFormat.write(Control.Released(6, 0))),
        "0 times"
      ),
      ("the same in pieces", pieces(message(typeIndex = 3, bytes = large)), "type 3"),
      ("a sender at no node, in pieces", pieces(message(sender = unknown, bytes = large)), "not announced"),
      ("pieces of no record", pieces(Array.fill[Byte](large)(9)), "no record of kind 9"),
      ("pieces of pieces", pieces(1.toByte +: new Array[Byte](large).map(_ => 1: Byte)), "a piece of a piece")
    )
  do
    test(title):
      assert(clue(closedWith(frames)).contains(says))
  end for
end BrokenProtocolSuite
