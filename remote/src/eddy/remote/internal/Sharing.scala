package eddy.remote.internal

import eddy.remote.internal.schema.{Kind, Node}
import eddy.remote.{PickleInput, PickleOutput, PickleReader, Pickler}

/** Writes each part of a message once. {{{
  * shared := 0 value | distance:varint      1 for the part that began last
  * }}}
  */
private[remote] final class Sharing[A](of: Pickler[A], byValue: Boolean) extends Pickler[A]:
  private val reader = PartReader(this, of)

  private[eddy] def writeTo(value: A, out: PickleOutput): Unit =
    val distance = out.sharedParts.distance(this, value, byValue)
    out.writeUnsigned(distance)
    if distance == 0 then of.writeTo(value, out)

  private[eddy] def readFrom(in: PickleInput): A = reader.readFrom(in)

  private[remote] def describe(description: Description): Int =
    description.of(this)(Node(
      Kind.Shared,
      description.newGroup(),
      Vector.empty,
      Vector(of.describe(description))
    ))

  private[remote] override def isShared: Boolean = true

  // another release writes its parts where they are, or shares them by itself
  private[remote] def evolve(evolution: Evolution, index: Int): PickleReader[A] =
    val node = evolution.node(index)
    if node.kind == Kind.Shared then PartReader(node, of.evolved(evolution, node.children(0)))
    else of.evolved(evolution, index)
end Sharing
