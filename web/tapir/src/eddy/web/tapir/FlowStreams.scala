package eddy.web.tapir

import java.nio.ByteBuffer
import java.util.concurrent.Flow

import sttp.capabilities.Streams

/** The streams of Tapir's endpoints on Eddy: the JDK's own (`java.util.concurrent.Flow`), with back-pressure
  * both ways.
  *
  * A body is a publisher of pieces; a client's bytes are published as by [[eddy.web.RequestBody]]. The pipe
  * of a WebSocket makes a publisher of answers of the publisher of messages.
  */
trait FlowStreams extends Streams[FlowStreams]:
  override type BinaryStream = Flow.Publisher[ByteBuffer]
  override type Pipe[A, B] = Flow.Publisher[A] => Flow.Publisher[B]

object FlowStreams extends FlowStreams
