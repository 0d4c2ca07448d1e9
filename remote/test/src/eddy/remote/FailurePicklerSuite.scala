package eddy.remote

import eddy.testing.PatientSuite

import scala.util.{Failure, Success, Try}

class FailurePicklerSuite extends PatientSuite:
  test("an exception is read with its class, message, stack and causes"):
    val failure = IllegalStateException("outer", RuntimeException("inner"))
    Pickler.read[Throwable](Pickler.write[Throwable](failure)) match
      case Right(read: RemoteFailure) =>
        assertEquals(read.toString, failure.toString)
        assertEquals(read.getMessage, "outer")
        assertEquals(read.frames.take(1), Vector(failure.getStackTrace.apply(0).toString))
        assertEquals(Option(read.getCause).map(_.toString), Some("java.lang.RuntimeException: inner"))
        // and is passed on as it is
        assertEquals(
          Pickler.read[Throwable](Pickler.write[Throwable](read)).map(_.toString),
          Right(failure.toString)
        )
      case other => fail(s"$other")

  test("an attempt is read as its value or its exception"):
    assertEquals(Pickler.read[Try[Int]](Pickler.write[Try[Int]](Success(3))), Right(Success(3)))
    Pickler.read[Try[Int]](Pickler.write[Try[Int]](Failure(IllegalStateException("no")))) match
      case Right(Failure(read: RemoteFailure)) => assertEquals(read.getMessage, "no")
      case other => fail(s"$other")
end FailurePicklerSuite
