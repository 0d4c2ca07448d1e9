package eddy.web.internal

import eddy.runtime.Engine

import java.io.{IOException, InputStream}
import java.net.{JarURLConnection, URL}
import java.nio.channels.FileChannel
import java.nio.file.StandardOpenOption.READ
import java.nio.file.{Files, InvalidPathException, Path}
import java.util.Arrays
import java.util.concurrent.locks.ReentrantLock
import scala.util.control.NoStackTrace

/** The files below one folder. Reads block: called on the handlers' threads.
  *
  * Files are kept in memory up to a total size; those on disk are read again when they change. A file is
  * read, hashed and compressed by one thread; others wait for it.
  *
  * @param locate finds what has that name below the folder
  * @param maxHeldBytes a larger file on disk is not held in memory
  * @param maxCachedBytes of all that are held
  */
private[eddy] final class FileStore private (
    locate: String => FilePlace | Null,
    maxHeldBytes: Long,
    maxCachedBytes: Long
):
  import FileStore.*

  private val cache = FileCache(maxCachedBytes, isGone)
  private val locks = Array.fill(64)(ReentrantLock())

  /** The present version.
    * @throws FileStore.Unsettled when it stands still at no attempt
    * @param path decoded, below the prefix; a folder means its `index.html`
    */
  def find(path: String): StoredFile | Null =
    val name = nameOf(path)
    if name == null then null
    else
      val known = cache.find(name)
      if known != null && isFresh(known) then known
      else
        locked(name):
          val newer = cache.find(name)
          if newer != null && (newer ne known) && isFresh(newer) then newer else load(name, newer)

  /** All bytes of a version that is held; null when the file has changed since. */
  def plain(path: String, file: StoredFile): Array[Byte] | Null =
    val name = nameOf(path).nn
    val held = cache.plainOf(name, file)
    if held != null then held
    else
      val bytes = sameBytes(file)
      if bytes != null then cache.putPlain(name, file, bytes)
      bytes

  /** The bytes as gzip; null when they are better sent as they are, or the file has changed since. */
  def zipped(path: String, file: StoredFile): Array[Byte] | Null =
    val name = nameOf(path).nn
    val held = cache.zippedOf(name, file)
    if held != null then held
    else if !file.zip.isUseful then null
    else
      locked(name):
        val meanwhile = cache.zippedOf(name, file)
        if meanwhile != null then meanwhile
        else if !file.zip.wanted() then null
        else
          val bytes = plain(path, file)
          if bytes == null then null else compressed(name, file, bytes)

  private def compressed(name: String, file: StoredFile, bytes: Array[Byte]): Array[Byte] | Null =
    val zipped = Gzip.compress(bytes)
    val isShorter = zipped.length < bytes.length
    file.zip.done(isShorter)
    if isShorter then cache.putZipped(name, file, zipped)
    if isShorter then zipped else null

  /** The content of a version that is not held, open for reading; null when the file has changed since. */
  def open(file: StoredFile): OpenedFile | Null =
    val real = file.place.real.nn
    try
      val opened = OpenedFile(FileChannel.open(real, READ), real, file.stamp.nn, file.isWeak)
      // the opened file has the stamp that the name had before and has now
      if FileStamp.of(real) == file.stamp then opened
      else
        opened.close()
        null
    catch case _: IOException => null

  private[internal] def cachedBytes: Long = cache.bytes

  private def nameOf(path: String): String | Null =
    val segments = path.split("/", -1)
    val file = segments.last
    // Encoded slashes, backslashes and dots were decoded before and must not climb out now.
    val safe = segments.init.forall(s => s.nonEmpty && isName(s)) && (file.isEmpty || isName(file))
    if !safe then null else if file.isEmpty then s"${path}index.html" else path

  private def isName(s: String) =
    s != "." && s != ".." && !s.exists(c => c == '\\' || c == '/' || c == ':' || c.isControl)

  private def locked[A](name: String)(body: => A): A =
    val lock = locks(Math.floorMod(name.hashCode, locks.length))
    if !lock.tryLock() then Engine.blocking(lock.lock())
    try body
    finally lock.unlock()

  private def isFresh(known: StoredFile): Boolean =
    val served = known.place.served
    served == null || known.isSettled && FileStamp.of(served) == known.stamp

  private def isGone(known: StoredFile): Boolean =
    val served = known.place.served
    served != null && FileStamp.of(served) == null

  private def load(name: String, known: StoredFile | Null): StoredFile | Null =
    var attempt = 1
    var result = attempted(name, known, attempt)
    while result == Again && attempt < Attempts do
      attempt += 1
      result = attempted(name, known, attempt)
    result match
      case file: StoredFile => file
      case null =>
        cache.remove(name)
        null
      case _ => throw FileStore.Unsettled

  private def attempted(
      name: String,
      known: StoredFile | Null,
      attempt: Int
  ): StoredFile | Null | Again.type =
    val place = locate(name)
    if place == null then null
    else if place.real == null then packed(name, place)
    else onDisk(name, place, known, isFirst = attempt == 1, isLast = attempt == Attempts)

  private def onDisk(
      name: String,
      place: FilePlace,
      known: StoredFile | Null,
      isFirst: Boolean,
      isLast: Boolean
  ): StoredFile | Null | Again.type =
    val real = place.real.nn
    val stamp = FileStamp.of(real)
    if stamp == null then if isLast || FileStamp.of(place.served.nn) == null then null else Again
    else
      val now = System.currentTimeMillis
      val unsettled = stamp.unsettledMillis(now)
      if now - stamp.changed.toMillis < LongestWriteMillis then Engine.blocking(WriteBarrier.pass(real))
      if stamp.size > maxHeldBytes then large(name, place, stamp, unsettled, known)
      else
        // of a file that is being written now there may be half of two versions
        if unsettled > 0 && stamp.isFine && isFirst && !isAdded(known, stamp) then pause(unsettled)
        small(name, place, known)

  /** A file that is only added to is the same at each reading, as far as it went at the first. */
  private def small(
      name: String,
      place: FilePlace,
      known: StoredFile | Null
  ): StoredFile | Null | Again.type =
    val real = place.real.nn
    val stamp = FileStamp.of(real)
    val bytes = read(real, maxHeldBytes)
    if stamp == null || bytes == null then Again
    else
      val isSettled = stamp.unsettledMillis(System.currentTimeMillis) == 0 && bytes.length == stamp.size
      if isSettled && FileStamp.of(real) == stamp then
        held(name, place, stamp, bytes, isSettled = true, known)
      else
        val again = read(real, maxHeldBytes)
        val isSame = again != null && again.length >= bytes.length &&
          Arrays.equals(bytes, 0, bytes.length, again, 0, bytes.length)
        if isSame then held(name, place, stamp, bytes, isSettled = false, known) else Again

  /** Known by its stamp alone: so that must be settled, unless the file is only added to. Where the file
    * system knows whole seconds only, that would take too long, and the tag is a weak one.
    */
  private def large(
      name: String,
      place: FilePlace,
      stamp: FileStamp,
      unsettled: Long,
      known: StoredFile | Null
  ): StoredFile | Again.type =
    val start = OpenedFile.startOf(place.real.nn)
    val grows = isAdded(known, stamp) && known.nn.start == start
    if unsettled > 0 && stamp.isFine && !grows then
      pause(unsettled)
      Again
    else
      val hash = StoredFile.hashOf(stamp)
      val second = stamp.modified.toMillis / 1000
      val file = StoredFile(
        MediaTypes.ofFile(name),
        stamp.size,
        place,
        stamp,
        hash,
        second,
        isHeld = false,
        isSettled = unsettled == 0,
        grows,
        sharesDate(known, hash, second),
        start,
        ZipState(possible = false)
      )
      cache.put(name, file)
      file
    end if
  end large

  private def pause(millis: Long): Unit = Engine.blocking(Thread.sleep(millis))

  /** Whether the file has only become longer since, as a log does. */
  private def isAdded(known: StoredFile | Null, stamp: FileStamp) =
    val before = if known == null then null else known.stamp
    before != null && before.key == stamp.key && (before == stamp && known.nn.grows || before.size < stamp.size)

  private def sharesDate(known: StoredFile | Null, hash: String, second: Long) =
    known != null && known.modifiedSecond == second && (known.hash != hash || known.sharesDate)

  private def packed(name: String, place: FilePlace): StoredFile | Null =
    val connection = place.url.nn.openConnection()
    val isFolder = connection match
      case jar: JarURLConnection =>
        jar.getJarEntry == null || jar.getJarEntry.isDirectory || isJarFolder(jar)
      case _ => false
    if isFolder then null
    else held(name, place, null, whole(connection.getInputStream), isSettled = true, known = null)

  private def held(
      name: String,
      place: FilePlace,
      stamp: FileStamp | Null,
      bytes: Array[Byte],
      isSettled: Boolean,
      known: StoredFile | Null
  ): StoredFile =
    val before = if known == null then null else cache.plainOf(name, known)
    val contentType = MediaTypes.ofFile(name)
    val isKnown = before != null && Arrays.equals(before, bytes)
    val hash = if isKnown then known.nn.hash else StoredFile.hashOf(bytes)
    val modified =
      if stamp != null then stamp.modified.toMillis else place.url.nn.openConnection.getLastModified
    val file = StoredFile(
      contentType,
      bytes.length,
      place,
      stamp,
      hash,
      modified / 1000,
      isHeld = true,
      isSettled,
      grows = false,
      sharesDate(known, hash, modified / 1000),
      start = 0,
      if isKnown then known.nn.zip
      else ZipState(bytes.length >= Gzip.MinBytes && Gzip.isCompressible(contentType))
    )
    cache.put(name, file)
    cache.putPlain(name, file, if isKnown then before.nn else bytes)
    file
  end held

  /** The bytes of a version that are no longer held: not hashed again, as its stamp tells that they are the
    * same.
    */
  private def sameBytes(file: StoredFile): Array[Byte] | Null =
    val real = file.place.real
    val bytes = if real != null then read(real, maxHeldBytes) else whole(file.place.url.nn.openStream())
    val isSame = bytes != null && bytes.length == file.size &&
      (real == null || file.isSettled && FileStamp.of(real) == file.stamp)
    if isSame then bytes else null

  private def isJarFolder(jar: JarURLConnection) =
    jar.getJarFile.getJarEntry(s"${jar.getEntryName}/") != null
