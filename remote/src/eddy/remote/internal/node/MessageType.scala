package eddy.remote.internal.node

import eddy.remote.internal.address.Export
import eddy.remote.{PickleReader, Pickler, Schema}

import java.util.IdentityHashMap

/** A type of messages that the other node sends. Of the thread that reads. */
private[remote] final class MessageType(val schema: Schema):
  private val readers = new IdentityHashMap[Pickler[?], Either[String, PickleReader[?]]]()
  // of most types, one kind of actor receives messages
  private var last: Pickler[?] | Null = null
  private var lastReader: PickleReader[?] | Null = null

  /** Reads messages to an actor; Left: it takes none of this type. */
  def readerFor(receiver: Export): Either[String, PickleReader[?]] =
    val protocols = receiver.protocols
    val known = lastReader
    if known != null && protocols.size == 1 && (protocols(0) eq last) then Right(known)
    else if protocols.isEmpty then Left(s"${receiver.ref} takes no messages of other nodes")
    else
      val found = protocols.iterator.map(p => p -> readerBy(p)).toVector
      found.collectFirst { case (p, Right(reader)) => (p, reader) } match
        case Some((protocol, reader)) =>
          last = protocol
          lastReader = reader
          Right(reader)
        case None => found(0)(1)

  /** Reads values of the type as those of `protocol`. */
  def readerBy(protocol: Pickler[?]): Either[String, PickleReader[?]] =
    readers.computeIfAbsent(protocol, p => p.nn.reader(schema).left.map(_.toString)).nn
end MessageType
