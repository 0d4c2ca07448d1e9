package eddy.web.internal

import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.StandardCopyOption.{ATOMIC_MOVE, REPLACE_EXISTING}
import java.nio.file.StandardOpenOption.WRITE
import java.nio.file.{AtomicMoveNotSupportedException, Files, Path}
import java.util.concurrent.Flow
import scala.concurrent.Future

/** Saves a body: the bytes go to a file beside `file`, which takes its place when they are all there. */
private[eddy] final class FileSaver(file: Path):
  private val target = file.toAbsolutePath
  // made with the rights of a temporary file: its owner's only
  private val partial = Files.createTempFile(target.getParent, s".${target.getFileName}.", ".part")
  private val channel = FileChannel.open(partial, WRITE)
  private val sum = BodySum(write, finish)

  def subscriber: Flow.Subscriber[ByteBuffer] = sum.subscriber
  def result: Future[Long] = sum.result

  private def write(piece: ByteBuffer): Unit =
    while piece.hasRemaining do channel.write(piece): Unit

  private def finish(failure: Throwable | Null): Unit =
    try
      channel.close()
      if failure == null then
        try Files.move(partial, target, ATOMIC_MOVE): Unit
        catch
          case _: AtomicMoveNotSupportedException => Files.move(partial, target, REPLACE_EXISTING): Unit
    finally Files.deleteIfExists(partial): Unit
end FileSaver
