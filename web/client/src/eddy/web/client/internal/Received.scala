package eddy.web.client.internal

import eddy.runtime.Engine
import eddy.web.internal.BodyIn

import java.net.URI

/** An answer as received: with its body, or with the source of it. */
private[client] final class Received(
    val engine: Engine,
    val method: String,
    val uri: URI,
    val status: Int,
    val headers: Seq[(String, String)],
    content: Array[Byte] | BodyIn
):
  def bytes: Array[Byte] = content match
    case bytes: Array[Byte] => bytes
    case _: BodyIn => throw IllegalStateException("this body streams")

  def stream: BodyIn = content match
    case in: BodyIn => in
    case bytes: Array[Byte] => BodyIn.of(bytes)
