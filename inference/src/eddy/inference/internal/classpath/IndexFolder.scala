package eddy.inference.internal.classpath

import java.io.IOException
import java.lang.System.Logger.Level.{DEBUG, WARNING}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path as FilePath, StandardCopyOption, StandardOpenOption}
import java.util.Arrays
import java.util.concurrent.atomic.AtomicBoolean
import scala.jdk.CollectionConverters.*
import scala.util.Using
import scala.util.control.NonFatal

/** The folder in which the inference keeps its results for a program, so that the next start need not find
  * them out again.
  *
  * The system property `eddy.index` names it; `off` keeps nothing. Without the property it is `eddy` in the
  * user's cache folder: `$XDG_CACHE_HOME` or `~/.cache`, `~/Library/Caches` on macOS, `%LOCALAPPDATA%` on
  * Windows. Locks follow from what is in it. So a file is read only if nobody else can have written it or its
  * folder ([[FileTrust]]), and none is written to a folder of which this is not so.
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
    content(file) match
      case Some(all) if all.length > key.length && Arrays.equals(all, 0, key.length, key, 0, key.length) =>
        Some(Arrays.copyOfRange(all, key.length, all.length))
      case _ => None

  /** The lines that [[append]] added. Bytes that are no text spoil their own line only. */
  def lines(file: FilePath): List[String] = content(file).toList.flatMap(String(_, UTF_8).linesIterator)

  private def content(file: FilePath): Option[Array[Byte]] =
    try
      if Files.exists(file) && isTrusted(file.toAbsolutePath.getParent) && isTrusted(file) then
        Some(Files.readAllBytes(file))
      else None
    catch
      case NonFatal(e) =>
        log(s"$file cannot be read: $e")
        None

  /** The whole file, or none of it. Without it the next start takes longer. */
  def write(file: FilePath, key: Array[Byte], content: Array[Byte]): Unit =
    writing(file): folder =>
      val made = Files.createTempFile(folder, "index", ".new")
      try
        val _ = Files.write(made, key ++ content)
        val _ = Files.move(made, file, StandardCopyOption.REPLACE_EXISTING)
      finally
        val _ = Files.deleteIfExists(made)
      deleteOld(folder)

  /** Adds a line in one piece, so that those of several JVMs do not mix. A long file begins again. */
  def append(file: FilePath, line: String): Unit =
    writing(file): _ =>
      if Files.exists(file) && (Files.size(file) > MaxLinesBytes || !isTrusted(file)) then Files.delete(file)
      if !Files.exists(file) then FileTrust.createFile(file)
      val _ = Files.writeString(file, s"$line\n", StandardOpenOption.APPEND)

  private def writing(file: FilePath)(write: FilePath => Unit): Unit =
    try
      val folder = file.toAbsolutePath.getParent
      if !Files.isDirectory(folder) then FileTrust.createFolder(folder)
      if isTrusted(folder) then write(folder)
    catch case NonFatal(e) => log(s"$file cannot be written: $e")

  private def isTrusted(file: FilePath): Boolean = FileTrust.objection(file) match
    case None => true
    case Some(why) =>
      if hasWarned.compareAndSet(false, true) then
        logger.log(
          WARNING,
          s"each start analyses all handlers again, as kept results are ignored: $why"
        )
      false

  private val hasWarned = AtomicBoolean()

  /** Each version of a program has files of its own, and the newest stay. Other names belong to others. */
  private[classpath] def deleteOld(folder: FilePath, maxBytes: Long = MaxBytes): Unit =
    val limit = System.currentTimeMillis - MaxAgeMillis
    val own = Using.resource(Files.list(folder))(_.iterator.asScala.toList).filter: file =>
      isOwn(file.getFileName.toString) && Files.isRegularFile(file)
    var bytes = 0L
    for (file, time) <- own.map(f => (f, Files.getLastModifiedTime(f).toMillis)).sortBy((_, time) => -time) do
      try
        bytes += Files.size(file)
        if time < limit || bytes > maxBytes then Files.deleteIfExists(file): Unit
      // another process deletes it, too
      catch case _: IOException => ()

  private def isOwn(name: String) = name.matches("(summaries-)?[0-9a-f]{8}|index[0-9]+\\.new")

  private val MaxAgeMillis = 60L * 24 * 60 * 60 * 1000

  /** Some hundred versions of a large program. */
  private val MaxBytes = 64L << 20
  private val MaxLinesBytes = 1L << 20

  private val logger = System.getLogger("eddy.state")
  private def log(text: String): Unit = logger.log(DEBUG, text)
end IndexFolder
