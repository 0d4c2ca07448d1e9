package eddy.remote.internal.wire

import eddy.actor.ActorRef
import eddy.remote.{PickleInput, PickleOutput, PickleReader}

/** Writes the addresses in a message to another node. */
private[remote] trait AddressWriter:
  /** @param protocol the pickler of messages to `ref`; null: none is sent to it */
  def write(ref: ActorRef[?], protocol: PickleReader[?] | Null, out: PickleOutput): Unit

/** Reads the addresses in a message of another node. */
private[remote] trait AddressReader:
  def read(protocol: PickleReader[?] | Null, in: PickleInput): ActorRef[?]