end FileStore

private[eddy] object FileStore:
  private val MaxCachedBytes = 64L * 1024 * 1024
  private val MaxHeldBytes = 1024 * 1024L

  /** A file that changes all the time is read so often for a version that stands still. */
  private val Attempts = 5

  /** After so long a write that was begun is over. */
  private final val LongestWriteMillis = 10_000L

  /** A file changes at each attempt to read it. */
  object Unsettled extends Exception("the file is being changed all the time"), NoStackTrace

  private object Again

  /** A folder of the class path. */
  def of(folder: String, maxCachedBytes: Long = MaxCachedBytes): FileStore =
    val root = folder.stripPrefix("/").stripSuffix("/")
    require(
      root.nonEmpty,
      s"folder \"$folder\": name one of the class path, such as \"web\"; all of it is never served"
    )
    // Of the thread that registers the route: a worker's may be another one.
    val own = Thread.currentThread.getContextClassLoader
    val loader = if own == null then classOf[FileStore].getClassLoader else own
    def locate(name: String): FilePlace | Null =
      val url: URL | Null = loader.getResource(s"$root/$name")
      if url == null then null
      else
        val path = if url.getProtocol == "file" then Path.of(url.toURI) else null
        FilePlace(url, path, path)
    new FileStore(locate, Int.MaxValue - 8, maxCachedBytes)

  /** A folder on disk. Files that links lead to outside of it are not served, nor files hidden by a dot, but
    * for `.well-known`. The folder itself may be a link, which is resolved for each request.
    */
  def onDisk(
      folder: Path,
      maxHeldBytes: Long = MaxHeldBytes,
      maxCachedBytes: Long = MaxCachedBytes
  ): FileStore =
    require(
      Files.isDirectory(folder),
      s"folder $folder: there is no such folder in ${Path.of("").toAbsolutePath}; make it, or give another path"
    )
    val root = folder.toAbsolutePath
    def locate(name: String): FilePlace | Null =
      val isHidden = name.split('/').exists(s => s.startsWith(".") && s != ".well-known")
      if isHidden then null
      else
        try within(root, root.resolve(name), Attempts)
        // no file can have such a name here
        catch case _: InvalidPathException => null
    new FileStore(locate, maxHeldBytes, maxCachedBytes)
  end onDisk

  /** @param attempts as the link that the folder is may be switched between two looks at it */
  private def within(root: Path, served: Path, attempts: Int): FilePlace | Null =
    val before = realPath(root)
    val real = realPath(served)
    if before != null && real != null && real.startsWith(before) then FilePlace(null, served, real)
    else if attempts <= 1 || before != null && realPath(root) == before then null
    else within(root, served, attempts - 1)

  private def realPath(path: Path): Path | Null =
    try path.toRealPath()
    catch case _: IOException => null

  /** The whole file; null when it is larger, or gone. */
  private def read(file: Path, maxBytes: Long): Array[Byte] | Null =
    try
      val in = Files.newInputStream(file)
      try
        val bytes = in.readNBytes(math.min(maxBytes + 1, Int.MaxValue - 8).toInt)
        if bytes.length > maxBytes then null else bytes
      finally in.close()
    catch case _: IOException => null

  private def whole(in: InputStream): Array[Byte] =
    try in.readAllBytes()
    finally in.close()
end FileStore
