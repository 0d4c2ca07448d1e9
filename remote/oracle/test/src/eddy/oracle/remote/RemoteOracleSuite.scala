package eddy.oracle.remote

import eddy.oracle.{ComparingSuite, Difference, Original}
import eddy.remote.NodeConfig
import eddy.remote.conformance.Machine
import eddy.remote.tcp.Tcp

/** Every scenario with two nodes on both libraries: the same trace, or the difference that is stated. */
class RemoteOracleSuite extends ComparingSuite:
  private val here = Machine(NodeConfig("here", Tcp(port = 0)))
  private val there = Machine(NodeConfig("there", Tcp(port = 0)))
  override def afterAll(): Unit =
    here.stop()
    there.stop()

  compare(new Remote(here, there).all, Original.remoteTraces, RemoteOracleSuite.differences)
end RemoteOracleSuite

object RemoteOracleSuite:
  /** The same table, for people: docs/oracle.md. */
  private val differences: List[Difference] = List(
    Difference(
      "asking a name that nobody has",
      List("none"),
      List("UnansweredException"),
      "the original loses the message and waits until the time is over; Eddy says so at once"
    ),
    Difference(
      "asking an actor that has ended",
      List("none"),
      List("UnansweredException"),
      "likewise"
    ),
    Difference(
      "asking a node that is not there",
      List("none"),
      List("NodeUnreachableException"),
      "the original keeps the message for a node that may come; Eddy says so at once"
    ),
    Difference(
      "a name that is registered twice",
      List("second got hello"),
      List("IllegalArgumentException", "first got hello"),
      "the later actor takes the name in the original; in Eddy a live actor keeps it"
    ),
    Difference(
      "and its failure",
      List("nothing came"),
      List("failed, boom"),
      "the original cannot write the exception as bytes, and the exit is lost"
    ),
    Difference(
      "forward keeps the sender: the answer passes the one in the middle",
      List("nothing came"),
      List("8"),
      "the original loses a message that is forwarded to a third node; in Eddy the message has the address to answer to"
    )
  )
end RemoteOracleSuite
