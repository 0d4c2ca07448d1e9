package eddy.web.internal

import java.io.IOException
import java.lang.System.Logger.Level
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.StandardOpenOption.READ
import java.nio.file.{Files, Path}

import com.sun.nio.file.ExtendedOpenOption.DIRECT

/** Waits for the end of a write that is under way. Its time stands in the stamp from its beginning on, and on
  * a busy machine it may take long. A direct read is admitted only between writes (ext4, btrfs; XFS lets
  * every read wait). Where the file system has no such reads there is no waiting.
  */
private[eddy] object WriteBarrier:
  def pass(file: Path): Unit =
    try
      val block = Files.getFileStore(file).getBlockSize.toInt
      val channel = FileChannel.open(file, READ, DIRECT)
      try channel.read(ByteBuffer.allocateDirect(2 * block).alignedSlice(block).limit(block), 0): Unit
      finally channel.close()
    catch
      case failure: (IOException | UnsupportedOperationException | IllegalArgumentException) =>
        log.log(Level.DEBUG, s"no direct read of $file, so no waiting for a write of it: $failure")

  private val log = System.getLogger("eddy.web")
