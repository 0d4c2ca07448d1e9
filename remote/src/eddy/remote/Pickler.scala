package eddy.remote

import eddy.actor.ActorRef
import eddy.remote.internal.schema.Kind
import eddy.remote.internal.wire.PickleFailure
import eddy.remote.internal.{
  Choices,
  Collections,
  Description,
  Evolution,
  PartReader,
  PicklerMacro,
  Primitives,
  Tuples,
  Wrapped
}

import java.time.{Duration as JavaDuration, Instant}
import java.util.UUID
import scala.annotation.implicitNotFound
import scala.concurrent.duration.FiniteDuration
import scala.reflect.{ClassTag, TypeTest}
import scala.util.control.NonFatal

/** Writes values as bytes and reads them back: `read(write(a)) == Right(a)`. Any thread may use it.
  *
  * For case classes, enums and sealed traits write `derives Pickler`. For other types make one of the
  * picklers in [[Pickler$ the companion]], for example with [[wrap]].
  */
@implicitNotFound(
  "There is no Pickler[${A}]. If it is a case class, an enum or a sealed trait, add `derives Pickler` to it. Otherwise define a given Pickler[${A}], for example with `wrap` of another pickler."
)
abstract class Pickler[A] private[remote] () extends PickleReader[A]:
  /** Throws an [[UnwritableException]] if the value cannot be written. */
  final def write(value: A): Array[Byte] =
    val out = PickleOutput()
    try writeTo(value, out)
    catch
      case deep: StackOverflowError => throw Pickler.unwritable(deep)
      case NonFatal(cause) => throw Pickler.unwritable(cause)
    out.toArray

  /** The form of its values, to be compared with that of another release. */
  final lazy val schema: Schema =
    val description = Description()
    describe(description): Unit
    Schema.of(description.result)

  /** Reads what a pickler with the schema `writer` wrote, by the names of fields and cases. Make it once and
    * keep it: it compares the schemas.
    *
    *   - A field that this release does not have is skipped.
    *   - A field that the writer does not have gets its default value.
    *   - A smaller integer is widened: Byte, Short, Int, Long in this order.
    *   - A case that this release does not have is [[Unreadable]], see [[PickleReader.unreadableCases]].
    *   - Everything else is incompatible: another type, a missing field without a default.
    */
  final def reader(writer: Schema): Either[IncompatibleSchema, PickleReader[A]] =
    if writer == schema then Right(this)
    else
      val evolution = Evolution(writer.nodes)
      try Right(Pickler.Evolved(evolved(evolution, 0), evolution.losses))
      catch
        case m: Evolution.Mismatch => Left(IncompatibleSchema(m.reason, m.path, writer, schema))
        case _: StackOverflowError =>
          val reason = "types are nested too deeply for the stack of this thread"
          Left(IncompatibleSchema(reason, "", writer, schema))

  /** For a type that holds the same as `A`. An exception of `from` makes the bytes [[Unreadable]]. */
  final def wrap[B](from: A => B)(to: B => A): Pickler[B] = Wrapped.Total(this, from, to)

  /** For a type that does not hold all that `A` does: `from` says why not, and the bytes are
    * [[Unreadable]].
    */
  final def refine[B](from: A => Either[String, B])(to: B => A): Pickler[B] = Wrapped.Mapped(this, from, to)

  /** Writes each object of a message once: where it occurs again, in this pickler value, two or three bytes
    * refer to the first occurrence, and the reader finds one object in both places. Objects are the same if
    * they are identical (`eq`).
    *
    * Define it as a `val`: another value shares nothing with it. Cyclic values cannot be written.
    */
  final def shared: Pickler[A] = Wrapped.Shared(this, byValue = false)

  /** As [[shared]], for objects that are equal (`==`). */
  final def sharedByValue: Pickler[A] = Wrapped.Shared(this, byValue = true)

  /** A case of a [[Pickler.sum]]. */
  final def asCase[B >: A](name: String)(using test: TypeTest[B, A]): Pickler.SumCase[B] =
    Pickler.SumCase(name, this.asInstanceOf[Pickler[? <: B]], value => test.unapply(value).isDefined)

  /** Throws a [[PickleFailure]], or what code of the user throws. */
  private[eddy] def writeTo(value: A, out: PickleOutput): Unit

  /** Adds the type that it writes, and returns its index. */
  private[remote] def describe(description: Description): Int

  /** A reader of a type of the writer. */
  private[remote] def evolve(evolution: Evolution, index: Int): PickleReader[A]

  private[remote] def isShared: Boolean = false

  /** The names of the classes of its values, as far as it knows them: types of one form have different ones.
    *
    * @param depth of types in each other
    * @param isLocal with what has a name in this process only
    */
  private[remote] def classNames(depth: Int, isLocal: Boolean): String = ""

  /** For other nodes. */
  private[remote] final lazy val sentName: String = classNames(Pickler.nameDepth, isLocal = false)

  /** Whether it reads the same bytes as values of the same class. */
  private[remote] final def isLike(other: Pickler[?]): Boolean =
    (this eq other) || schema == other.schema && localName == other.localName

  private final lazy val localName = classNames(Pickler.nameDepth, isLocal = true)

  private[remote] final def evolved(evolution: Evolution, index: Int): PickleReader[A] =
    if evolution.isSame(index, schema.nodes) then this
    else
      evolution.reader(this, index):
        val node = evolution.node(index)
        // another release shares what this one does not
        if node.kind == Kind.Shared && !isShared then PartReader(node, evolved(evolution, node.children(0)))
        else evolve(evolution, index)
