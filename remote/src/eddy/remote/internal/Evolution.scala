package eddy.remote.internal

import eddy.remote.internal.schema.{Kind, Nodes, SchemaType}
import eddy.remote.internal.wire.{Limits, PickleFailure}
import eddy.remote.{PickleInput, PickleReader}

import java.util.IdentityHashMap
import scala.collection.mutable

/** Makes the readers that read values of another release by names. One for a pair of schemas; each type is
  * compared once.
  */
private[remote] final class Evolution(writer: IArray[SchemaType]):
  import Evolution.*

  private val made = IdentityHashMap[AnyRef, mutable.Map[Int, Late[?]]]()
  private lazy val skipping = Skipping(writer)
  private val skipped = mutable.Map.empty[Int, PickleReader[Unit]]
  private var depth = 0
  private var steps = 0L
  private val lost = mutable.ArrayBuffer.empty[String]
  // positions of shared parts mean something else for the readers of this release
  private val hasShared = writer.exists(_.kind == Kind.Shared)

  def node(index: Int): SchemaType = writer(index)

  /** How much was done so far: for tests of the time that a hostile schema takes. */
  def work: Long = steps

  /** Cases that cannot be read. */
  def losses: Seq[String] = lost.toSeq

  def lose(reason: String): Unit = lost += reason

  /** Whether values of the type have the form that `reader` describes. */
  def isSame(index: Int, reader: IArray[SchemaType]): Boolean =
    !hasShared && Nodes.isSame(writer, index, reader, steps += _)

  /** The reader that `pickler` makes for a type, made once. While it is being made, types within it get one
    * that is completed later.
    */
  def reader[A](pickler: AnyRef, index: Int)(make: => PickleReader[A]): PickleReader[A] =
    val of = made.computeIfAbsent(pickler, _ => mutable.Map.empty[Int, Late[?]]).nn
    of.get(index) match
      case Some(late) => late.asInstanceOf[Late[A]].known
      case None =>
        val late = Late[A]()
        of(index) = late
        steps += 1
        depth += 1
        try
          if depth > Limits.typeDepth then
            throw Mismatch(s"types are nested in more than ${Limits.typeDepth} levels", Nil)
          val reader = make
          late.set(reader)
          reader
        catch
          case mismatch: Mismatch =>
            late.fail(mismatch)
            throw mismatch
        finally depth -= 1
    end match
  end reader

  /** Reads a value of the writer's type and drops it. */
  def skip(index: Int): PickleReader[Unit] = skipped.getOrElseUpdate(index, skipping.reader(index))

  /** Values of the writer's type take no byte. */
  def isEmpty(index: Int): Boolean = skipping.isEmpty(index)
end Evolution

private[remote] object Evolution:
  /** A type of the writer cannot be read. */
  final class Mismatch(val reason: String, val places: List[String])
      extends RuntimeException(reason, null, false, false):
    def in(place: String): Mismatch = Mismatch(reason, place :: places)
    def path: String = places.mkString(".")

  def mismatch(expected: String, found: SchemaType): Nothing =
    throw Mismatch(
      s"${found.kind.word}${if found.name.isEmpty then "" else s" ${found.shortName}"} instead of $expected",
      Nil
    )

  /** Stands for a reader that is being made, for types that contain themselves. */
  private final class Late[A] extends PickleReader[A]:
    private var target: PickleReader[A] | Null = null
    private var mismatch: Mismatch | Null = null

    def set(reader: PickleReader[A]): Unit = target = reader
    def fail(why: Mismatch): Unit = mismatch = why

    def known: PickleReader[A] = (target, mismatch) match
      case (reader: PickleReader[A @unchecked], _) => reader
      case (_, why: Mismatch) => throw why
      case _ => this

    private[eddy] def readFrom(in: PickleInput): A = target match
      case null => throw PickleFailure(mismatch match
          case null => "incomplete";
          case m => m.reason)
      case reader => reader.readFrom(in)
  end Late
end Evolution
