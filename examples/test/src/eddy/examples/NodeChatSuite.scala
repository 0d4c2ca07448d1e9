package eddy.examples

import eddy.testing.{ChildJvm, FreePort}

import java.util.concurrent.{LinkedBlockingQueue, TimeUnit}

/** The example as a newcomer runs it, in processes of their own. */
class NodeChatSuite extends eddy.testing.PatientSuite:
  private final class Terminal(words: String*):
    private val process =
      new ProcessBuilder(
        ChildJvm.ofTests("eddy.examples.NodeChat" +: words*)*
      ).redirectErrorStream(true).start()
    private val keyboard = process.outputWriter
    private val lines = LinkedBlockingQueue[String]()
    Thread.ofVirtual.start(() => process.inputReader.lines.forEach(line => lines.put(line)))

    def types(line: String): Unit =
      keyboard.write(s"$line\n")
      keyboard.flush()

    /** Reads on until there is such a line. */
    def shows(part: String): Unit =
      Iterator.continually(awaitNext(lines, part)).find(_.contains(part))

    def leaves(): Unit =
      keyboard.close()
      assert(process.waitFor(1, TimeUnit.MINUTES))
      assertEquals(process.exitValue, 0)

    def isKilled(): Unit =
      process.destroyForcibly()
      assert(process.waitFor(1, TimeUnit.MINUTES))

    def ends(): Unit = process.destroyForcibly()
  end Terminal

  test("two terminals talk; a killed one is gone, and reached by its name when it is back"):
    val first = FreePort.any()
    val second = FreePort.any()
    val ann = Terminal("ann", s"$first")
    ann.shows("ann is at port")
    def bobStarts() = Terminal("bob", s"$second", s"$first")
    val bob = bobStarts()
    val all = List.newBuilder[Terminal].addOne(ann).addOne(bob)
    try
      ann.shows("bob is here")
      bob.shows("ann is here")
      // which members the group has is known a moment later, in the same order
      ann.types("@bob hello")
      bob.shows("ann: hello")
      bob.types("hello to all")
      ann.shows("bob: hello to all")
      bob.isKilled()
      ann.shows("bob is gone: Lost")
      ann.types("@carol hello")
      ann.shows("knows no node \"carol\"")

      val again = bobStarts()
      all.addOne(again)
      ann.shows("bob is here")
      ann.types("@bob welcome back")
      again.shows("ann: welcome back")
      again.leaves()
      ann.shows("bob has left")
      ann.leaves()
    finally all.result().foreach(_.ends())
    end try
end NodeChatSuite
