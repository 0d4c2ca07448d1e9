package eddy.house

import eddy.testing.PatientSuite

class StructureReportSuite extends PatientSuite:
  private val classes = Seq(
    Planted.classFile("p.A", Seq("p.internal.high.C", "p.spi.S")),
    Planted.classFile("p.spi.S", Seq("p.internal.low.B")),
    Planted.classFile("p.internal.low.B"),
    Planted.classFile("p.internal.high.C", Seq("p.internal.low.B", "p.A"))
  )

  test("packages are listed from below, a public one after its internal ones"):
    val structure = Structure.of("p", classes)
    assertEquals(structure.packages.map(_.name), Seq("internal.low", "spi", "internal.high", "p"))
    assertEquals(
      structure.packages.map(_.uses),
      Seq(
        Nil,
        Seq("internal.low"),
        Seq("internal.low", "p"),
        Seq("internal.high", "spi")
      )
    )

  test("the report says how large the largest group of types is"):
    assertEquals(Structure.of("p", classes).largestGroup, 2)
    assertEquals(Structure.of("p", Seq(Planted.classFile("p.A"))).largestGroup, 1)
    assert(Structure.of("p", classes).text.contains("| `internal.high` | `internal.low`, `p` |"))
end StructureReportSuite
