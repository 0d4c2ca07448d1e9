package eddy.push.jgroups

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

  test("by a folder; one that died and left its address there is in nobody's way"):
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

  test("by a name that has their addresses"):
    def byName() = config.copy(discovery = Discovery.Dns("localhost"))
    val one = Member(byName()).up()
    talk(one, Member(byName()).up())
end DiscoverySuite
