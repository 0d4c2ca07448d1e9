package eddy.social.internal.images

import eddy.web.Disk

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.StandardCopyOption.ATOMIC_MOVE
import java.nio.file.StandardOpenOption.{CREATE_NEW, READ, WRITE}
import java.nio.file.{FileAlreadyExistsException, Files, NoSuchFileException, Path}
import java.time.Instant
import scala.concurrent.Future
import scala.jdk.StreamConverters.*
import scala.util.Using

/** The files of pictures in a folder: one for each size, named by the picture's id. Each is written aside, is
  * on the disk, and is then renamed: a name always stands for a whole file. Names never come from clients.
  * Several processes that use one database may share the folder.
  *
  * {{{
  *   owner                   the id of the database whose pictures these are
  *   aside/ID.sent           a file that a client sends; ID-small.jpg and others while they are written
  *   XY/ID-small.jpg, …      the sizes of the picture ID, which ends in XY
  * }}}
  */
private[social] final class PictureFiles private (folder: Path, aside: Path):
  import PictureFiles.*

  /** A new name for a file that a client sends. */
  def incoming(id: String): Path = aside.resolve(s"$id.sent")

  /** Returns when the files and their names are on the disk. Blocks. */
  def write(id: String, sizes: Map[ImageSize, Array[Byte]]): Unit =
    sizes.foreach: (size, content) =>
      Using.resource(FileChannel.open(aside.resolve(fileName(id, size)), WRITE, CREATE_NEW)): channel =>
        val bytes = ByteBuffer.wrap(content)
        while bytes.hasRemaining do channel.write(bytes): Unit
        channel.force(true)
    val place = placeOf(id)
    if Files.notExists(place) then
      Files.createDirectories(place): Unit
      syncFolder(folder)
    for size <- sizes.keys do
      Files.move(aside.resolve(fileName(id, size)), place.resolve(fileName(id, size)), ATOMIC_MOVE): Unit
    syncFolder(place)

  /** Fails with a `NoSuchFileException` for a picture that does not exist. */
  def read(id: String, size: ImageSize): Future[Array[Byte]] =
    Disk.read(placeOf(id).resolve(fileName(id, size)))

  /** Whether all sizes of a picture exist. Blocks. */
  def has(id: String): Boolean =
    ImageSize.values.forall(size => Files.exists(placeOf(id).resolve(fileName(id, size))))

  /** The ids of the pictures that have a file, all of whose files are older than `before`. Blocks while it is
    * used.
    */
  def olderThan(before: Instant): Iterator[String] =
    places.iterator.flatMap: place =>
      val files = list(place).filter(file => file.getFileName.toString.endsWith(Suffix))
      val (old, young) = files.partition(isOlder(_, before))
      old.map(idOf).distinct.diff(young.map(idOf))

  /** Removes all sizes of a picture. Blocks. */
  def remove(id: String): Unit =
    for size <- ImageSize.values do Files.deleteIfExists(placeOf(id).resolve(fileName(id, size))): Unit

  /** Removes files that are older than `before` and belong to requests that have ended without removing them,
    * since their process has died. Returns their number. Blocks.
    */
  def removeAside(before: Instant): Int =
    list(aside).filter(isOlder(_, before)).count(Files.deleteIfExists(_))

  /** Whether the pictures are those of the database with this id. The first database that asks owns the
    * folder. Blocks.
    */
  def belongsTo(database: String): Boolean =
    val file = folder.resolve("owner")
    try Files.writeString(file, database, WRITE, CREATE_NEW): Unit
    catch case _: FileAlreadyExistsException => ()
    Files.readString(file).trim == database

  private def places = list(folder).filter(place => Files.isDirectory(place) && place != aside)

  // no folder has all of them; ids end at random
  private def placeOf(id: String) = folder.resolve(id.takeRight(2))
end PictureFiles

private[social] object PictureFiles:
  private val Suffix = ".jpg"

  private def fileName(id: String, size: ImageSize) = s"$id-${size.word}$Suffix"
  private def idOf(file: Path) = file.getFileName.toString.takeWhile(_ != '-')

  private def list(folder: Path): Vector[Path] = Using.resource(Files.list(folder))(_.toScala(Vector))

  /** False for a file that another process has removed. */
  private def isOlder(file: Path, before: Instant): Boolean =
    try Files.getLastModifiedTime(file).toInstant.isBefore(before)
    catch case _: NoSuchFileException => false

  /** Puts the names in a folder on the disk, where the system can: some have no such call for folders. */
  private def syncFolder(folder: Path): Unit =
    val channel =
      try Some(FileChannel.open(folder, READ))
      catch case _: IOException => None
    channel.foreach(Using.resource(_)(_.force(true)))

  /** Makes the folder unless it exists.
    *
    * @throws java.io.IOException if the folder cannot be used
    */
  def open(folder: Path): PictureFiles =
    new PictureFiles(folder, Files.createDirectories(folder.resolve("aside")))
end PictureFiles
