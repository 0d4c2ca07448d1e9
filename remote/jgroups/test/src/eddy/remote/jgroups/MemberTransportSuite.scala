package eddy.remote.jgroups

import eddy.remote.conformance.TransportSuite
import eddy.remote.spi.{NodeAddress, NodeTransport}
import eddy.testing.TestLength

import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.ConcurrentHashMap

class LoopbackMemberSuite extends MemberTransportSuite(TestMembers.inMemory())

class TcpMemberSuite extends MemberTransportSuite(TestMembers.overTcp()):
  // all members have TCP connections with each other: 2,080 of 64, with both ends in this process
  override protected def crowd: Int = 16

/** What every transport does, between members of a JGroups cluster.
  *
  * @param members makes those of one test
  */
abstract class MemberTransportSuite(members: => TestMembers) extends TransportSuite:
  // to join and leave takes long
  override protected def dials: Int = TestLength.rounds(10, 100)

  protected def network(): Network = new Network:
    private val all = members
    private val made = new ConcurrentHashMap[String, JGroupsTransport]()
    def transport(name: String, secret: Array[Byte] | Null): NodeTransport =
      val one = all.transport(name, if secret == null then null else new String(secret, UTF_8))
      made.put(name, one): Unit
      one
    def address(name: String): NodeAddress = NodeAddress(name)
    val nowhere: NodeAddress = NodeAddress("nowhere")
    def reset(one: String, other: String): Unit = Option(made.get(one)).foreach(_.reset())
end MemberTransportSuite
