package eddy.house

import eddy.testing.PatientSuite

class KnotsSuite extends PatientSuite:
  test("packages that need each other are a finding"):
    val found = Knots.packages("m", Planted.circle(Seq("p.a.A", "p.b.B", "p.c.C")))
    assertEquals(found.map(_.size), Seq(3))
    assert(clue(found.head.text).contains("p.a.A -> p.b.B"))

  test("a public package and its own internal package may need each other"):
    assertEquals(Knots.packages("m", Planted.circle(Seq("p.A", "p.internal.B"))), Nil)

  test("a public package and the internal package of another one may not need each other"):
    assertEquals(Knots.packages("m", Planted.circle(Seq("p.A", "q.internal.B"))).map(_.size), Seq(2))

  test("a public package and the packages below its own internal package may need each other"):
    val classes = Planted.circle(Seq("p.A", "p.internal.x.B")) ++
      Seq(Planted.classFile("p.internal.y.C", Seq("p.A", "p.internal.x.B")))
    assertEquals(Knots.packages("m", classes), Nil)

  test("packages below an internal package that need each other are a finding"):
    val found = Knots.packages("m", Planted.circle(Seq("p.internal.x.B", "p.internal.y.C")))
    assertEquals(found.map(_.size), Seq(2))

  test("a package beside that the public one needs, and that needs its internal package, is a finding"):
    val classes = Seq(
      Planted.classFile("p.A", Seq("p.spi.S")),
      Planted.classFile("p.spi.S", Seq("p.internal.B")),
      Planted.classFile("p.internal.B", Seq("p.A"))
    )
    assertEquals(Knots.packages("m", classes).map(_.size), Seq(2))

  test("packages in layers are fine"):
    val layers =
      Seq(Planted.classFile("p.a.A", Seq("p.b.B", "p.c.C")), Planted.classFile("p.b.B", Seq("p.c.C")))
    assertEquals(Knots.packages("m", layers :+ Planted.classFile("p.c.C")), Nil)

  test("nine types that need each other are a finding"):
    val found = Knots.types("m", Planted.circle((1 to 9).map(i => s"p.T$i")))
    assertEquals(found.map(_.size), Seq(9))

  test("eight types may need each other"):
    assertEquals(Knots.types("m", Planted.circle((1 to 8).map(i => s"p.T$i"))), Nil)

  test("a nested class and a companion belong to the top-level type"):
    val nine = Planted.circle((1 to 8).flatMap(i => Seq(s"p.T$i", s"p.T$i$$Part$$")))
    assertEquals(Knots.types("m", nine), Nil)

  test("a class file tells types of generic signatures"):
    val facts =
      ClassFacts.in(java.nio.file.Path.of(getClass.getProtectionDomain.getCodeSource.getLocation.toURI))
    val own = facts.find(_.name == "eddy.house.Generic").get
    assert(clue(own.references).contains("eddy.house.Argument"))
    assertEquals(own.source, "KnotsSuite.scala")
end KnotsSuite

private final class Argument
private abstract class Generic:
  def arguments: List[Argument]
