package eddy.bench.abuse

class AbuseRowSuite extends eddy.testing.PatientSuite:
  private def row(served: Int, failed: Int, heap: Option[Long]) =
    val visits = Visits(Vector.fill(served)(1.0), if failed == 0 then Map.empty else Map("503" -> failed))
    AbuseRow(Attacks.all.head, 1, Tally(), visits, heap, None, None, Nil)

  private val cases = Seq(
    ("everybody is served", row(20, 0, Some(100)), 0),
    ("one visitor of twenty is not served", row(19, 1, Some(100)), 0),
    ("one visitor of two", row(1, 1, Some(100)), 0),
    ("three visitors of twenty", row(17, 3, Some(100)), 1),
    ("nobody is served", row(0, 5, Some(100)), 1),
    ("the heap is full after a collection", row(20, 0, Some(900)), 1),
    ("no collection", row(20, 0, None), 0),
    ("both", row(0, 5, Some(900)), 2)
  )

  for (name, row, faults) <- cases do
    test(s"$name: ${if faults == 0 then "the server held" else s"faults: $faults"}"):
      assertEquals(row.faults(heapLimit = Some(1000)).size, faults)

  test("the server's counters say how many requests it refused meanwhile"):
    val before = Refusals.parse("eddy_http_refused_total{reason=\"own\"} 2.0\neddy_requests_count 5.0\n")
    val after =
      Refusals.parse("eddy_http_refused_total{reason=\"own\"} 7.0\neddy_connections_idle_closed_total 1.0\n" +
        "eddy_engine_spares_called_total{reason=\"computing\"} 3.0\n")
    assertEquals(
      Refusals.between(before, after),
      Seq(
        "connections_idle_closed 1",
        "engine_spares_called{reason=\"computing\"} 3",
        "http_refused{reason=\"own\"} 5"
      )
    )
end AbuseRowSuite
