package eddy.social.internal.images

import eddy.web.Disk

import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.StandardCopyOption.ATOMIC_MOVE
import java.nio.file.StandardOpenOption.{CREATE_NEW, WRITE}
import java.nio.file.{Files, Path}
import scala.concurrent.Future

/** The files of pictures in a folder: one for each size, named by the picture's id. Each is written aside, is
  * on the disk, and is then renamed: a name always stands for a whole file. Names never come from clients.
  */
private[social] final class PictureFiles private (folder: Path, aside: Path):
  /** A new name for a file that a client sends. */
  def incoming(id: String): Path = aside.resolve(s"$id.sent")

  /** Blocks. */
  def write(id: String, sizes: Map[ImageSize, Array[Byte]]): Unit = sizes.foreach: (size, content) =>
    val made = aside.resolve(fileName(id, size))
    scala.util.Using.resource(FileChannel.open(made, WRITE, CREATE_NEW)): channel =>
      val bytes = ByteBuffer.wrap(content)
      while bytes.hasRemaining do channel.write(bytes): Unit
      channel.force(true)
    val file = place(id, size)
    Files.createDirectories(file.getParent)
    Files.move(made, file, ATOMIC_MOVE): Unit

  /** Fails with a `NoSuchFileException` for a picture that does not exist. */
  def read(id: String, size: ImageSize): Future[Array[Byte]] = Disk.read(place(id, size))

  // no folder has all of them; ids end at random
  private def place(id: String, size: ImageSize) = folder.resolve(id.takeRight(2)).resolve(fileName(id, size))
  private def fileName(id: String, size: ImageSize) = s"$id-${size.word}.jpg"
end PictureFiles

private[social] object PictureFiles:
  // other nodes may use the folder: older files belong to no request
  private val OldMillis = 3_600_000L

  /** Makes the folder unless it exists, and removes what processes that have died left aside. */
  def open(folder: Path): PictureFiles =
    val aside = Files.createDirectories(folder.resolve("aside"))
    val old = System.currentTimeMillis - OldMillis
    scala.util.Using.resource(Files.list(aside)): all =>
      all.filter(file => Files.getLastModifiedTime(file).toMillis < old).forEach(Files.deleteIfExists(
        _
      ): Unit)
    new PictureFiles(folder, aside)
