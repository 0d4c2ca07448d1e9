package eddy.testing

import java.io.{ByteArrayOutputStream, PrintStream}

/** What a body prints on standard error, so that a test can look at it and a reader is not alarmed by it. */
object PrintedErrors:
  def of[A](body: => A): (A, String) =
    val printed = ByteArrayOutputStream()
    val before = System.err
    System.setErr(PrintStream(printed))
    try
      val result = body
      (result, printed.toString)
    finally System.setErr(before)
