package eddy.launcher

/** What `./eddy serve` says at its end, and its exit code: `StopSignalsSuite` has what becomes of that. */
class ServeEndSuite extends eddy.testing.PatientSuite:
  private val rows = Seq(
    ("a stop in order", Service.End(isWhole = true, lost = 0), None, "Eddy has stopped."),
    (
      "what did not end in time",
      Service.End(isWhole = false, lost = 0),
      None,
      "Eddy has stopped; what did not end in time (eddy.drain) was cut off."
    ),
    (
      "lost orders",
      Service.End(isWhole = true, lost = 3),
      Some(1),
      "Eddy has stopped; orders and cancellations that were not stored in the database in time are lost: 3."
    ),
    (
      "lost orders, and what did not end in time",
      Service.End(isWhole = false, lost = 1),
      Some(1),
      "Eddy has stopped; orders and cancellations that were not stored in the database in time are lost: 1."
    )
  )

  for (name, end, code, line) <- rows do
    test(s"the last line and the exit code tell: $name"):
      assertEquals((Serve.exitCode(end), Serve.ending(end)), (code, line))
end ServeEndSuite
