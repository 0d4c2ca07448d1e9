package eddy.remote.jgroups

import eddy.actor.*
import eddy.remote.NodeConfig
import eddy.remote.conformance.{Machine, Twice}
import eddy.testing.PatientSuite

import scala.concurrent.duration.DurationInt

/** Nodes that are members of a JGroups cluster. */
class JGroupsTransportSuite extends PatientSuite:
  test("a node is dialed by its name, and its actors answer"):
    val members = TestMembers.overTcp()
    val a = Machine(NodeConfig("a", members.transport("a")))
    try
      a.node.register("twice", a.doubling())
      val b = Machine(NodeConfig("b", members.transport("b")))
      try
        val found = await(await(b.node.connect("a")).find[Twice]("twice"))
        assertEquals(await(found.get.ask[Int](1.minute)(Twice(21, _))), 42)
      finally b.stop()
    finally a.stop()

  test("a port that is taken is named, with the remedy"):
    val port = TestMembers.freePorts()
    def transport() = JGroupsTransport(
      Seq(s"127.0.0.1:$port"),
      port,
      portRange = 0,
      group = s"test-$port",
      joinTimeout = 100.millis
    )
    val a = Machine(NodeConfig("a", transport()))
    try
      val refusal = intercept[java.io.IOException](Machine(NodeConfig("b", transport()))).getMessage
      assert(clue(refusal).contains(s"cannot join group test-$port at 127.0.0.1:$port"))
      assert(clue(refusal).contains("give another port"))
    finally a.stop()

  test("settings out of range, and those that would open the node to the network, are refused"):
    def refused(make: => JGroupsTransport): String = intercept[IllegalArgumentException](make).getMessage
    assert(clue(refused(JGroupsTransport(bind = "0.0.0.0"))).contains("give a secret and plaintext = true"))
    assert(clue(refused(JGroupsTransport(bind = "0.0.0.0", plaintext = true))).contains("give a secret"))
    assert(clue(refused(JGroupsTransport(secret = "short"))).contains("secret of 5 bytes"))
    assert(clue(refused(JGroupsTransport(port = 0))).contains("port = 0"))
    assert(clue(refused(JGroupsTransport(group = "a b"))).contains("group = \"a b\""))
    assert(clue(refused(JGroupsTransport(members =
      Seq("nonsense")
    ))).contains("\"nonsense\" must be host:port"))
    assert(clue(refused(JGroupsTransport(address = Some("x" * 256)))).contains("address of 256 bytes"))
end JGroupsTransportSuite
