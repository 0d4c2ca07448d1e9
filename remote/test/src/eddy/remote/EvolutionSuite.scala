package eddy.remote

import eddy.testing.PatientSuite

/** Two releases of one program: `Old` writes, `New` reads. */
class EvolutionSuite extends PatientSuite:
  private def reader[A: Pickler, B: Pickler]: PickleReader[B] =
    Pickler.reader[B](Pickler.schema[A]).fold(problem => fail(problem.toString), identity)

  private def evolves[A: Pickler, B: Pickler](written: A, read: B)(using munit.Location): Unit =
    assertEquals(reader[A, B].read(Pickler.write(written)), Right(read))

  private def incompatible[A: Pickler, B: Pickler](reason: String, path: String)(using munit.Location): Unit =
    Pickler.reader[B](Pickler.schema[A]) match
      case Left(problem) => assertEquals((problem.reason, problem.path), (reason, path))
      case Right(_) => fail("compatible")

  test("equal schemas are read by position"):
    assert(Pickler.reader[Person](Pickler.schema[Person]).toOption.get eq Pickler[Person])

  test("fields are found by name: reordered, removed, new ones with a default"):
    object Old:
      final case class User(name: String, age: Int, tags: List[String], mail: Option[String]) derives Pickler
    object New:
      final case class User(mail: Option[String], name: String, admin: Boolean = false, note: String = "none")
          derives Pickler
    evolves(Old.User("Ann", 3, List("x", "y"), Some("m")), New.User(Some("m"), "Ann"))

  test("a default is computed for each value"):
    object Old:
      final case class Note(text: String) derives Pickler
    object New:
      var made = 0
      def next(): Int =
        made += 1
        made
      final case class Note(text: String, number: Int = next()) derives Pickler
    val notes = reader[Old.Note, New.Note]
    val bytes = Pickler.write(Old.Note("a"))
    assertEquals(notes.read(bytes), Right(New.Note("a", 1)))
    assertEquals(notes.read(bytes), Right(New.Note("a", 2)))

  test("a missing field without a default makes the type incompatible"):
    object Old:
      final case class Line(price: Long) derives Pickler
      final case class Bill(lines: List[Line]) derives Pickler
    object New:
      final case class Line(price: Long, count: Int) derives Pickler
      final case class Bill(lines: List[Line]) derives Pickler
    incompatible[Old.Bill, New.Bill]("the field is missing in Line and has no default", "lines.count")
    val text = Pickler.reader[New.Bill](Pickler.schema[Old.Bill]).left.toOption.get.toString
    for part <- Seq("lines.count", "missing in Line", "price: long", "count: int") do
      assert(clue(text).contains(part))

  test("only integers are widened"):
    evolves[Byte, Long](-5, -5L)
    evolves[Short, Int](-300, -300)
    evolves[Int, Long](Int.MinValue, Int.MinValue.toLong)
    val longs = reader[List[Int], Array[Long]].read(Pickler.write(List(1, -1)))
    assertEquals(longs.map(_.toList), Right(List(1L, -1L)))
    incompatible[Long, Int]("long instead of int", "")
    incompatible[Float, Double]("float instead of double", "")
    incompatible[String, Int]("string instead of int", "")
    incompatible[(Int, String), (Int, Int)]("string instead of int", "_2")
    incompatible[(Int, Int), (Int, Int, Int)]("tuple instead of tuple of 3", "")

  test("lists, vectors and arrays have one form, and so have wrapped types"):
    evolves[List[Int], Vector[Int]](List(1), Vector(1))
    assertEquals(Pickler.schema[List[Int]], Pickler.schema[Vector[Int]])
    assertEquals(Pickler.schema[Secret], Pickler.schema[String])

  test("a new case does not concern the others; a value of it is unreadable"):
    object Old:
      enum Event derives Pickler:
        case Moved(x: Int, y: Int)
        case Gone
    object New:
      enum Event derives Pickler:
        case Gone
        case Named(name: String)
        case Moved(y: Int, x: Int, speed: Double = 1)
    evolves[Old.Event, New.Event](Old.Event.Moved(1, 2), New.Event.Moved(2, 1, 1.0))
    evolves[Old.Event, New.Event](Old.Event.Gone, New.Event.Gone)
    assertEquals(reader[Old.Event, New.Event].unreadableCases, Nil)
    val back = reader[New.Event, Old.Event]
    assertEquals(back.read(Pickler.write[New.Event](New.Event.Moved(2, 1))), Right(Old.Event.Moved(1, 2)))
    assertEquals(
      back.read(Pickler.write[New.Event](New.Event.Named("n"))),
      Left(Unreadable("this release has no case Named", "Named", 1))
    )
    assertEquals(back.unreadableCases, Seq("Event.Named: this release has no case Named"))

  test("a case that became incompatible leaves the others readable"):
    object Old:
      enum Event derives Pickler:
        case A(n: Int)
        case B(s: String)
    object New:
      enum Event derives Pickler:
        case A(n: String)
        case B(s: String)
    val events = reader[Old.Event, New.Event]
    assertEquals(events.read(Pickler.write[Old.Event](Old.Event.B("b"))), Right(New.Event.B("b")))
    assertEquals(
      events.read(Pickler.write[Old.Event](Old.Event.A(1))).left.map(_.reason),
      Left("n: int instead of string")
    )
    assertEquals(events.unreadableCases, Seq("Event.A: n: int instead of string"))

  test("a renamed field or case is found by the name that it was"):
    object Old:
      enum Event derives Pickler:
        case Buy(amount: Int, number: Long)
        case Sell
    object New:
      enum Event derives Pickler:
        @was("Buy") case Bought(@was("n") @was("number") id: Long, @was("amount") quantity: Int)
        @was("Sell") case Sold
    evolves[Old.Event, New.Event](Old.Event.Buy(3, 7L), New.Event.Bought(7L, 3))
    evolves[Old.Event, New.Event](Old.Event.Sell, New.Event.Sold)

  test("a field may take over the name that another one had"):
    object Old:
      final case class Pair(a: Int, b: Int) derives Pickler
    object New:
      final case class Pair(b: Int, @was("b") c: Int = 9, a: Int) derives Pickler
    evolves(Old.Pair(1, 2), New.Pair(2, 9, 1))

  test("recursive types evolve"):
    object Old:
      enum Tree derives Pickler:
        case Leaf(n: Int)
        case Fork(left: Tree, right: Tree)
    object New:
      enum Tree derives Pickler:
        case Many(all: List[Tree])
        case Fork(right: Tree, left: Tree, depth: Int = 0)
        case Leaf(n: Long)
    evolves[Old.Tree, New.Tree](
      Old.Tree.Fork(Old.Tree.Leaf(1), Old.Tree.Leaf(2)),
      New.Tree.Fork(New.Tree.Leaf(2L), New.Tree.Leaf(1L))
    )

  test("a skipped field may hold the first occurrence of a shared part"):
    object Old:
      val text = Pickler.string.shared
      final case class Two(a: List[String], b: String, c: String)
      given Pickler[Two] =
        given Pickler[String] = text
        Pickler.derived[Two]
    object New:
      val text = Pickler.string.shared
      final case class Two(c: String, b: String)
      given Pickler[Two] =
        given Pickler[String] = text
        Pickler.derived[Two]
    val x = "abc"
    val bytes = Pickler.write(Old.Two(List("z", x), x, x))
    val read = reader[Old.Two, New.Two].read(bytes)
    assertEquals(read, Right(New.Two("abc", "abc")))
    assert(read.exists(two => two.b eq two.c))

  test("sharing may be added and removed"):
    val plain = Pickler.list(Pickler.string)
    val shared = Pickler.list(Pickler.string.sharedByValue)
    for (writer, reader) <- Seq((plain, shared), (shared, plain)) do
      assertNotEquals(writer.schema, reader.schema)
      val read = reader.reader(writer.schema).toOption.get.read(writer.write(List("a", "b", "a")))
      assertEquals(read, Right(List("a", "b", "a")))

  test("the place of a failure is named by the writer's fields"):
    object Old:
      final case class User(first: String, gone: List[Boolean]) derives Pickler
    object New:
      final case class User(@was("first") name: String) derives Pickler
    val users = reader[Old.User, New.User]
    assertEquals(users.read(Array[Byte](0, 2, 1, 7)), Left(Unreadable("7 is no Boolean", "gone", 3)))
end EvolutionSuite
