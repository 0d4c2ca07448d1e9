package eddy.launcher

/** What `./eddy serve` says at its end, and its exit code: `StopSignalsSuite` has what becomes of that. */
class ServeEndSuite extends eddy.testing.PatientSuite:
  private val cut = "what did not end in time (eddy.drain) was cut off"
  private val connections = "connections that did not end in time (eddy.drain) were cut off: 2"
  private val orders = "orders and cancellations that were not stored in the database in time are lost: 3"

  private val rows = Seq(
    ("a stop in order", Service.End(isWhole = true, 0, 0), None, "."),
    ("what did not end in time", Service.End(isWhole = false, 0, 0), None, s"; $cut."),
    ("connections", Service.End(isWhole = true, 2, 0), None, s"; $connections."),
    ("connections, and their actors", Service.End(isWhole = false, 2, 0), None, s"; $connections."),
    ("lost orders", Service.End(isWhole = true, 0, 3), Some(1), s"; $orders."),
    ("lost orders and connections", Service.End(isWhole = false, 2, 3), Some(1), s"; $connections; $orders.")
  )

  test("a line tells that another signal has cut the stop short, and what is lost by that"):
    assertEquals(Serve.cutShort(0), "Another signal has ended Eddy before its stop was over.")
    assert(Serve.cutShort(217).endsWith("are lost: 217."))

  for (name, end, code, line) <- rows do
    test(s"the last line and the exit code tell: $name"):
      assertEquals((Serve.exitCode(end), Serve.ending(end)), (code, s"Eddy has stopped$line"))
end ServeEndSuite
