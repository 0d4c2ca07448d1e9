package eddy.bench.abuse

import eddy.testing.TestFolder

import java.nio.file.Files
import java.nio.file.StandardOpenOption.APPEND

class HeapLogSuite extends eddy.testing.PatientSuite:
  test("the most that collections left since the last question"):
    val file = TestFolder.make("eddy-heap").resolve("gc.log")
    val heap = HeapLog(file)
    assertEquals(heap.mostLeft(), None)
    val _ = Files.writeString(
      file,
      """[0.1s] Using G1
        |[1.0s] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 75M->25M(128M) 2.345ms
        |[2.0s] GC(1) Concurrent Mark Cycle
        |[3.0s] GC(1) Pause Remark 40M->38M(128M) 1.1ms
        |""".stripMargin
    )
    assertEquals(heap.mostLeft(), Some(38L))
    assertEquals(heap.mostLeft(), None)
    val _ = Files.writeString(file, "[4.0s] GC(2) Pause Full (System.gc()) 80M->12M(128M) 9.9ms\n", APPEND)
    assertEquals(heap.mostLeft(), Some(12L))
