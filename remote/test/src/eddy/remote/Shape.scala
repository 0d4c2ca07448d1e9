package eddy.remote

import java.lang.Double.{doubleToRawLongBits, longBitsToDouble}
import scala.util.Random

/** A random type, its values and its pickler: what an application could have declared. Values of classes are
  * vectors of their fields, values of cases have the name of the case, doubles are their bits: a NaN equals
  * itself.
  */
enum Shape:
  case OfUnit, OfBoolean, OfByte, OfShort, OfInt, OfLong, OfDouble, OfString
  case OfOption(of: Shape)
  case OfSequence(of: Shape)
  case OfSet(of: Shape)
  case OfMap(key: Shape, of: Shape)
  case OfPair(first: Shape, second: Shape)
  case OfClass(name: String, fields: Vector[Shape.Field])
  case OfEnum(name: String, cases: Vector[(String, OfClass)])
  case OfShared(of: Shape)

object Shape:
  final case class Field(
      name: String,
      shape: Shape,
      default: Option[Any] = None,
      former: Vector[String] = Vector.empty
  )

  final case class Chosen(name: String, value: Any)

  private val simple = Vector(OfUnit, OfBoolean, OfByte, OfShort, OfInt, OfLong, OfDouble, OfString)
  private val keys = Vector(OfByte, OfShort, OfInt, OfLong, OfString)

  def random(depth: Int)(using random: Random): Shape =
    def below = Shape.random(depth - 1)
    if depth == 0 then pick(simple)
    else
      random.nextInt(10) match
        case 0 => OfOption(below)
        case 1 => OfSequence(below)
        case 2 => OfSet(pick(keys))
        case 3 => OfMap(pick(keys), below)
        case 4 => OfPair(below, below)
        case 5 => OfShared(below)
        case 6 | 7 => randomClass(s"C${random.nextInt(4)}", depth)
        case 8 =>
          val names = random.shuffle(Vector("A", "B", "C", "D")).take(1 + random.nextInt(4))
          OfEnum(s"E${random.nextInt(4)}", names.map(n => n -> randomClass(n, depth)))
        case _ => pick(simple)

  def randomClass(name: String, depth: Int)(using random: Random): OfClass =
    val names = random.shuffle(Vector("a", "b", "c", "d", "e")).take(random.nextInt(5))
    OfClass(name, names.map(n => randomField(n, depth)))

  def randomField(name: String, depth: Int)(using random: Random): Field =
    val shape = Shape.random(depth - 1)
    Field(name, shape, Option.when(random.nextInt(3) == 0)(value(shape)))

  def pick[A](from: Vector[A])(using random: Random): A = from(random.nextInt(from.size))

  extension (shape: Shape)
    def value(using random: Random): Any =
      def many(of: Shape) = Vector.fill(random.nextInt(4))(of.value)
      shape match
        case OfUnit => ()
        case OfBoolean => random.nextBoolean()
        case OfByte => random.nextInt().toByte
        case OfShort => (random.nextInt() >> random.nextInt(32)).toShort
        case OfInt => random.nextInt() >> random.nextInt(32)
        case OfLong => random.nextLong() >> random.nextInt(64)
        case OfDouble => doubleToRawLongBits(random.nextGaussian())
        case OfString => Seq.fill(random.nextInt(5))(pick(Vector("a", "Z", "ß", "語", "🙂"))).mkString
        case OfOption(of) => Option.when(random.nextBoolean())(of.value)
        case OfSequence(of) => many(of)
        case OfSet(of) => many(of).toSet
        case OfMap(key, of) => many(key).map(_ -> of.value).toMap
        case OfPair(a, b) => (a.value, b.value)
        case OfClass(_, fields) => fields.map(_.shape.value)
        case OfEnum(_, cases) =>
          val (name, of) = pick(cases)
          Chosen(name, of.value)
        case OfShared(of) => of.value
    end value

    /** A new one at each call, as two releases have it. */
    def pickler: Pickler[Any] =
      val made = shape match
        case OfUnit => Pickler.unit
        case OfBoolean => Pickler.boolean
        case OfByte => Pickler.byte
        case OfShort => Pickler.short
        case OfInt => Pickler.int
        case OfLong => Pickler.long
        case OfDouble => Pickler.double.wrap(doubleToRawLongBits)(longBitsToDouble)
        case OfString => Pickler.string
        case OfOption(of) => Pickler.option(of.pickler)
        case OfSequence(of) => Pickler.vector(of.pickler)
        case OfSet(of) => Pickler.set(of.pickler)
        case OfMap(key, of) => Pickler.map(key.pickler, of.pickler)
        case OfPair(a, b) => Pickler.pair(a.pickler, b.pickler)
        case OfClass(name, fields) => ClassPickler(name, fields)
        case OfEnum(name, cases) => EnumPickler(name, cases)
        case OfShared(of) => of.pickler.sharedByValue
      made.asInstanceOf[Pickler[Any]]
  end extension

  /** As the macro makes it. */
  private final class ClassPickler(name: String, fields: Vector[Field])
      extends Derived.Product[Vector[Any]](
        name,
        fields.map(f => Derived.name(f.name, f.default.nonEmpty, f.former*))*
      ):
    def makeFields: Array[Pickler[?]] = fields.map(_.shape.pickler).toArray
    def writeFields(value: Vector[Any], out: PickleOutput): Unit =
      var i = 0
      try
        while i < fields.size do
          writeField(i, value(i), out)
          i += 1
      catch case cause: Throwable => throw failure(i, cause)
    def readFields(in: PickleInput): Vector[Any] =
      var values = Vector.empty[Any]
      try
        while values.size < fields.size do values = values :+ readField(values.size, in)
        values
      catch case cause: Throwable => throw failure(values.size, cause)
    def make(values: Array[Any]): Vector[Any] = values.toVector
    def default(i: Int): Any = fields(i).default.get
  end ClassPickler

  private final class EnumPickler(name: String, cases: Vector[(String, OfClass)])
      extends Derived.Sum[Chosen](name, cases.map(c => Derived.name(c(0), false))*):
    def makeCases: Array[Pickler[? <: Chosen]] =
      cases.map((name, of) => of.pickler.wrap(Chosen(name, _))(_.value)).toArray
    def caseOf(value: Chosen): Int = cases.indexWhere(_(0) == value.name)
end Shape
