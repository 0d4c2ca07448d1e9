package eddy.web.internal

import java.util.concurrent.atomic.AtomicLong

/** The files of one folder: of each what HTTP wants to know of it, and as much of the contents as there is
  * room for, those as they are and those compressed apart, since the latter cost a hundred times as much to
  * make. The least recently used go first, deleted files before them. Any thread.
  *
  * @param mostBytes of all contents
  * @param isGone whether the file has been deleted; asked without a lock
  */
private[eddy] final class FileCache(mostBytes: Long, isGone: StoredFile => Boolean):
  private val files = RecentlyUsed[StoredFile](FileCache.MostFiles, _ => 1)
  private val plain = RecentlyUsed[FileCache.Content](mostBytes / 2, _.bytes.length + FileCache.EntryBytes)
  private val zipped = RecentlyUsed[FileCache.Content](mostBytes / 2, _.bytes.length + FileCache.EntryBytes)
  private val looked = AtomicLong(System.nanoTime - FileCache.LookNanos)

  def find(name: String): StoredFile | Null = files.get(name)

  def put(name: String, file: StoredFile): Unit =
    files.put(name, file)
    trim()

  def remove(name: String): Unit = Seq(files, plain, zipped).foreach(_.remove(name))

  /** The content of this version; null when it is not there. */
  def plainOf(name: String, file: StoredFile): Array[Byte] | Null = of(plain.get(name), file)
  def zippedOf(name: String, file: StoredFile): Array[Byte] | Null = of(zipped.get(name), file)

  def putPlain(name: String, file: StoredFile, bytes: Array[Byte]): Unit =
    plain.put(name, FileCache.Content(file.hash, bytes))
    trim()

  def putZipped(name: String, file: StoredFile, bytes: Array[Byte]): Unit =
    zipped.put(name, FileCache.Content(file.hash, bytes))
    trim()

  private[internal] def bytes: Long = plain.total + zipped.total

  private def of(content: FileCache.Content | Null, file: StoredFile): Array[Byte] | Null =
    if content != null && content.hash == file.hash then content.bytes else null

  private def trim(): Unit =
    if files.isOver || plain.isOver || zipped.isOver then
      val now = System.nanoTime
      val before = looked.get
      if now - before >= FileCache.LookNanos && looked.compareAndSet(before, now) then
        for (name, file) <- files.eldest(FileCache.LookedAt) do if isGone(file) then remove(name)
      Seq(files, plain, zipped).foreach(_.trim())
end FileCache

private[eddy] object FileCache:
  private final val MostFiles = 20_000L
  private final val EntryBytes = 256

  /** Looking for deleted files costs a call of the system for each. */
  private final val LookNanos = 1_000_000_000L
  private final val LookedAt = 1000

  private final class Content(val hash: String, val bytes: Array[Byte])
end FileCache
