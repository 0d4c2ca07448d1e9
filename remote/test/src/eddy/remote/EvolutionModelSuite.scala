package eddy.remote

import eddy.remote.Shape.*
import eddy.testing.{PatientSuite, TestLength}

import scala.util.Random

/** Two releases of random types, against a model of what the second one reads of the first one's values. */
class EvolutionModelSuite extends PatientSuite:
  private val rounds = TestLength.rounds(3000, 200_000)

  /** The next release of a type: most often the same with a few changes. */
  private def next(shape: Shape, depth: Int)(using random: Random): Shape =
    if random.nextInt(40) == 0 then Shape.random(2)
    else
      shape match
        case OfByte | OfShort | OfInt if random.nextInt(4) == 0 =>
          pick(Vector(OfByte, OfShort, OfInt, OfLong))
        case OfOption(of) => OfOption(next(of, depth))
        case OfSequence(of) => OfSequence(next(of, depth))
        case OfSet(of) => OfSet(next(of, depth))
        case OfMap(key, of) => OfMap(key, next(of, depth))
        case OfPair(a, b) => OfPair(next(a, depth), next(b, depth))
        case OfShared(of) => if random.nextInt(5) == 0 then next(of, depth) else OfShared(next(of, depth))
        case of: OfClass => nextClass(of, depth)
        case OfEnum(name, cases) =>
          val kept =
            random.shuffle(cases).filter(_ => random.nextInt(6) > 0).map((n, of) => n -> nextClass(of, depth))
          val more =
            if random.nextInt(3) == 0 then Vector("New" -> Shape.randomClass("New", 2)) else Vector.empty
          OfEnum(name, if (kept ++ more).isEmpty then cases else random.shuffle(kept ++ more))
        case other => if random.nextInt(8) == 0 then OfShared(other) else other

  private def nextClass(of: OfClass, depth: Int)(using random: Random): OfClass =
    val kept = random.shuffle(of.fields).filter(_ => random.nextInt(6) > 0).map: field =>
      val shape = next(field.shape, depth)
      val default = Option.when(random.nextBoolean())(shape.value)
      if random.nextInt(6) == 0 then Field(field.name + "2", shape, default, Vector(field.name))
      else Field(field.name, shape, default)
    val more = Vector("x", "y").filter(_ => random.nextInt(4) == 0).map: name =>
      val shape = Shape.random(1)
      Field(name, shape, Option.when(random.nextInt(5) > 0)(shape.value))
    OfClass(of.name, random.shuffle(kept ++ more))

  /** Whether values of `from` fit `to`: not a question of cases. */
  private def fits(from: Shape, to: Shape): Boolean = (from, to) match
    case (OfShared(a), b) => fits(a, b)
    case (a, OfShared(b)) => fits(a, b)
    case (OfOption(a), OfOption(b)) => fits(a, b)
    case (OfSequence(a), OfSequence(b)) => fits(a, b)
    case (OfSet(a), OfSet(b)) => fits(a, b)
    case (OfMap(k, a), OfMap(l, b)) => fits(k, l) && fits(a, b)
    case (OfPair(a, b), OfPair(c, d)) => fits(a, c) && fits(b, d)
    case (OfClass(_, a), OfClass(_, b)) =>
      b.forall(f => sourceOf(f, a, b).fold(f.default.nonEmpty)(i => fits(a(i).shape, f.shape)))
    case (_: OfEnum, _: OfEnum) => true
    case (OfByte, OfShort | OfInt | OfLong) | (OfShort, OfInt | OfLong) | (OfInt, OfLong) => true
    case _ => from.ordinal == to.ordinal && from.productArity == 0

  private def sourceOf(field: Field, written: Vector[Field], read: Vector[Field]): Option[Int] =
    val names = field.name +: field.former.filterNot(n => read.exists(_.name == n))
    names.map(n => written.indexWhere(_.name == n)).find(_ >= 0)

  /** What becomes of a value; None if it holds a case that does not fit. */
  private def converted(value: Any, from: Shape, to: Shape): Option[Any] =
    def all[A](values: Iterable[Any], a: Shape, b: Shape) =
      val each = values.map(converted(_, a, b)).toVector
      Option.when(each.forall(_.nonEmpty))(each.flatten)
    (from, to, value) match
      case (OfShared(a), b, _) => converted(value, a, b)
      case (a, OfShared(b), _) => converted(value, a, b)
      case (OfOption(a), OfOption(b), option: Option[?]) => all(option, a, b).map(_.headOption)
      case (OfSequence(a), OfSequence(b), values: Vector[?]) => all(values, a, b)
      case (OfSet(a), OfSet(b), values: Set[?]) => all(values, a, b).map(_.toSet)
      case (OfMap(k, a), OfMap(l, b), map: Map[?, ?]) =>
        val entries = map.toVector
        for keys <- all(entries.map(_(0)), k, l); values <- all(entries.map(_(1)), a, b)
        yield keys.zip(values).toMap
      case (OfPair(a, b), OfPair(c, d), (x, y)) =>
        for first <- converted(x, a, c); second <- converted(y, b, d) yield (first, second)
      case (OfClass(_, a), OfClass(_, b), values: Vector[?]) =>
        val fields = b.map: field =>
          sourceOf(field, a, b) match
            case Some(i) => converted(values(i), a(i).shape, field.shape)
            case None => field.default
        // a field that nobody reads is skipped, whatever is in it
        Option.when(fields.forall(_.nonEmpty))(fields.flatten)
      case (OfEnum(_, a), OfEnum(_, b), Chosen(name, inner)) =>
        val old = a.find(_(0) == name).get(1)
        b.find(_(0) == name).filter(c => fits(old, c(1))).flatMap(c =>
          converted(inner, old, c(1)).map(Chosen(name, _))
        )
      case (_, OfShort, n: Byte) => Some(n.toShort)
      case (_, OfInt, n: Byte) => Some(n.toInt)
      case (_, OfInt, n: Short) => Some(n.toInt)
      case (_, OfLong, n: Byte) => Some(n.toLong)
      case (_, OfLong, n: Short) => Some(n.toLong)
      case (_, OfLong, n: Int) => Some(n.toLong)
      case _ => Some(value)
    end match
  end converted

  test("the next release reads what the model says"):
    var (read, unreadable, never) = (0, 0, 0)
    Seeds.each(rounds): random =>
      given Random = random
      val old = Shape.random(4)
      val now = (0 to random.nextInt(2)).foldLeft(old)((s, _) => next(s, 3))
      val (writer, reader) = (old.pickler, now.pickler)
      reader.reader(writer.schema) match
        case Left(problem) =>
          assert(!fits(old, now), s"$old\n$now\n$problem")
          never += 1
        case Right(evolved) =>
          assert(fits(old, now), s"$old\n$now")
          for _ <- 0 until 10 do
            val value = old.value
            (evolved.read(writer.write(value)), converted(value, old, now)) match
              case (Right(found), Some(expected)) =>
                assertEquals(found, expected, s"$old\n$now\n$value")
                read += 1
              case (Left(problem), None) =>
                assert(clue(problem.reason).nonEmpty)
                unreadable += 1
              case other => fail(s"$other\n$old\n$now\n$value")
    // the model was tried, in all its branches
    if sys.env.get("EDDY_TEST_SEED").isEmpty then
      assert(clue(read) > rounds && clue(unreadable) > rounds / 50 && clue(never) > rounds / 50)

  test("mutated bytes of another release are read or unreadable"):
    Seeds.each(rounds): random =>
      given Random = random
      val old = Shape.random(4)
      val writer = old.pickler
      for evolved <- next(old, 3).pickler.reader(writer.schema) do
        for _ <- 0 until 20 do
          val bytes = writer.write(old.value)
          for _ <- 0 to random.nextInt(3) if bytes.nonEmpty do
            bytes(random.nextInt(bytes.length)) = random.nextInt().toByte
          for problem <- evolved.read(bytes).left do assert(!clue(problem.reason).contains("Exception"))
end EvolutionModelSuite
