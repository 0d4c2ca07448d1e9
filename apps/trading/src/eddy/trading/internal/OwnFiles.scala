package eddy.trading.internal

import java.nio.file.attribute.{PosixFileAttributeView, PosixFilePermissions}
import java.nio.file.{Files, LinkOption, Path}

/** Files and folders that only the user of the process may read, whatever its umask says. Where the system
  * knows no such rights
  * they are as any others.
  */
private[trading] object OwnFiles:
  private val OfFile = PosixFilePermissions.fromString("rw-------")
  private val OfFolder = PosixFilePermissions.fromString("rwx------")

  /** Makes the folder and those around it that are missing; one that exists stays as it is. */
  def makeFolder(folder: Path): Unit =
    val attributes = if isPosix(folder) then Seq(PosixFilePermissions.asFileAttribute(OfFolder)) else Nil
    Files.createDirectories(folder, attributes*): Unit

  /** Makes an empty file.
    * @throws java.nio.file.FileAlreadyExistsException when it exists
    */
  def makeFile(file: Path): Unit =
    val attributes = if isPosix(file) then Seq(PosixFilePermissions.asFileAttribute(OfFile)) else Nil
    Files.createFile(file, attributes*): Unit

  /** Takes the rights of others from a file that exists. */
  def close(file: Path): Unit =
    val view = Files.getFileAttributeView(file, classOf[PosixFileAttributeView], LinkOption.NOFOLLOW_LINKS)
    if view != null && Files.isRegularFile(file) && view.readAttributes.permissions != OfFile then
      view.setPermissions(OfFile)

  private def isPosix(path: Path) =
    path.getFileSystem.nn.supportedFileAttributeViews.nn.contains("posix")
end OwnFiles
