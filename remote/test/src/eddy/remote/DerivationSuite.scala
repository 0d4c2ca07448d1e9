package eddy.remote

import eddy.testing.PatientSuite

import scala.compiletime.testing.typeCheckErrors

final case class Unpicklable(n: Int)

class DerivationSuite extends PatientSuite:
  private def same[A: Pickler](values: A*)(using munit.Location): Unit =
    for value <- values do assertEquals(Pickler.read[A](Pickler.write(value)), Right(value))

  test("a field without a pickler is an error that names type, field and remedy"):
    val errors =
      typeCheckErrors("final case class Holder(n: Int, inner: Unpicklable) derives Pickler").map(_.message)
    assertEquals(
      errors,
      List(
        "A Pickler[Holder] cannot be derived: there is no Pickler[Unpicklable] for the field `inner` of Holder. " +
          "If Unpicklable is a case class, an enum or a sealed trait, add `derives Pickler` to it. Otherwise define a " +
          "given Pickler[Unpicklable], for example with `wrap` of another pickler."
      )
    )

  test("a field of a case is named, too"):
    val errors = typeCheckErrors(
      "enum Holder derives Pickler { case A; case B(inner: List[Unpicklable]) }"
    ).map(_.message)
    assert(
      clue(errors).exists(_.contains("there is no Pickler[List[Unpicklable]] for the field `inner` of B."))
    )

  test("a missing pickler is an error that names the type and the remedy"):
    val errors = typeCheckErrors("Pickler.write(Unpicklable(1))").map(_.message)
    assert(clue(errors).exists(_.startsWith("There is no Pickler[eddy.remote.Unpicklable]")))
    assert(clue(errors).exists(_.contains("add `derives Pickler` to it")))

  test("what cannot be derived is an error with the remedy"):
    def error(errors: List[scala.compiletime.testing.Error]) = errors.map(_.message).mkString
    assert(clue(
      error(typeCheckErrors("class Plain(val n: Int) derives Pickler"))
    ).contains("Plain is no case class"))
    assert(
      clue(error(typeCheckErrors("final case class Hidden private (n: Int) derives Pickler")))
        .contains("the constructor of Hidden is private")
    )

  test("a type of three hundred cases and one of a hundred fields are derived"):
    val cases = Seq(ManyCases.C0, ManyCases.C1(1), ManyCases.C298, ManyCases.C299(299))
    same(cases*)
    assertEquals(Pickler.write(ManyCases.C126).length, 1)
    assertEquals(Pickler.write(ManyCases.C298).length, 2)
    same(ManyFields.of(7))
    assertEquals(Pickler.write(ManyFields.of(7)).length, 100)
    same(ManyMixed.some)
    val reader = Pickler.reader[ManyMixed](Pickler.schema[Reset]).left.map(_.path)
    // the first field without a default
    assertEquals(reader.left.toOption, Some("f1"))

  test("an enum of constants takes a byte"):
    same(Side.Buy, Side.Sell)
    assertEquals(Pickler.write(Side.Sell).toSeq, Seq[Byte](1))
    assert(Pickler.read[Side](Array[Byte](1)).toOption.get eq Side.Sell)

  test("types within an object, a class and a method are derived"):
    final case class Local(n: Int, next: Option[Local]) derives Pickler
    same(Local(1, Some(Local(2, None))))
    same(Outer.Inner(3))
    val outer = new Outer
    import outer.Member
    same(Member("x"))

  test("a generic type needs the picklers of its arguments only"):
    same(Box(1), Box(2))
    same(Box(List(Box("x"))))
    assert(typeCheckErrors("summon[Pickler[Box[Unpicklable]]]").nonEmpty)

  test("a pickler of a field's own is preferred"):
    given Pickler[Int] = Pickler.string.wrap(_.toInt)(_.toString)
    final case class Own(n: Int) derives Pickler
    assertEquals(Pickler.write(Own(12)).toSeq, Seq[Byte](2, '1', '2'))
    same(Own(-1))

  test("several parameters of one field are restored"):
    same(Repeated("a", 1, 2, 3), Repeated("b"))

  test("names that need backquotes are names"):
    same(Quoted(1, 2))
    assert(clue(Pickler.schema[Quoted].text).contains("a b"))

  test("an exception of a constructor is the reason why bytes are unreadable"):
    val read = Pickler.read[Positive](Pickler.write(0))
    assertEquals(read.left.map(_.reason), Left("java.lang.IllegalArgumentException: requirement failed: 0"))
end DerivationSuite

private final case class Reset(f0: Option[String]) derives Pickler

final case class Box[A](value: A) derives Pickler

object Outer:
  final case class Inner(n: Int) derives Pickler

class Outer:
  final case class Member(s: String) derives Pickler

final case class Repeated(a: String, all: Int*) derives Pickler

final case class Quoted(`a b`: Int, `type`: Int) derives Pickler

final case class Positive(n: Int) derives Pickler:
  require(n > 0, n)
