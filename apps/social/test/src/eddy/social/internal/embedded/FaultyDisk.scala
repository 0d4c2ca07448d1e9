package eddy.social.internal.embedded

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.{FileChannel, FileLock}
import java.util.concurrent.CountDownLatch

import org.h2.store.fs.{FileBaseDefault, FilePath, FilePathWrapper}

/** A disk whose writes fail, or hang, from a moment on. Files have the prefix `faulty:`. */
final class FaultyDisk extends FilePathWrapper:
  override def getScheme: String = "faulty"
  override def open(mode: String): FileChannel = FaultyDisk.Channel(getBase.open(mode))

object FaultyDisk:
  @volatile private var isBroken = false
  @volatile private var hanging: Option[CountDownLatch] = None

  def register(): Unit = FilePath.register(new FaultyDisk)

  /** Writes fail while `body` runs. */
  def broken[A](body: => A): A =
    isBroken = true
    try body
    finally isBroken = false

  /** Writes wait until `body` has ended. */
  def hanging[A](body: => A): A =
    val end = new CountDownLatch(1)
    hanging = Some(end)
    try body
    finally
      hanging = None
      end.countDown()

  private final class Channel(file: FileChannel) extends FileBaseDefault:
    override def size: Long = file.size
    override def read(bytes: ByteBuffer, position: Long): Int = file.read(bytes, position)
    override def implTruncate(size: Long): Unit = file.truncate(size): Unit
    override def tryLock(position: Long, size: Long, shared: Boolean): FileLock | Null =
      file.tryLock(position, size, shared)
    override def implCloseChannel(): Unit = file.close()

    override def write(bytes: ByteBuffer, position: Long): Int =
      fault()
      file.write(bytes, position)

    override def force(metadata: Boolean): Unit =
      fault()
      file.force(metadata)

    private def fault(): Unit =
      hanging.foreach(_.await())
      if isBroken then throw IOException("the disk is broken")
  end Channel
end FaultyDisk
