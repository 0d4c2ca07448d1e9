package eddy.remote.internal.node

import eddy.remote.internal.address.Export
import eddy.remote.{PickleReader, Pickler, Schema}

import java.util.LinkedHashMap

/** A type of messages that the other node sends. Any thread.
  *
  * @param name of the class of the messages there; empty if it has none
  */
private[remote] final class MessageType(val schema: Schema, name: String):
  import MessageType.*

  // the last ones used: some picklers are made for one address. Guarded by its own lock
  private val readers = new LinkedHashMap[Pickler[?], Either[String, PickleReader[?]]](16, 0.75f, true):
    override def removeEldestEntry(
        oldest: java.util.Map.Entry[Pickler[?], Either[String, PickleReader[?]]] | Null
    ): Boolean = size > maxReaders
  // of most types, one kind of actor receives messages
  @volatile private var last: Last | Null = null

  def knownReaders: Int = readers.synchronized(readers.size)

  /** Reads messages to an actor; Left: it takes none of this type. */
  def readerFor(receiver: Export): Either[String, PickleReader[?]] =
    val protocols = receiver.protocols
    val known = last
    if known != null && known.isFor(protocols) then known.found
    else if protocols.isEmpty then Left(s"${receiver.ref} takes no messages of other nodes")
    else
      val found = choose(protocols)
      if found.isRight then last = new Last(protocols, found)
      found

  /** The type with the name of this one, of several that the receiver takes. Otherwise that of the same form,
    * or the only one that can be read.
    */
  private def choose(protocols: Vector[Pickler[?]]): Either[String, PickleReader[?]] =
    val named = narrowed(narrowed(protocols)(_.sentName == name))(_.schema.rootName == schema.rootName)
    val found = named.map(p => p -> readerBy(p))
    val readable = narrowed(found.filter(_(1).isRight))((p, _) => p.schema == schema)
    readable match
      case Vector((_, reader)) => reader
      case Vector() => found(0)(1)
      case several =>
        val texts =
          several.map((p, _) => if p.sentName.isEmpty then p.schema.text.takeWhile(_ != '\n') else p.sentName)
        Left(
          s"it may be read as each of ${texts.mkString(", ")}: types that one actor receives need names, " +
            "such as those of case classes"
        )

  /** Reads values of the type as those of `protocol`. */
  def readerBy(protocol: Pickler[?]): Either[String, PickleReader[?]] =
    if protocol.schema == schema then Right(protocol)
    else
      readers.synchronized:
        readers.computeIfAbsent(
          protocol,
          p => p.nn.reader(schema).left.map(why => why.toString.take(maxReason))
        ).nn
end MessageType

private[remote] object MessageType:
  private val maxReaders = 64
  private val maxReason = 8192

  /** The reader that was found for these protocols. */
  private final class Last(protocols: Vector[Pickler[?]], val found: Either[String, PickleReader[?]]):
    def isFor(others: Vector[Pickler[?]]): Boolean = (others eq protocols) ||
      others.size == 1 && protocols.size == 1 && (others(0) eq protocols(0))

  /** Those that pass, or all if none does. */
  private def narrowed[A](all: Vector[A])(test: A => Boolean): Vector[A] =
    val passed = all.filter(test)
    if passed.isEmpty then all else passed
