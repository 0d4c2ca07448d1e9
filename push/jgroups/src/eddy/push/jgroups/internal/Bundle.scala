package eddy.push.jgroups.internal

import java.io.IOException
import java.nio.ByteBuffer

/** Frames that go as one message of JGroups, whose work is for each message: the bytes of each with their
  * number before.
  */
private[jgroups] object Bundle:
  def write(frames: Seq[Array[Byte]]): Array[Byte] =
    val all = new Array[Byte](frames.foldLeft(0)(_ + 4 + _.length))
    val out = ByteBuffer.wrap(all)
    frames.foreach(frame => out.putInt(frame.length).put(frame))
    all

  /** The frames of a part of `bytes`, each with bytes of its own; one at least.
    * @throws IOException when the bytes are not a bundle
    */
  def read(bytes: Array[Byte], offset: Int, length: Int): Vector[Array[Byte]] =
    val in = ByteBuffer.wrap(bytes, offset, length)
    val frames = Vector.newBuilder[Array[Byte]]
    while
      val claimed = if in.remaining < 4 then -1 else in.getInt
      if claimed < 0 || claimed > in.remaining then
        throw IOException(s"a frame of $claimed bytes where ${in.remaining} are left")
      val frame = new Array[Byte](claimed)
      in.get(frame)
      frames += frame
      in.hasRemaining
    do ()
    frames.result()
end Bundle
