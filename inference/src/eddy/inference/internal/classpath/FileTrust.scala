package eddy.inference.internal.classpath

import java.nio.file.attribute.PosixFilePermission.{GROUP_WRITE, OTHERS_WRITE}
import java.nio.file.attribute.{PosixFileAttributes, PosixFilePermission, PosixFilePermissions, UserPrincipal}
import java.nio.file.{Files, Path as FilePath}

/** Whether nobody but the user of this process, and root, can have written a file. Where a file system knows
  * no owners and permissions of this kind, its files are trusted.
  */
private[classpath] object FileTrust:
  /** What speaks against the file or folder, with the remedy; none if it is trusted. */
  def objection(file: FilePath): Option[String] =
    if !isPosix(file) then None
    else
      val about = Files.readAttributes(file, classOf[PosixFileAttributes])
      val permissions: java.util.Set[PosixFilePermission] = about.permissions
      val isOurs = about.owner.getName == "root" || user.contains(about.owner)
      if !isOurs then Some(s"$file belongs to ${about.owner.getName}: name a folder of your own")
      else if permissions.contains(GROUP_WRITE) || permissions.contains(OTHERS_WRITE) then
        Some(s"others may write $file: name a folder of your own, or chmod go-w $file")
      else None

  /** The user of this process. */
  private lazy val user: Option[UserPrincipal] =
    val process = FilePath.of("/proc/self")
    if Files.exists(process) then Some(Files.getOwner(process))
    else
      Option(System.getProperty("user.name")).map: name =>
        FilePath.of("/").getFileSystem.getUserPrincipalLookupService.lookupPrincipalByName(name)

  /** A folder, and those above it, for this user alone, whatever the umask is. */
  def createFolder(folder: FilePath): Unit =
    val _ = Files.createDirectories(folder, permissions(folder, "rwx------")*)

  /** The same for an empty file. */
  def createFile(file: FilePath): Unit =
    val _ = Files.createFile(file, permissions(file, "rw-------")*)

  private def permissions(file: FilePath, text: String) =
    if isPosix(file) then Seq(PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text)))
    else Nil

  private def isPosix(file: FilePath) = file.getFileSystem.supportedFileAttributeViews.contains("posix")
end FileTrust
