package eddy.push.jgroups

import eddy.push.MediatorState

import java.net.{InetAddress, ServerSocket, Socket}
import java.nio.file.{Files, Path}
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*

/** How nodes find each other, beside by the addresses that the other suites give. */
class DiscoverySuite extends JGroupsSuite:
  private def talk(one: Member, two: Member): Unit =
    two.sees(2)
    val heard = two.hear("kept-1")
    one.publish("kept-1", "x"): Unit
    assertEquals(heard.publications.awaitSize(1).map(text), Vector("x"))

  private def files(folder: Path): Seq[Path] =
    scala.util.Using.resource(Files.walk(folder))(_.filter(Files.isRegularFile(_)).toList.asScala.toSeq)

  private def remove(folder: Path): Unit =
    scala.util.Using.resource(Files.walk(folder)): all =>
      all.sorted(java.util.Comparator.reverseOrder[Path]()).forEach(Files.deleteIfExists(_): Unit)

  /** Whom no search for parts of a cluster helps. */
  private def alone(config: JGroupsConfig) = config.copy(mergeEvery = 1.hour)

  test("at the ports after the one that is given, also where no node has that one"):
    def at(port: Int, range: Int) =
      val next = alone(config)
      next.copy(port = next.port + port, portRange = range)
    // somebody else has the first port, so that each node finds itself alone there
    val other = at(0, 0)
    val taken = ServerSocket(other.port, 1, InetAddress.getByName(other.bind))
    atEnd(taken.close())
    val one = Member(at(1, 4).copy(joinWithin = 300.millis)).up()
    val two = Member(at(2, 3)).up()
    talk(one, two)

  test("when the node at the port that is given comes back"):
    val one = Member(alone(config).copy(portRange = 0)).up()
    val two = Member(alone(config)).up()
    two.sees(2)
    val positions = one.publish("kept-1", "before")
    TestCluster.crash(one.mediator)
    two.sees(1)
    two.publish("kept-1", "meanwhile"): Unit
    // the first answer to it may go to the dead one, whose port it has; then it asks again
    val again = Member(alone(config).copy(joinWithin = 10.seconds)).up()
    assertEquals(again.texts("kept-1"), Vector("before", "meanwhile"))
    assert(again.read("kept-1", Some(positions.head)).complete)
    talk(again, two)

  test("by a folder; one that died and left its address there is harmless"):
    val folder = Files.createTempDirectory("eddy-jgroups")
    // before the nodes of this test, and so after their end
    atEnd(remove(folder))
    def inFolder() = config.copy(discovery = Discovery.Folder(folder))
    val dead = Member(inFolder()).up()
    until("it has left its address")(files(folder).nonEmpty)
    TestCluster.crash(dead.mediator)
    val one = Member(inFolder().copy(joinWithin = 1.second)).up()
    val two = Member(inFolder()).up()
    talk(one, two)

  test("beside connections to its port that are silent, or send part of a node's greeting"):
    val first = alone(config)
    val one = Member(first).up()
    val silent = Seq.fill(100)(Socket(first.bind, first.port))
    atEnd(silent.foreach(_.close()))
    silent.foreach(_.getOutputStream.nn.write("bela".getBytes))
    // with half a second for each of those before it, it would be alone
    val two = Member(alone(config).copy(joinWithin = 5.seconds)).up()
    talk(one, two)

  test("a node that expects another one is up when it sees it, and stays up when that one goes"):
    val one = Member(config.copy(expects = 2))
    until("it is the first")(TestCluster.members(one.mediator) == 1)
    assert(!one.started.isCompleted)
    one.mediator.state match
      case MediatorState.Down(why, _) => assertEquals(why, "sees 1 of 2 nodes (expects)")
      case other => fail(s"$other")
    val two = Member(config).up()
    one.up()
    talk(one, two)
    TestCluster.crash(two.mediator)
    one.sees(1)

  test("by a name that has their addresses"):
    def byName() = config.copy(discovery = Discovery.Dns("localhost"))
    val one = Member(byName()).up()
    talk(one, Member(byName()).up())
end DiscoverySuite