end Pickler

/** The picklers of the types of the language and the library. All are found without an import. */
object Pickler extends Collections.General:
  /** For `derives Pickler` at a case class, an enum or a sealed trait. */
  inline def derived[A]: Pickler[A] = ${ PicklerMacro.derived[A] }

  def apply[A](using pickler: Pickler[A]): Pickler[A] = pickler

  /** Throws an [[UnwritableException]] if the value cannot be written. */
  def write[A](value: A)(using pickler: Pickler[A]): Array[Byte] = pickler.write(value)

  def read[A](bytes: Array[Byte])(using pickler: Pickler[A]): Either[Unreadable, A] = pickler.read(bytes)

  def schema[A](using pickler: Pickler[A]): Schema = pickler.schema

  /** See [[Pickler.reader]]. */
  def reader[A](writer: Schema)(using pickler: Pickler[A]): Either[IncompatibleSchema, PickleReader[A]] =
    pickler.reader(writer)

  given unit: Pickler[Unit] = Primitives.OfUnit
  given boolean: Pickler[Boolean] = Primitives.OfBoolean
  given byte: Pickler[Byte] = Primitives.OfByte
  given short: Pickler[Short] = Primitives.OfShort
  given int: Pickler[Int] = Primitives.OfInt
  given long: Pickler[Long] = Primitives.OfLong
  given char: Pickler[Char] = Primitives.OfChar
  given float: Pickler[Float] = Primitives.OfFloat
  given double: Pickler[Double] = Primitives.OfDouble
  given string: Pickler[String] = Primitives.OfString
  given bytes: Pickler[Array[Byte]] = Primitives.OfBytes
  given bigInt: Pickler[BigInt] = Primitives.OfBigInt
  given bigDecimal: Pickler[BigDecimal] = Primitives.OfBigDecimal
  given uuid: Pickler[UUID] = Primitives.OfUuid
  given instant: Pickler[Instant] = Primitives.OfInstant
  given javaDuration: Pickler[JavaDuration] = Primitives.OfJavaDuration
  given duration: Pickler[FiniteDuration] = Primitives.OfDuration

  /** An address travels with the pickler of its messages. It can be written only in messages to other nodes.
    */
  given ofAddress: [M] => (of: Pickler[M]) => Pickler[ActorRef[M]] = Primitives.OfAddress(of)

  /** An address to which the other node can send nothing: it can link and monitor the actor, and compare. */
  given ofAnyAddress: Pickler[ActorRef[?]] =
    Primitives.OfAddress[Any](null).asInstanceOf[Pickler[ActorRef[?]]]

  given ofOption: [A] => (of: Pickler[A]) => Pickler[Option[A]] = option(of)
  given ofEither: [A, B] => (left: Pickler[A], right: Pickler[B]) => Pickler[Either[A, B]] =
    either(left, right)
  given ofList: [A] => (of: Pickler[A]) => Pickler[List[A]] = list(of)
  given ofVector: [A] => (of: Pickler[A]) => Pickler[Vector[A]] = vector(of)
  given ofSet: [A] => (of: Pickler[A]) => Pickler[Set[A]] = set(of)
  given ofMap: [K, V] => (key: Pickler[K], of: Pickler[V]) => Pickler[Map[K, V]] = map(key, of)
  given ofArray: [A: ClassTag] => (of: Pickler[A]) => Pickler[Array[A]] = array(of)
  given ofIArray: [A: ClassTag] => (of: Pickler[A]) => Pickler[IArray[A]] = iarray(of)
  given ofTuple: [A <: NonEmptyTuple] => (parts: TupleParts[A]) => Pickler[A] = Tuples.OfTuple(parts.picklers)

  def option[A](of: Pickler[A]): Pickler[Option[A]] = Choices.OfOption(of)
  def either[A, B](left: Pickler[A], right: Pickler[B]): Pickler[Either[A, B]] = Choices.OfEither(left, right)

  def list[A](of: Pickler[A]): Pickler[List[A]] = Collections.OfSequence(of, List, _.size, _.iterator)
  def vector[A](of: Pickler[A]): Pickler[Vector[A]] = Collections.OfSequence(of, Vector, _.size, _.iterator)

  /** Reads a Vector, whatever was written. */
  def seq[A](of: Pickler[A]): Pickler[Seq[A]] = Collections.OfSequence(of, Vector, _.size, _.iterator)

  /** The order of the elements is not kept. More than 64 with one hash code cannot be written or read. */
  def set[A](of: Pickler[A]): Pickler[Set[A]] = Collections.OfSet(of)

  /** As [[set]], for the keys. */
  def map[K, V](key: Pickler[K], of: Pickler[V]): Pickler[Map[K, V]] = Collections.OfMap(key, of)

  def array[A](of: Pickler[A])(using tag: ClassTag[A]): Pickler[Array[A]] =
    def general: Pickler[Array[A]] = Collections.OfSequence(of, Array, _.length, _.iterator)
    def as[B](pickler: Pickler[Array[B]]) = pickler.asInstanceOf[Pickler[Array[A]]]
    def same[B] = general.asInstanceOf[Pickler[Array[B]]]
    of match
      case Primitives.OfInt => as(Collections.OfInts(same))
      case Primitives.OfLong => as(Collections.OfLongs(same))
      case Primitives.OfDouble => as(Collections.OfDoubles(same))
      case Primitives.OfByte => as(Primitives.OfBytes)
      case _ => general

  def iarray[A: ClassTag](of: Pickler[A]): Pickler[IArray[A]] = array(of).asInstanceOf[Pickler[IArray[A]]]

  def pair[A, B](first: Pickler[A], second: Pickler[B]): Pickler[(A, B)] = tuple((first, second))

  /** From a tuple of picklers: `Pickler.tuple((Pickler.int, Pickler.string, Pickler.long))`. */
  def tuple[P <: Tuple](parts: P)(using Tuple.IsMappedBy[Pickler][P]): Pickler[Tuple.InverseMap[P, Pickler]] =
    Tuples.OfTuple(parts.productIterator.map(_.asInstanceOf[Pickler[Any]]).toArray)

  /** One of several types, for which [[derived]] is not possible: each value is written as the first case
    * that it is an instance of. The order of the cases is part of the format, their names are those of the
    * schema.
    */
  def sum[A](name: String)(cases: SumCase[A]*): Pickler[A] = Choices.ByTest(name, cases.toVector)

  /** For a type that contains itself: `make` receives the pickler that it returns, and does not use it
    * before.
    */
  def recursive[A](make: Pickler[A] => Pickler[A]): Pickler[A] = Wrapped.Later(make)

  /** Made at the first use, for types that need each other. */
  def later[A](pickler: => Pickler[A]): Pickler[A] = Wrapped.Later(_ => pickler)

  /** A case of [[sum]], made by [[Pickler.asCase]]. */
  final class SumCase[A] private[remote] (
      private[remote] val name: String,
      private[remote] val pickler: Pickler[? <: A],
      private[remote] val test: A => Boolean
  )

  /** The picklers of the parts of a tuple. */
  @implicitNotFound("There is no Pickler for a part of the tuple ${A}. Its parts need one each.")
  final class TupleParts[A <: Tuple] private (private[remote] val picklers: Array[Pickler[Any]])

  object TupleParts:
    given none: TupleParts[EmptyTuple] = new TupleParts(Array.empty)
    given more: [A, B <: Tuple] => (first: Pickler[A], rest: TupleParts[B]) => TupleParts[A *: B] =
      new TupleParts(first.asInstanceOf[Pickler[Any]] +: rest.picklers)

  private val nameDepth = 8

  private def unwritable(cause: Throwable): UnwritableException =
    val failure = PickleFailure.of(cause)
    UnwritableException(failure.reason, failure.path, failure.getCause)

  private final class Evolved[A](of: PickleReader[A], override val unreadableCases: Seq[String])
      extends PickleReader[A]:
    private[eddy] def readFrom(in: PickleInput): A = of.readFrom(in)
end Pickler
