package eddy.web.internal

import java.io.IOException
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.{BasicFileAttributes, FileTime}

/** Identifies the content of a file on disk without reading it. Each write, and each change of the
  * modification time, sets the time of the last change, which no program can set otherwise. Where the system
  * does not tell that time (Windows), the modification time stands for it.
  *
  * @param key the file itself, whatever its name
  */
private[eddy] final case class FileStamp(
    key: String,
    size: Long,
    modified: FileTime,
    changed: FileTime
) derives CanEqual:
  /** For how long a write may still leave the stamp as it is; 0 from then on. Clocks of file systems tick, by
    * hundredths of a second, or by two seconds where they know whole seconds only. And a write sets its time
    * when it begins: so the content may still be on its way, unless the last change was another one, such as
    * the renaming of a file.
    */
  def unsettledMillis(nowMillis: Long): Long =
    val since = nowMillis - changed.toMillis
    val limit =
      if !isFine then FileStamp.CoarseMillis
      else if modified == changed then FileStamp.WriteMillis
      else FileStamp.FineMillis
    math.min(limit, math.max(0, limit - since))

  /** Whether the file system knows parts of seconds. */
  def isFine: Boolean = changed.toInstant.getNano != 0

  /** Whether the modification time is that of the last change, and was not set to another time. */
  def hasOwnDate: Boolean = math.abs(changed.toMillis - modified.toMillis) < FileStamp.CoarseMillis
end FileStamp

private[eddy] object FileStamp:
  private final val CoarseMillis = 2000L
  private final val FineMillis = 20L
  private final val WriteMillis = 100L
  private val UnixNames = "unix:ino,dev,size,lastModifiedTime,ctime,isRegularFile"

  /** Of the file that a path leads to; null when it leads to no regular file. */
  def of(file: Path): FileStamp | Null =
    try
      if file.getFileSystem.supportedFileAttributeViews.contains("unix") then ofUnix(file) else ofOther(file)
    catch case _: IOException => null

  private def ofUnix(file: Path): FileStamp | Null =
    val all = Files.readAttributes(file, UnixNames)
    (all.get("isRegularFile"), all.get("size"), all.get("lastModifiedTime"), all.get("ctime")) match
      case (java.lang.Boolean.TRUE, size: java.lang.Long, modified: FileTime, changed: FileTime) =>
        FileStamp(s"${all.get("dev")}/${all.get("ino")}", size, modified, changed)
      case _ => null

  private def ofOther(file: Path): FileStamp | Null =
    val all = Files.readAttributes(file, classOf[BasicFileAttributes])
    if !all.isRegularFile then null
    else
      val modified = all.lastModifiedTime
      FileStamp(String.valueOf(all.fileKey), all.size, modified, modified)
end FileStamp
