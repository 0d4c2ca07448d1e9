package eddy.bench.actors

import eddy.testing.{Need, NeedingSuite}

import java.lang.ProcessBuilder.Redirect
import java.nio.file.{Files, Path}
import java.util.Comparator
import scala.jdk.CollectionConverters.*

/** A peer that `bench/peers/build` makes a program of. */
abstract class PeerProgram(peer: String) extends NeedingSuite(s"$peer-peer"):
  private lazy val folder = Files.createTempDirectory(s"eddy-$peer").nn

  override def beforeAll(): Unit =
    super.beforeAll()
    val build = s"${System.getenv("EDDY_CHECKOUT")}/bench/peers/build"
    val told = output(Seq(build, folder.toString, peer), Nil)
    assert(clue(told.mkString("; ")).startsWith(s"$peer: built, "))

  override def afterAll(): Unit =
    Files.walk(folder).nn.sorted(Comparator.reverseOrder[Path]).nn.forEach(Files.delete(_))

  protected def talk(words: Seq[String], lines: Seq[String]): Seq[String] =
    output(folder.resolve(peer).toString +: words, lines)

  private def output(command: Seq[String], input: Seq[String]): Seq[String] =
    val process = new ProcessBuilder(command*).redirectError(Redirect.INHERIT).start()
    val stdin = process.outputWriter()
    input.foreach(line => stdin.write(line + "\n"))
    stdin.close()
    val lines = process.inputReader().lines.toList.asScala.toSeq
    assertEquals(process.waitFor(), 0, s"exit code of ${command.mkString(" ")}")
    lines
end PeerProgram

abstract class PeerProgramSuite(peer: String) extends PeerProgram(peer), ContenderChecks:
  test("it says what it cannot do, and goes on"):
    assertEquals(
      talk(Seq("fly", "high=1"), Seq("go 1", "go 1")),
      Seq.fill(2)("error there is no workload fly here")
    )
    assert(clue(talk(Seq("ask", "outstanding=1"), Seq("stop")).head).startsWith("error not understood: stop"))
    assert(clue(talk(Seq("ask", "outstanding=many"), Seq("go 1")).head).startsWith("error "))

  test("it refuses more actors than the memory holds, and lives"):
    val replies = talk(Seq("spawn", "count=1000000000"), Seq("go 1", "go 1"))
    assertEquals(replies.size, 2)
    assert(clue(replies).forall(_.contains("do not fit")))
end PeerProgramSuite

class GoPeerSuite extends PeerProgramSuite("go"):
  private val _ = need(Need.program("apt-get install golang-go", "go"))

class ErlangPeerSuite extends PeerProgramSuite("erlang"):
  private val _ = need(Need.program("apt-get install erlang-base", "erlc"))

  test("a receive by a fresh reference gives the same answer as one by shape"):
    val replies = talk(Seq("selective", "unmatched=100", "ref=1"), Seq("go 10")).map(Reply.parse)
    assertEquals(replies.collect { case Some(done: Reply.Done) => done.answer }, Seq(10L))
end ErlangPeerSuite

class ErlangNodesSuite extends PeerProgram("erlang-nodes"), RemoteChecks:
  override protected def without: Set[String] = Set("footprint")
  private val _ = need(Need.program("apt-get install erlang-base", "erlc"))
