package eddy.remote.internal.record

import eddy.actor.{DeadLetter, ExitReason}
import eddy.testing.PatientSuite

/** Reasons and exceptions on their way to another node. */
class ReasonsSuite extends PatientSuite:
  test("every reason of a dead letter is the same one at the other node"):
    for reason <- DeadLetter.Reason.values do assertEquals(Reasons.fromWire(Reasons.toWire(reason)), reason)

  private final class Broken extends RuntimeException:
    override def getMessage: String = throw IllegalStateException("no message")
    override def getCause: Throwable = throw IllegalStateException("no cause")
    override def getStackTrace: Array[StackTraceElement] = throw IllegalStateException("no stack")
    override def toString: String = throw IllegalStateException("no text")

  private final class Endless:
    override def toString: String = s"${this}!"

  test("an exception whose methods throw is sent with what they throw"):
    Reasons.toWire(ExitReason.Failed(new Broken)) match
      case WireReason.Failed(failure) =>
        assertEquals(failure.className, classOf[Broken].getName)
        assertEquals(failure.message, Some("its getMessage threw java.lang.IllegalStateException"))
        assertEquals(failure.frames, Vector.empty)
        assertEquals(failure.cause, None)
      case other => fail(s"$other")

  test("a reason whose toString throws, or does not end, is sent as its class"):
    assertEquals(
      Reasons.toWire(ExitReason.Because(new Broken)),
      WireReason.Because(s"a ${classOf[Broken].getName} whose toString threw java.lang.IllegalStateException")
    )
    assertEquals(
      Reasons.toWire(ExitReason.Because(new Endless)),
      WireReason.Because(s"a ${classOf[Endless].getName} whose toString threw java.lang.StackOverflowError")
    )
end ReasonsSuite
