package eddy.web.internal

import java.net.{JarURLConnection, URL}
import java.nio.file.{Files, Path}
import java.security.MessageDigest
import java.util.HexFormat
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicLong

/** A file of the class path, in memory, with what HTTP wants to know of it. */
private[eddy] final class StoredFile(
    val contentType: String,
    val bytes: Array[Byte],
    val gzipped: Array[Byte] | Null,
    val modifiedSecond: Long
):
  private val hash = HexFormat.of.formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 16)

  /** Strong entity tags: equal bytes have equal tags, whichever process answers. */
  val tag: String = s"\"$hash\""
  val gzipTag: String = s"\"$hash-gzip\""
end StoredFile

/** The files below one folder of the class path. Reads block: called on the callbacks' threads.
  *
  * What was read is kept, up to a total size; files on disk, as in development, are read anew when they change.
  */
private[eddy] final class FileStore(folder: String):
  private final class Kept(val file: StoredFile, val onDisk: Path | Null, val stamp: Long)
  // Of the thread that registers the route: a worker's may be another one.
  private val loader =
    val own = Thread.currentThread.getContextClassLoader
    if own == null then classOf[FileStore].getClassLoader else own
  private val root = folder.stripPrefix("/").stripSuffix("/")
  require(
    root.nonEmpty,
    s"folder \"$folder\": name one of the class path, such as \"web\"; all of it is never served"
  )
  private val kept = ConcurrentHashMap[String, Kept]()
  private val keptBytes = AtomicLong()

  /** @param path decoded, below the prefix; a folder means its `index.html` */
  def find(path: String): StoredFile | Null =
    val segments = path.split("/", -1)
    val file = segments.last
    // Encoded slashes, backslashes and dots were decoded before and must not climb out now.
    val safe = segments.init.forall(s => s.nonEmpty && isName(s)) && (file.isEmpty || isName(file))
    if !safe then null else load(s"$root/${if file.isEmpty then s"${path}index.html" else path}")

  private def isName(s: String) =
    s != "." && s != ".." && !s.exists(c => c == '\\' || c == '/' || c == ':' || c.isControl)

  private def load(name: String): StoredFile | Null =
    val known = kept.get(name)
    if known != null && isFresh(known) then known.file
    else
      val url = loader.getResource(name)
      if url == null then null else read(name, url)

  private def isFresh(known: Kept): Boolean =
    val disk = known.onDisk
    disk == null || Files.exists(disk) && Files.getLastModifiedTime(disk).toMillis == known.stamp

  private def read(name: String, url: URL): StoredFile | Null =
    val disk = if url.getProtocol == "file" then Path.of(url.toURI) else null
    val connection = url.openConnection()
    val isFolder = connection match
      case jar: JarURLConnection => jar.getJarEntry == null || jar.getJarEntry.isDirectory || isJarFolder(jar)
      case _ => disk != null && Files.isDirectory(disk)
    if isFolder then null
    else
      val stamp =
        if disk != null then Files.getLastModifiedTime(disk).toMillis else connection.getLastModified
      val in = connection.getInputStream
      val bytes =
        try in.readAllBytes()
        finally in.close()
      val contentType = MediaTypes.ofFile(name)
      val zipped =
        if bytes.length >= 256 && Gzip.isCompressible(contentType) then Gzip.compress(bytes) else null
      val smaller = if zipped != null && zipped.length < bytes.length then zipped else null
      val file = StoredFile(contentType, bytes, smaller, stamp / 1000)
      keep(name, Kept(file, disk, stamp))
      file
  end read

  private def isJarFolder(jar: JarURLConnection) =
    jar.getJarFile.getJarEntry(s"${jar.getEntryName}/") != null

  private def keep(name: String, entry: Kept): Unit =
    val size = entry.file.bytes.length.toLong
    if keptBytes.get + size <= FileStore.MaxKeptBytes then
      keptBytes.addAndGet(size): Unit
      val before = kept.put(name, entry)
      if before != null then keptBytes.addAndGet(-before.file.bytes.length.toLong): Unit
end FileStore

private[eddy] object FileStore:
  private val MaxKeptBytes = 64L * 1024 * 1024
end FileStore
