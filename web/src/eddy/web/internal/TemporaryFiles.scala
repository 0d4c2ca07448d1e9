package eddy.web.internal

import eddy.web.{BodyException, FilePart, FileSink, UploadedFile}

import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.StandardOpenOption.WRITE
import java.nio.file.{Files, Path}
import scala.collection.mutable.ListBuffer

/** The temporary files of one request: removed when it is over, whenever that is. Any thread. */
private[eddy] final class TemporaryFiles:
  // guarded by this
  private val made = ListBuffer[Path]()
  private val whole = ListBuffer[UploadedFile]()
  private var over = false

  /** The complete files, in order. */
  def uploaded: Seq[UploadedFile] = synchronized(whole.toSeq)

  /** A sink to a new file, which only the owner of the process may read. */
  def sink(part: FilePart, folder: Option[Path]): FileSink =
    val (path, channel) = opened(folder)
    new FileSink:
      def write(piece: ByteBuffer): Unit =
        while piece.hasRemaining do channel.write(piece): Unit
      def end(): Unit =
        val size = channel.size
        channel.close()
        TemporaryFiles.this.synchronized(whole.addOne(UploadedFile(part, size, path))): Unit
      def fail(cause: Throwable): Unit =
        channel.close()
        Files.deleteIfExists(path): Unit

  /** As one step: between its two [[remove]] would take the file away. */
  private def opened(folder: Option[Path]): (Path, FileChannel) = synchronized:
    val path = create(folder)
    (path, FileChannel.open(path, WRITE))

  /** A new file.
    * @throws BodyException when the request is over, as for any reader of its body then
    */
  def create(folder: Option[Path]): Path = synchronized:
    if over then
      throw BodyException(
        "the request is over, answered or given up by its client: its temporary files would not be removed"
      )
    val path = folder match
      case Some(in) => Files.createTempFile(in, "eddy-", ".upload")
      case None => Files.createTempFile("eddy-", ".upload")
    made.addOne(path): Unit
    path

  /** The request is over. */
  def remove(): Unit =
    val all = synchronized:
      over = true
      made.toSeq
    all.foreach(path => Files.deleteIfExists(path): Unit)
end TemporaryFiles
