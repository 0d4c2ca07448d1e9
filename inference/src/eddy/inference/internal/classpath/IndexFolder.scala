package eddy.inference.internal.classpath

import java.io.IOException
import java.lang.System.Logger.Level.DEBUG
import java.nio.file.attribute.PosixFilePermission.{GROUP_WRITE, OTHERS_WRITE}
import java.nio.file.attribute.{PosixFilePermission, PosixFilePermissions}
import java.nio.file.{Files, Path as FilePath, StandardCopyOption}
import java.util.Arrays
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal

/** The folder in which the inference keeps what it found out about a program, so that the next start need not
  * find it out again.
  *
  * The system property `eddy.index` names it; `off` keeps nothing. Without the property it is `eddy` in the
  * user's cache folder: `$XDG_CACHE_HOME` or `~/.cache`, `~/Library/Caches` on macOS, `%LOCALAPPDATA%` on
  * Windows. Files that others may write are ignored, since locks follow from them.
  */
private[inference] object IndexFolder:
  val path: Option[FilePath] = Option(System.getProperty("eddy.index")) match
    case Some("off" | "") => None
    case Some(folder) => Some(FilePath.of(folder).toAbsolutePath)
    case None => ofUser.map(_.resolve("eddy"))

  private def ofUser: Option[FilePath] =
    val home = Option(System.getProperty("user.home")).filter(_.nonEmpty).map(FilePath.of(_))
    val system = System.getProperty("os.name", "")
    if system.startsWith("Windows") then environment("LOCALAPPDATA")
    else if system.startsWith("Mac") then home.map(_.resolve("Library/Caches"))
    else environment("XDG_CACHE_HOME").filter(_.isAbsolute).orElse(home.map(_.resolve(".cache")))

  private def environment(name: String) = Option(System.getenv(name)).filter(_.nonEmpty).map(FilePath.of(_))

  /** What [[write]] wrote after this key; none if there is no such file, or one for another key. */
  def read(file: FilePath, key: Array[Byte]): Option[Array[Byte]] =
    try
      if !Files.exists(file) then None
      else if isOpen(file) || isOpen(file.getParent) then
        log(s"$file is ignored: others may write it")
        None
      else
        val all = Files.readAllBytes(file)
        val fits = all.length > key.length && Arrays.equals(all, 0, key.length, key, 0, key.length)
        Option.when(fits)(Arrays.copyOfRange(all, key.length, all.length))
    catch
      case NonFatal(e) =>
        log(s"$file cannot be read: $e")
        None

  /** The whole file, or none of it. Without it the next start takes longer. */
  def write(file: FilePath, key: Array[Byte], content: Array[Byte]): Unit =
    try
      val folder = createFolder(file.toAbsolutePath.getParent)
      val made = Files.createTempFile(folder, "index", ".new")
      try
        val _ = Files.write(made, key ++ content)
        val _ = Files.move(made, file, StandardCopyOption.REPLACE_EXISTING)
      finally
        val _ = Files.deleteIfExists(made)
      deleteOld(folder)
    catch case NonFatal(e) => log(s"$file cannot be written: $e")

  private def createFolder(folder: FilePath): FilePath =
    if Files.isDirectory(folder) then folder
    else if !isPosix(folder.getRoot) then Files.createDirectories(folder)
    else
      Files.createDirectories(
        folder,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
      )

  private def isPosix(path: FilePath) = path.getFileSystem.supportedFileAttributeViews.contains("posix")

  private def isOpen(file: FilePath): Boolean =
    isPosix(file) && {
      val all: java.util.Set[PosixFilePermission] = Files.getPosixFilePermissions(file)
      all.contains(GROUP_WRITE) || all.contains(OTHERS_WRITE)
    }

  /** Each version of a program has files of its own. Files with other names belong to others. */
  private def deleteOld(folder: FilePath): Unit =
    val limit = System.currentTimeMillis - MaxAgeMillis
    for
      file <- scala.util.Using.resource(Files.list(folder))(_.iterator.asScala.toList)
      if isOwn(file.getFileName.toString) && Files.isRegularFile(file)
      if Files.getLastModifiedTime(file).toMillis < limit
    do
      try Files.deleteIfExists(file): Unit
      catch case _: IOException => ()

  private def isOwn(name: String) = name.matches("(summaries-)?[0-9a-f]{8}|index[0-9]+\\.new")

  private val MaxAgeMillis = 60L * 24 * 60 * 60 * 1000

  private def log(text: String): Unit = System.getLogger("eddy.state").log(DEBUG, text)
end IndexFolder
