package eddy.remote

import eddy.remote.internal.schema.{Kind, Label, SchemaType}
import eddy.remote.internal.wire.PickleFailure
import eddy.remote.internal.{Description, Evolution, EvolvedReaders}

import scala.compiletime.{error, summonFrom}
import scala.util.control.NonFatal

/** What `derives Pickler` expands to. Not for use by hand. */
object Derived:
  /** Of a field or a case. */
  final class Name private[Derived] (private[Derived] val label: Label)

  def name(name: String, hasDefault: Boolean, formerNames: String*): Name =
    Name(Label(name, hasDefault, formerNames.toVector))

  /** A case class: its fields, one after the other.
    *
    * `writeFields` and `readFields` handle numbers and strings themselves, the other fields by `writeField`
    * and `readField`.
    */
  abstract class Product[A](typeName: String, names: Name*) extends Pickler[A]:
    private val labels = names.iterator.map(_.label).toVector
    // made when first used, because a field may need this pickler, which is not complete until then; twice if
    // threads race, which does no harm
    private var parts: Parts | Null = null

    /** With the packages around it. */
    def fullName: String = typeName

    def makeFields: Array[Pickler[?]]
    def writeFields(value: A, out: PickleOutput): Unit
    def readFields(in: PickleInput): A

    /** From the values of all fields. */
    def make(values: Array[Any]): A

    /** Of field `i`, which has one. */
    def default(i: Int): Any

    final def writeField(i: Int, value: Any, out: PickleOutput): Unit = fields(i).writeTo(value, out)
    final def readField(i: Int, in: PickleInput): Any = fields(i).readFrom(in)

    /** What to throw for a failure in field `i`, or behind the last field. */
    final def failure(i: Int, cause: Throwable): Throwable =
      val failure = Derived.failure(cause)
      failure match
        case known: PickleFailure if i < labels.size => known.in(labels(i).name)
        case other => other

    private def fields: Array[Pickler[Any]] = parts match
      case null =>
        val made = Parts(makeFields.asInstanceOf[Array[Pickler[Any]]])
        parts = made
        made.array
      case known => known.array

    private[eddy] final def writeTo(value: A, out: PickleOutput): Unit =
      out.enter()
      writeFields(value, out)
      out.leave()

    private[eddy] final def readFrom(in: PickleInput): A =
      in.enter()
      val value = readFields(in)
      in.leave()
      value

    private[remote] final override def classNames(depth: Int, isLocal: Boolean): String = fullName

    private[remote] final def describe(description: Description): Int = description.of(this):
      SchemaType(Kind.Product, typeName, labels, fields.iterator.map(_.describe(description)).toVector)

    private[remote] final def evolve(evolution: Evolution, index: Int): PickleReader[A] =
      EvolvedReaders.product(
        evolution,
        index,
        new EvolvedReaders.Target[A]:
          def name = typeName
          def labels = Product.this.labels
          def field(i: Int, evolution: Evolution, index: Int) = fields(i).evolved(evolution, index)
          def default(i: Int) = Product.this.default(i)
          def make(values: Array[Any]) = Product.this.make(values)
      )
  end Product

  /** A case without fields: no byte. */
  final class Constant[A](typeName: String, fullName: String, value: A) extends Pickler[A]:
    private[remote] override def classNames(depth: Int, isLocal: Boolean): String = fullName
    private[eddy] def writeTo(value: A, out: PickleOutput): Unit = ()
    private[eddy] def readFrom(in: PickleInput): A = value
    private[remote] def describe(description: Description): Int =
      description.of(this)(SchemaType(Kind.Product, typeName))
    private[remote] def evolve(evolution: Evolution, index: Int): PickleReader[A] =
      EvolvedReaders.product(
        evolution,
        index,
        new EvolvedReaders.Target[A]:
          def name = typeName
          def labels = Vector.empty
          def field(i: Int, evolution: Evolution, index: Int) = throw IndexOutOfBoundsException(i)
          def default(i: Int) = throw IndexOutOfBoundsException(i)
          def make(values: Array[Any]) = value
      )
  end Constant

  /** An enum or a sealed trait: the number of the case, then its value. */
  abstract class Sum[A](typeName: String, names: Name*) extends Pickler[A]:
    private val labels = names.iterator.map(_.label).toVector
    // as in Product
    private var parts: Parts | Null = null

    /** As in Product. */
    def fullName: String = typeName

    def makeCases: Array[Pickler[? <: A]]

    /** The number of the case of a value. */
    def caseOf(value: A): Int

    private def cases: Array[Pickler[Any]] = parts match
      case null =>
        val made = Parts(makeCases.asInstanceOf[Array[Pickler[Any]]])
        parts = made
        made.array
      case known => known.array

    private[eddy] final def writeTo(value: A, out: PickleOutput): Unit =
      val choice = caseOf(value)
      out.writeUnsigned(choice)
      try cases(choice).writeTo(value, out)
      catch case failure: PickleFailure => throw failure.in(labels(choice).name)

    private[eddy] final def readFrom(in: PickleInput): A =
      val choice = in.readLength()
      val all = cases
      if choice >= all.length then in.fail(s"$typeName has no case of number $choice")
      try all(choice).readFrom(in).asInstanceOf[A]
      catch case failure: PickleFailure => throw failure.in(labels(choice).name)

    private[remote] final override def classNames(depth: Int, isLocal: Boolean): String = fullName

    private[remote] final def describe(description: Description): Int = description.of(this):
      SchemaType(Kind.Sum, typeName, labels, cases.iterator.map(_.describe(description)).toVector)

    private[remote] final def evolve(evolution: Evolution, index: Int): PickleReader[A] =
      EvolvedReaders.sum[A](evolution, index, typeName, labels): (i, child) =>
        cases(i).evolved(evolution, child).asInstanceOf[PickleReader[A]]
  end Sum

  /** The pickler of a field. */
  inline def field[A](inline place: String): Pickler[A] = summonFrom:
    case pickler: Pickler[A] => pickler
    case _ => error(place)

  // final, so that a thread that sees it sees its elements
  private final class Parts(val array: Array[Pickler[Any]])

  private def failure(cause: Throwable): Throwable = cause match
    case NonFatal(cause) => PickleFailure.of(cause)
    case fatal => fatal
end Derived
