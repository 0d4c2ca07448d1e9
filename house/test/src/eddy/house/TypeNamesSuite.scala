package eddy.house

import eddy.testing.PatientSuite

class TypeNamesSuite extends PatientSuite:
  private def repeated(declarations: (String, String)*) =
    val sources = declarations.zipWithIndex.map:
      case ((name, text), i) => Planted.source(s"m$i/src/File$i.scala", s"package $name\n\n$text\n")
    TypeNames.repeated(sources).map(f => (f.key, f.text))

  test("two public types of one name are a finding for each"):
    val found = repeated("a" -> "final case class Feed(n: Int)", "b" -> "sealed trait Feed:\n  def n: Int")
    assertEquals(found, Seq(("Feed", "a.Feed"), ("Feed", "b.Feed")))

  test("a class and its companion are one type"):
    assertEquals(repeated("a" -> "final class Feed\nobject Feed"), Nil)

  test("private types, nested types and types of internal packages are not public"):
    val hidden = Seq(
      "b" -> "private[b] final class Feed",
      "c" -> "object Outer:\n  class Feed",
      "d.internal" -> "class Feed"
    )
    assertEquals(repeated((hidden :+ ("a" -> "class Feed"))*), Nil)

  test("an alias counts as a type"):
    assertEquals(
      repeated("a" -> "opaque type Id = Long", "b" -> "enum Id:\n  case A").map(_(0)),
      Seq("Id", "Id")
    )

  test("a declaration in a comment or a string does not count"):
    assertEquals(
      repeated("a" -> "class Feed", "b" -> "/*\nclass Feed\n*/\nval s = \"\"\"\nclass Feed\"\"\""),
      Nil
    )
end TypeNamesSuite
