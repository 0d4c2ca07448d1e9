package eddy.remote.internal

import eddy.remote.internal.schema.{Kind, SchemaType}
import eddy.remote.internal.wire.PickleFailure
import eddy.remote.{PickleInput, PickleOutput, PickleReader, Pickler}

import scala.util.control.NonFatal

/** Picklers that write as another one does. */
private[remote] object Wrapped:
  /** @param from what to make of the value; Left rejects it */
  final class Mapped[A, B](of: Pickler[A], from: A => Either[String, B], to: B => A) extends Pickler[B]:
    private[eddy] def writeTo(value: B, out: PickleOutput): Unit = of.writeTo(to(value), out)
    private[eddy] def readFrom(in: PickleInput): B = convert(of.readFrom(in), from, in)
    private[remote] override def classNames(depth: Int, isLocal: Boolean): String =
      if depth == 0 then "" else Wrapped.made(of.classNames(depth - 1, isLocal), from, isLocal)
    private[remote] def describe(description: Description): Int = of.describe(description)
    private[remote] def evolve(evolution: Evolution, index: Int): PickleReader[B] =
      MappedReader(of.evolved(evolution, index), from)

  private final class MappedReader[A, B](of: PickleReader[A], from: A => Either[String, B])
      extends PickleReader[B]:
    private[eddy] def readFrom(in: PickleInput): B = convert(of.readFrom(in), from, in)

  /** As Mapped, without an Either for each value. */
  final class Total[A, B](of: Pickler[A], from: A => B, to: B => A) extends Pickler[B]:
    private[eddy] def writeTo(value: B, out: PickleOutput): Unit = of.writeTo(to(value), out)
    private[eddy] def readFrom(in: PickleInput): B = apply(of.readFrom(in), from)
    private[remote] override def classNames(depth: Int, isLocal: Boolean): String =
      if depth == 0 then "" else Wrapped.made(of.classNames(depth - 1, isLocal), from, isLocal)
    private[remote] def describe(description: Description): Int = of.describe(description)
    private[remote] def evolve(evolution: Evolution, index: Int): PickleReader[B] =
      TotalReader(of.evolved(evolution, index), from)

  private final class TotalReader[A, B](of: PickleReader[A], from: A => B) extends PickleReader[B]:
    private[eddy] def readFrom(in: PickleInput): B = apply(of.readFrom(in), from)

  // a function has a class of its own wherever it is written
  private def made(of: String, from: AnyRef, isLocal: Boolean): String =
    if isLocal then s"$of ${from.getClass.getName}" else of

  private def convert[A, B](value: A, from: A => Either[String, B], in: PickleInput): B =
    apply(value, from) match
      case Right(b) => b
      case Left(reason) => in.fail(reason)

  private def apply[A, B](value: A, from: A => B): B =
    try from(value)
    catch case NonFatal(cause) => throw PickleFailure.of(cause)

  /** Is made when it is first used, so that it may contain itself. */
  final class Later[A](make: Pickler[A] => Pickler[A]) extends Pickler[A]:
    private lazy val of: Pickler[A] = make(this)
    private[eddy] def writeTo(value: A, out: PickleOutput): Unit = of.writeTo(value, out)
    private[eddy] def readFrom(in: PickleInput): A = of.readFrom(in)
    private[remote] override def classNames(depth: Int, isLocal: Boolean): String =
      if depth == 0 then "" else of.classNames(depth - 1, isLocal)
    private[remote] def describe(description: Description): Int = of.describe(description)
    private[remote] def evolve(evolution: Evolution, index: Int): PickleReader[A] =
      of.evolved(evolution, index)

  /** Writes each part of a message once. {{{
    * shared := 0 value | distance:varint      1 for the part that began last
    * }}}
    */
  final class Shared[A](of: Pickler[A], byValue: Boolean) extends Pickler[A]:
    private val reader = PartReader(this, of)

    private[eddy] def writeTo(value: A, out: PickleOutput): Unit =
      val distance = out.sharedParts.distance(this, value, byValue)
      out.writeUnsigned(distance)
      if distance == 0 then
        out.enterPart()
        of.writeTo(value, out)
        out.leavePart()

    private[eddy] def readFrom(in: PickleInput): A = reader.readFrom(in)

    private[remote] override def classNames(depth: Int, isLocal: Boolean): String =
      if depth == 0 then "" else of.classNames(depth - 1, isLocal)
    private[remote] def describe(description: Description): Int =
      description.of(this)(SchemaType(
        Kind.Shared,
        description.newGroup(),
        Vector.empty,
        Vector(of.describe(description))
      ))

    private[remote] override def isShared: Boolean = true

    // another release writes its parts where they are, or shares them in its own way
    private[remote] def evolve(evolution: Evolution, index: Int): PickleReader[A] =
      val node = evolution.node(index)
      if node.kind == Kind.Shared then PartReader(node, of.evolved(evolution, node.children(0)))
      else of.evolved(evolution, index)
  end Shared
end Wrapped
