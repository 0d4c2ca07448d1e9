package eddy.remote.internal.record

import eddy.remote.Pickler

/** What nodes send each other in a session, one record in a frame. Numbers of actors, answers, monitors and
  * requests are those of the node that made them; it uses none twice.
  */
private[remote] enum Record:
  /** @param typeIndex of the table that [[Control.TypeEntry]] fills
    * @param answers the answer addresses of the questions that the message holds: their loss is reported to
    *   the end that writes
    * @param value the pickled message: `bytes` from `from`
    * @param context headers of the context that it was sent in, in their order
    * @param isNamed the receiver is an entry of the table that [[Control.NameEntry]] fills
    */
  case Message(
      receiver: Long,
      typeIndex: Int,
      sender: WireAddress | Null,
      answers: List[WireAddress],
      context: List[(String, String)],
      bytes: Array[Byte],
      from: Int,
      isNamed: Boolean
  )

  /** A part of a record that is longer than a frame may be.
    *
    * @param total bytes of the record, in the first piece
    * @param bytes the part, from `from`
    */
  case Piece(stream: Long, total: Int, bytes: Array[Byte], from: Int)
  case Other(control: Control)
end Record

/** The address of an actor.
  *
  * @param node 0: the node that writes; 1: the node that reads; other: of the table that
  *   [[Control.NodeEntry]] fills
  */
private[remote] final case class WireAddress(node: Int, number: Long) derives CanEqual, Pickler

/** Records but those that carry messages. */
private[remote] enum Control derives Pickler:
  // --- tables: before the first use of an entry ----------------------------------------------------------

  /** A node other than these two. */
  case NodeEntry(index: Int, name: String, incarnation: Long, addresses: Vector[String])

  /** A type of messages.
    *
    * @param name of its class; empty if it has none
    * @param schema as bytes
    */
  case TypeEntry(index: Int, name: String, schema: Array[Byte])

  // --- signals -------------------------------------------------------------------------------------------

  /** @param link a number of the end that makes the link. In other records it is negative if the end that
    *   reads has made the link
    */
  case Linked(link: Long, from: WireAddress, to: Long)
  case Unlinked(links: List[Long], from: WireAddress, to: Long)

  /** @param from null: the actor is only asked to terminate */
  case Exit(from: Option[WireAddress], to: Long, reason: WireReason, links: List[Long], inTurn: Boolean)
  case Kill(to: Long)

  /** @param watcher the actor that [[Down]] keeps the order to; -1: unknown */
  case Monitor(monitor: Long, to: Long, watcher: Long)
  case Demonitor(monitor: Long, to: Long)
  case Down(monitor: Long, reason: WireReason)

  // --- lost messages -------------------------------------------------------------------------------------

  /** The actor has terminated. */
  case Gone(receiver: Long)

  /** A question will not be answered; the ordinal of the reason. */
  case Lost(answer: WireAddress, reason: WireLoss)
  case Failed(answer: WireAddress, failure: WireFailure)

  // --- requests ------------------------------------------------------------------------------------------

  case Find(request: Long, name: String, typeIndex: Int)
  case Found(request: Long, actor: Option[Long])

  /** The types of messages do not fit. */
  case Unfit(request: Long, reason: String)

  /** @param link the number of a link with `by`; 0: none
    * @param monitor the number of a monitor of `by`; 0: none
    * @param by an actor of the end that writes
    */
  case Spawn(
      request: Long,
      name: String,
      typeIndex: Int,
      argumentType: Int,
      argument: Array[Byte],
      link: Long,
      monitor: Long,
      by: Long
  )
  case Spawned(request: Long, actor: Long)

  /** Nothing was spawned. */
  case Refused(request: Long, code: Int, reason: String)

  // --- limits: the first record of a stream --------------------------------------------------------------

  /** @param maxRecord bytes of a record that this end reads
    * @param maxAssembling bytes of records in pieces that it reads side by side
    */
  case Limits(maxRecord: Int, maxAssembling: Long)

  /** A name of an actor at the end that reads; an entry of a table. */
  case NameEntry(index: Int, name: String)

  // --- what a node tells of itself -----------------------------------------------------------------------

  /** A change of the members of a group at the end that writes.
    *
    * @param receiver passes messages to all of them
    */
  case Members(group: String, typeIndex: Int, receiver: Long, joined: List[Long], left: List[Long])

  /** A change of the channels, or of the patterns, that a bus has subscribers for at the end that writes.
    *
    * @param receiver passes events to them
    */
  case Channels(
      bus: String,
      arePatterns: Boolean,
      typeIndex: Int,
      receiver: Long,
      added: List[String],
      removed: List[String]
  )

  /** A change of whether the end that writes runs a singleton, or may.
    *
    * @param receiver passes messages to it
    */
  case Candidates(
      singleton: String,
      typeIndex: Int,
      receiver: Long,
      added: List[Candidate],
      removed: List[Candidate]
  )

  /** Nodes that the end that writes has a session with. */
  case Known(nodes: List[KnownNode])

  // --- addresses that contramap has made -----------------------------------------------------------------

  /** The end that writes has received the address so many times, and does not refer to it any more. */
  case Released(receiver: Long, times: Int)
end Control

private[remote] final case class KnownNode(name: String, incarnation: Long, addresses: Vector[String])
    derives Pickler

/** Why a question was lost. */
private[remote] enum WireLoss derives Pickler, CanEqual:
  case Terminated, Overflow, Replaced, Unkeyed, Restarted, EngineShutDown, Unreachable, Unpicklable,
    Unreadable,
    TooLarge, Unmapped

/** An exception. */
private[remote] final case class WireFailure(
    className: String,
    message: Option[String],
    frames: Vector[String],
    cause: Option[WireFailure]
) derives Pickler

private[remote] enum WireReason derives Pickler:
  case Normal, Killed, Shutdown, NoActor
  case Failed(failure: WireFailure)
  case Because(text: String)
  case NodeLost(node: String)
