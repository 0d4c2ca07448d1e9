package eddy.remote

import eddy.remote.internal.Evolution
import eddy.remote.internal.schema.{Kind, Label, NodesText, SchemaType}
import eddy.testing.{PatientSuite, TestLength, TimeLimit}

import scala.concurrent.duration.DurationInt
import scala.util.Random

/** Schemas that no release of a program has, and bytes of them. The work is counted in steps, not in time.
  * The long form tries ten million: `EDDY_TEST_ALL=1 ./mill remote.test.testOnly
  * eddy.remote.HostileSchemaSuite`.
  */
class HostileSchemaSuite extends PatientSuite:
  override def timeLimit: TimeLimit = TimeLimit(60.minutes, "Its long form reads ten million inputs.")

  private val inputs = TestLength.rounds(100_000, 10_000_000)

  private def product(name: String, children: Int*) =
    SchemaType(
      Kind.Product,
      name,
      children.indices.map(i => Label(s"f$i")).toVector,
      children.toVector
    )
  private def sum(name: String, children: Int*) = product(name, children*).copy(kind = Kind.Sum)
  private def unnamed(kind: Kind, children: Int*) = SchemaType(kind, children = children.toVector)

  /** As another node sends it. */
  private def sent(nodes: Vector[SchemaType]): (Schema, Array[Byte]) =
    val bytes = Schema.of(nodes).toBytes
    (Schema.read(bytes).fold(problem => fail(s"$problem"), identity), bytes)

  /** Steps to read the schema. */
  private def workOf(bytes: Array[Byte]): Long =
    val in = PickleInput(bytes, 0, bytes.length)
    val _ = PickleReader.attempt(in)(internal.SchemaFormat.read(in))
    in.work

  /** A value of the type is read as a class without fields: it is dropped. Returns the steps. */
  private def skipped(nodes: Vector[SchemaType], bytes: Array[Byte]): (Either[Unreadable, Unit], Long) =
    val holder = product("Empty", 1)
    val shifted = nodes.map(n => n.copy(children = n.children.map(_ + 1)))
    val (schema, _) = sent(holder +: shifted)
    val reader = Pickler.reader[Empty](schema).fold(problem => fail(s"$problem"), identity)
    val in = PickleInput(bytes, 0, bytes.length)
    val read = PickleReader.attempt(in)(reader.readFrom(in)).map(_ => ())
    (read, in.work)

  /** A chain of types, each of which has the next one twice. */
  private def doubling(size: Int, kind: Kind, last: SchemaType) =
    Vector.tabulate(size)(i =>
      if kind == Kind.Product then product(s"C$i", i + 1, i + 1) else unnamed(kind, i + 1, i + 1)
    ) :+ last

  test("the text of a schema is not much longer than its bytes"):
    val bombs = Vector(
      doubling(200, Kind.Tuple, unnamed(Kind.Int)),
      doubling(200, Kind.Either, unnamed(Kind.Int)),
      Vector.tabulate(20_000)(i => unnamed(Kind.Option, math.min(i + 1, 20_000))) :+ unnamed(Kind.Int),
      // each of them contains all of them
      Vector.tabulate(60)(i => unnamed(Kind.Tuple, ((0 until 60) ++ Seq.fill(i)(0))*)),
      product("x" * 20_000, Seq.tabulate(2000)(_ => 0)*) +: Vector.empty,
      Vector.fill(100)(unnamed(Kind.Tuple, Seq.fill(21)(100)*)) :+ product("long" * 30)
    )
    for (bomb, i) <- bombs.zipWithIndex do
      val (schema, bytes) = sent(bomb)
      assert(clue(schema.text.length) <= NodesText.charsPerByte * clue(bytes.length), i)

  test("a schema is read in a number of steps that its bytes justify"):
    val size = 20_000
    val bombs = Vector(
      // types that differ only at the end of a long chain
      Vector.tabulate(size)(i => unnamed(Kind.Option, i + 1)) :+ unnamed(Kind.Int),
      Vector.tabulate(size)(i => unnamed(Kind.Tuple, i + 1, i + 1)) :+ unnamed(Kind.Int),
      // two such chains
      unnamed(Kind.Tuple, 1, size + 1) +:
        (Vector.tabulate(size)(i => unnamed(Kind.Option, if i == size - 1 then 2 * size + 1 else i + 2)) ++
          Vector.tabulate(size)(i =>
            unnamed(Kind.Option, if i == size - 1 then 2 * size + 2 else size + i + 2)
          )) :+
        unnamed(Kind.Int) :+ unnamed(Kind.Long),
      product("all", (1 to size)*) +: Vector.tabulate(size)(i => product(s"C$i", (i + 1) % size))
    )
    for (bomb, i) <- bombs.zipWithIndex do
      val (_, bytes) = sent(bomb)
      assert(clue(workOf(bytes)) <= 32L * clue(bytes.length), i)

  test("a schema that is not canonical is rejected in as many steps"):
    // all types of the cycle are the same one
    val size = 20_000
    val out = PickleOutput()
    internal.SchemaFormat.write(IArray.tabulate(size)(i => unnamed(Kind.Option, (i + 1) % size)), out)
    assertEquals(Schema.read(out.toArray).left.map(_.reason), Left("the schema is not in its canonical form"))
    assert(clue(workOf(out.toArray)) <= 32L * clue(out.size))

  test("two schemas are compared in a number of steps that the other node's schema justifies"):
    val size = 20_000
    val forks = Vector.tabulate(size)(i => product("Fork", i + 1, i + 1)) :+ product("Fork")
    val labelled = forks.map(n => n.copy(labels = Vector("left", "right").take(n.labels.size).map(Label(_))))
    val (schema, bytes) = sent(labelled)
    val evolution = Evolution(schema.nodes)
    // too many levels
    intercept[Evolution.Mismatch](Pickler[Twin].evolved(evolution, 0)): Unit
    assert(clue(evolution.work) <= 16L * clue(bytes.length))
    assert(clue(Pickler.reader[Twin](schema)).isLeft)

  test("types that are nested too deeply are incompatible"):
    val (schema, _) = sent(Vector.tabulate(3000)(i => unnamed(Kind.Option, i + 1)) :+ unnamed(Kind.Int))
    val deep = Pickler.recursive[Any](self => Pickler.option(self).asInstanceOf[Pickler[Any]])
    assertEquals(
      deep.reader(schema).left.map(_.reason),
      Left("types are nested in more than 400 levels")
    )

  test("a class has no two fields of one name"):
    val twice = SchemaType(Kind.Product, "Twice", Vector(Label("n"), Label("n")), Vector(1, 1))
    val out = PickleOutput()
    internal.SchemaFormat.write(IArray(twice, unnamed(Kind.Int)), out)
    assertEquals(Schema.read(out.toArray).left.map(_.reason), Left("a class has two fields of one name"))

  test("values without a byte are skipped in one step, however many they are"):
    val (units, steps) = skipped(doubling(60, Kind.Tuple, unnamed(Kind.Unit)), Array.empty)
    assertEquals(units, Right(()))
    assert(clue(steps) < 10)
    // a list of 4,000 of them
    val list = unnamed(Kind.Sequence, 1) +: doubling(60, Kind.Product, unnamed(Kind.Unit)).map(n =>
      n.copy(children = n.children.map(_ + 1))
    )
    val out = PickleOutput()
    out.writeUnsigned(4000)
    val (elements, work) = skipped(list, out.toArray)
    assertEquals(elements, Right(()))
    assert(clue(work) < 10)

  test("fields without a byte cost nothing beside those with one"):
    val fields = 5000
    // a list of classes of one Byte and many units
    val wide = Vector(
      unnamed(Kind.Sequence, 1),
      product("Wide", Seq.fill(fields)(2) :+ 3*),
      unnamed(Kind.Unit),
      unnamed(Kind.Byte)
    )
    val bytes = Pickler.write(Vector.fill(5000)(1.toByte))
    val (read, steps) = skipped(wide, bytes)
    assertEquals(read, Right(()))
    assert(clue(steps) <= 4L * bytes.length)

  test("a value whose type contains itself ends, in a number of steps that its bytes justify"):
    val (itself, _) = skipped(Vector(product("Self", 0)), Array.fill(100)(0))
    assertEquals(itself.left.map(_.reason), Left("values of its type never end"))
    val (left, _) = skipped(Vector(product("Left", 0, 1), unnamed(Kind.Byte)), Array.fill(100)(0))
    assertEquals(left.left.map(_.reason), Left("it is nested in more than 3000 levels"))
    val long = 1_000_000
    val (choices, steps) =
      skipped(Vector(sum("Sum", 0, 1), unnamed(Kind.Unit)), Array.fill[Byte](long)(0) :+ 1)
    assertEquals(choices, Right(()))
    assert(clue(steps) <= 3L * long)
    val (options, _) = skipped(Vector(unnamed(Kind.Option, 0)), Array.fill[Byte](long)(1) :+ 0)
    assertEquals(options, Right(()))

  test("shared parts in each other are bounded"):
    val nested = Vector(unnamed(Kind.Shared, 0).copy(name = "0"))
    val (dropped, _) = skipped(nested, Array.fill(100_000)(0))
    assertEquals(dropped.left.map(_.reason), Left("it is nested in more than 3000 levels"))
    val (schema, _) = sent(nested)
    val read = Pickler.reader[Int](schema).map(_.read(Array.fill(100_000)(0)))
    assertEquals(read.map(_.left.map(_.reason)), Right(Left("it is nested in more than 1100 shared parts")))

  /** A graph of any types, as a hostile node could write it. */
  private def randomNodes(using random: Random): Vector[SchemaType] =
    val size = 1 + random.nextInt(12)
    val kinds = Kind.values
    Vector.fill(size):
      val kind = random.nextInt(3) match
        case 0 => random.shuffle(List(Kind.Sum, Kind.Product)).head
        case _ => kinds(random.nextInt(kinds.length))
      val arity = if kind.arity >= 0 then kind.arity else random.nextInt(5)
      val names = random.shuffle(Vector("left", "right", "all", "value", "Leaf", "Fork", "Many")).take(arity)
      SchemaType(
        kind,
        if kind.hasLabels then random.shuffle(List("Fork", "Tree", "M")).head
        else if kind == Kind.Shared then random.nextInt(3).toString
        else "",
        if kind.hasLabels then names.map(Label(_)) else Vector.empty,
        Vector.fill(arity)(random.nextInt(size))
      )

  private def randomBytes(using random: Random): Array[Byte] =
    Array.fill(random.nextInt(40)):
      random.nextInt(4) match
        case 0 => random.nextInt().toByte
        case _ => random.nextInt(3).toByte

  test("random bytes of random types are dropped or unreadable, in a number of steps that they justify"):
    val perSchema = 20
    Seeds.each(math.max(1, inputs / perSchema)): random =>
      given Random = random
      val nodes = randomNodes
      val (schema, bytes) = sent(nodes)
      assert(clue(schema.text.length) <= NodesText.charsPerByte * bytes.length)
      assert(clue(workOf(bytes)) <= 64L * bytes.length, schema)
      for _ <- 0 until perSchema do
        val value = randomBytes
        val (read, steps) = skipped(schema.nodes.toVector, value)
        // the constant part: a type that contains itself is entered up to the bound
        assert(clue(steps) <= 4L * value.length + 3100, s"${value.toSeq} of $schema")
        for problem <- read.left do assert(!clue(problem.reason).contains("Exception"), schema)

  test("random bytes of random types are read by another type, or unreadable"):
    val perSchema = 20
    Seeds.each(math.max(1, inputs / perSchema)): random =>
      given Random = random
      val (schema, _) = sent(randomNodes)
      val own = if random.nextBoolean() then Shape.random(3).pickler else anyTree
      for reader <- own.reader(schema) do
        for _ <- 0 until perSchema do
          val value = randomBytes
          val in = PickleInput(value, 0, value.length)
          val read = PickleReader.attempt(in)(reader.readFrom(in))
          assert(clue(in.work) <= 16L * value.length + 200_000, schema)
          for problem <- read.left do assert(!clue(problem.reason).contains("Exception"), schema)
  private def anyTree = Pickler[Tree[Int]].asInstanceOf[Pickler[Any]]
end HostileSchemaSuite

private final case class Empty() derives Pickler

/** It fits a type of two fields that contain the next such type. */
private final case class Twin(left: Twin, right: Twin) derives Pickler
