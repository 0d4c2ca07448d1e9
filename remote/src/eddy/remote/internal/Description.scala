package eddy.remote.internal

import eddy.remote.internal.schema.{Kind, SchemaType}

import java.util.IdentityHashMap
import scala.collection.mutable

/** Collects the types of a schema while picklers describe themselves. Types may be recursive. */
private[remote] final class Description:
  private val known = IdentityHashMap[AnyRef, Integer]()
  private val nodes = mutable.ArrayBuffer.empty[SchemaType]
  private var groups = 0

  /** The index of the type that `pickler` writes. */
  def of(pickler: AnyRef)(node: => SchemaType): Int =
    val index = nodes.size
    val before = known.putIfAbsent(pickler, index)
    if before != null then before.intValue
    else
      nodes += Description.unknown
      nodes(index) = node
      index

  /** A number of its own for each pickler that shares parts. */
  def newGroup(): String =
    groups += 1
    groups.toString

  def result: Vector[SchemaType] = nodes.toVector
end Description

private[remote] object Description:
  private val unknown = SchemaType(Kind.Unit)
