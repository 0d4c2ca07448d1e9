package eddy.web.internal

import java.net.{JarURLConnection, URL, URLConnection}
import java.nio.file.{Files, InvalidPathException, Path}
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicLong

/** The files below one folder. Reads block: called on the callbacks' threads.
  *
  * What was read is kept, up to a total size; files on disk are read anew when they change.
  *
  * @param locate finds what has that name below the folder
  * @param maxHeldBytes a larger file on disk is not held in memory
  */
private[eddy] final class FileStore private (locate: String => URL | Null, maxHeldBytes: Long):
  private final class Kept(val file: StoredFile, val onDisk: Path | Null, val stamp: Long)
  private val kept = ConcurrentHashMap[String, Kept]()
  private val keptBytes = AtomicLong()

  /** @param path decoded, below the prefix; a folder means its `index.html` */
  def find(path: String): StoredFile | Null =
    val segments = path.split("/", -1)
    val file = segments.last
    // Encoded slashes, backslashes and dots were decoded before and must not climb out now.
    val safe = segments.init.forall(s => s.nonEmpty && isName(s)) && (file.isEmpty || isName(file))
    if !safe then null else load(if file.isEmpty then s"${path}index.html" else path)

  private def isName(s: String) =
    s != "." && s != ".." && !s.exists(c => c == '\\' || c == '/' || c == ':' || c.isControl)

  private def load(name: String): StoredFile | Null =
    val known = kept.get(name)
    if known != null && isFresh(known) then known.file
    else
      val url = locate(name)
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
      val contentType = MediaTypes.ofFile(name)
      val size = if disk != null then Files.size(disk) else 0
      val file =
        if disk != null && size > maxHeldBytes then StoredFile(contentType, null, null, size, disk, stamp)
        else held(contentType, connection, stamp)
      keep(name, Kept(file, disk, stamp))
      file
  end read

  private def held(contentType: String, connection: URLConnection, stamp: Long): StoredFile =
    val in = connection.getInputStream
    val bytes =
      try in.readAllBytes()
      finally in.close()
    val zipped =
      if bytes.length >= 256 && Gzip.isCompressible(contentType) then Gzip.compress(bytes) else null
    val smaller = if zipped != null && zipped.length < bytes.length then zipped else null
    StoredFile(contentType, bytes, smaller, bytes.length, null, stamp)

  private def isJarFolder(jar: JarURLConnection) =
    jar.getJarFile.getJarEntry(s"${jar.getEntryName}/") != null

  private def keep(name: String, entry: Kept): Unit =
    val bytes = heldBytes(entry)
    if keptBytes.get + bytes <= FileStore.MaxKeptBytes then
      keptBytes.addAndGet(bytes): Unit
      val before = kept.put(name, entry)
      if before != null then keptBytes.addAndGet(-heldBytes(before)): Unit

  /** With what it takes to know one that is not held. */
  private def heldBytes(entry: Kept): Long = (if entry.file.bytes == null then 0 else entry.file.size) + 256
end FileStore

private[eddy] object FileStore:
  private val MaxKeptBytes = 64L * 1024 * 1024
  private val MaxHeldBytes = 1024 * 1024L

  /** A folder of the class path. */
  def of(folder: String): FileStore =
    val root = folder.stripPrefix("/").stripSuffix("/")
    require(
      root.nonEmpty,
      s"folder \"$folder\": name one of the class path, such as \"web\"; all of it is never served"
    )
    // Of the thread that registers the route: a worker's may be another one.
    val own = Thread.currentThread.getContextClassLoader
    val loader = if own == null then classOf[FileStore].getClassLoader else own
    new FileStore(name => loader.getResource(s"$root/$name"), Long.MaxValue)

  /** A folder on disk. What links lead to outside of it is not there, and neither is what is hidden by a dot, but for
    * `.well-known`.
    */
  def onDisk(folder: Path): FileStore =
    require(
      Files.isDirectory(folder),
      s"folder $folder: there is no such folder in ${Path.of("").toAbsolutePath}; make it, or give another path"
    )
    val root = folder.toRealPath()
    def locate(name: String): URL | Null =
      val isHidden = name.split('/').exists(s => s.startsWith(".") && s != ".well-known")
      try
        val path = root.resolve(name)
        if isHidden || !Files.exists(path) || !path.toRealPath().startsWith(root) then null
        else path.toUri.toURL
      // no file can have such a name here
      catch case _: InvalidPathException => null
    new FileStore(locate, MaxHeldBytes)
end FileStore
