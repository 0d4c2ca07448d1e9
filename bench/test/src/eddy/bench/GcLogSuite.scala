package eddy.bench

class GcLogSuite extends eddy.testing.PatientSuite:
  test("pauses and allocation are read from a log of the JVM; concurrent phases are no pauses"):
    val log = GcLog.parse(
      Seq(
        "[0.010s][info][gc] Using G1",
        "[1.204s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->5M(64M) 2.500ms",
        "[2.001s][info][gc] GC(1) Concurrent Mark Cycle",
        "[2.105s][info][gc] GC(1) Pause Remark 40M->39M(64M) 1.250ms",
        "[2.999s][info][gc] GC(2) Pause Young (Prepare Mixed) (G1 Evacuation Pause) 45M->6M(64M) 0.500ms"
      )
    )
    assertEquals(log, GcLog(3, 4.25, 2.5, 24 + 35 + 6))

  test("a server that never collected has nothing to tell"):
    assertEquals(GcLog.parse(Seq("[0.010s][info][gc] Using G1")), GcLog(0, 0, 0, 0))
