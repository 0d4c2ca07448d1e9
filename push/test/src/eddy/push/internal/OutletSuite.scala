package eddy.push.internal

import scala.collection.mutable
import scala.concurrent.{ExecutionContext, Future, Promise}

/** Which messages go to a service together, and which wait for others. */
class OutletSuite extends eddy.testing.PatientSuite:
  private final class One(val name: String, val sizeBytes: Int, kind: Int, val goesAlone: Boolean)
      extends Outlet.Item[One]:
    private val ofKind = kind
    def goesWith(first: One): Boolean = ofKind == first.ofKind

  /** Five together, or 100 bytes. */
  private final class Service:
    val sent = mutable.ArrayBuffer.empty[String]
    private val answers = mutable.Queue.empty[Promise[Unit]]
    private val outlets = Outlets[One](5, 100, (_, all) => send(all))(using ExecutionContext.parasitic)

    def add(
        names: String,
        bytes: Int = 1,
        kind: Int = 0,
        alone: Boolean = false,
        channel: String = "c"
    ): Unit =
      names.foreach(name => outlets.add(channel, One(name.toString, bytes, kind, alone)))

    /** Answers the oldest that is not answered. */
    def answer(): Unit = answers.dequeue().success(()): Unit

    private def send(all: Vector[One]): Future[Unit] =
      sent += all.map(_.name).mkString
      val answer = Promise[Unit]()
      answers += answer
      answer.future
  end Service

  test("two go at once; later ones wait for one of them, and go together"):
    val service = Service()
    service.add("abcd")
    assertEquals(service.sent.toVector, Vector("a", "b"))
    service.answer()
    assertEquals(service.sent.toVector, Vector("a", "b", "cd"))
    service.add("e")
    service.answer()
    assertEquals(service.sent.toVector, Vector("a", "b", "cd", "e"))

  test("as many as may go together wait for none, and no more go together"):
    val service = Service()
    service.add("abcdefghijklm")
    assertEquals(service.sent.toVector, Vector("a", "b", "cdefg", "hijkl"))
    service.add("n", bytes = 98)
    assertEquals(service.sent.last, "hijkl")
    service.add("o", bytes = 2)
    assertEquals(service.sent.last, "mn")
    service.add("p", bytes = 1000)
    assertEquals(service.sent.takeRight(2).toVector, Vector("o", "p"))

  test("so much is under way at most, whatever waits"):
    val service = Service()
    service.add("x" * 1000)
    assertEquals(service.sent.size, 16)
    service.answer()
    assertEquals(service.sent.size, 17)

  test("a message that does not go with others before it goes after them"):
    val service = Service()
    service.add("ab")
    service.add("cd", kind = 1)
    service.add("ef", kind = 2)
    service.answer()
    assertEquals(service.sent.last, "cd")
    service.answer()
    assertEquals(service.sent.last, "ef")

  test("a message that must go alone waits only for its turn"):
    val service = Service()
    service.add("abc")
    service.add("d", alone = true)
    assertEquals(service.sent.toVector, Vector("a", "b"))
    service.answer()
    assertEquals(service.sent.toVector, Vector("a", "b", "c", "d"))
    service.add("ef", alone = true)
    assertEquals(service.sent.takeRight(2).toVector, Vector("e", "f"))

  test("channels do not wait for each other, and an idle one sends at once"):
    val service = Service()
    service.add("abc")
    service.add("x", channel = "d")
    assertEquals(service.sent.last, "x")
    for _ <- 1 to 4 do service.answer()
    service.add("y", channel = "d")
    service.add("e")
    assertEquals(service.sent.takeRight(3).toVector, Vector("c", "y", "e"))
end OutletSuite
