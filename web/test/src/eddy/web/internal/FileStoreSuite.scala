package eddy.web.internal

import eddy.testing.{PatientSuite, TestFolder}

import java.nio.file.attribute.FileTime
import java.nio.file.{Files, Path}
import java.util.concurrent.CompletableFuture
import scala.util.Random

class FileStoreSuite extends PatientSuite:
  private val folder = FunFixture[Path](_ => Files.createTempDirectory("eddy-store"), TestFolder.delete(_))
  private val Size = 100_000

  /** Text that gzip makes about half as long. */
  private def text(seed: Int) =
    val random = Random(seed)
    Array.fill[Byte](Size)(('a' + random.nextInt(16)).toByte)

  /** Written long ago: no writer can be active. */
  private def written(file: Path, content: Array[Byte]): Path =
    Files.write(file, content)
    val settled = FileStamp.of(file).nn
    eddy.testing.Eventually.until("the file is old enough")(
      settled.unsettledMillis(System.currentTimeMillis) == 0
    )
    file

  private def cpu[A](body: => A): (A, Long) =
    val threads = java.lang.management.ManagementFactory.getThreadMXBean
    val before = threads.getCurrentThreadCpuTime
    val result = body
    (result, threads.getCurrentThreadCpuTime - before)

  folder.test(
    "a full cache drops what was not used for longest, and compresses it again only when often asked for"
  ): dir =>
    val names = (0 until 20).map(n => s"$n.txt")
    for (name, n) <- names.zipWithIndex do Files.write(dir.resolve(name), text(n))
    written(dir.resolve("last.txt"), text(20)): Unit
    val store = FileStore.onDisk(dir, maxCachedBytes = 4 * Size)
    def ask(name: String): Boolean =
      val file = store.find(name).nn
      val zipped = store.zipped(name, file)
      val plain = store.plain(name, file).nn
      assertEquals(StoredFile.hashOf(plain), file.hash)
      zipped != null
    assert(names.forall(ask))
    assert(clue(store.cachedBytes) <= 4 * Size)
    // in turn: each was dropped when it comes up again
    val rounds = (1 to 7).map(_ => names.count(ask))
    assert(rounds.forall(_ <= 4), s"compressed again at once: $rounds")
    val again = (1 to 5).map(_ => names.count(ask)).sum
    assert(clue(again) >= names.size)
    // one that is used stays
    ask("last.txt"): Unit
    for name <- names do
      assert(ask("last.txt"))
      ask(name): Unit

  folder.test(
    "of a file that is known no request but the first costs hashing and compressing, cached or not"
  ): dir =>
    val large = Array.concat((0 until 9).map(text)*)
    val file = written(dir.resolve("a.txt"), large)
    val other = written(dir.resolve("b.txt"), large)
    val store = FileStore.onDisk(dir, maxCachedBytes = 2 * large.length)
    def ask(name: String) =
      val found = store.find(name).nn
      if store.zipped(name, found) == null then store.plain(name, found): Unit
    val (_, first) = cpu(ask("a.txt"))
    ask("b.txt")
    // each drops the bytes of the other, as there is room for one
    val (_, later) = cpu((1 to 4).foreach(_ => Seq(file, other).foreach(f => ask(f.getFileName.toString))))
    assert(clue(later / 8) < clue(first) / 4)

  folder.test("deleted files make room before used ones"): dir =>
    val names = (0 until 3).map(n => s"$n.bin")
    for (name, n) <- names.zipWithIndex do written(dir.resolve(name), text(n)): Unit
    val store = FileStore.onDisk(dir, maxCachedBytes = 2 * 3 * (Size + 1000))
    def bytes(name: String) = store.plain(name, store.find(name).nn).nn
    val first = names.map(bytes)
    Files.delete(dir.resolve("2.bin"))
    written(dir.resolve("new.bin"), text(9)): Unit
    bytes("new.bin"): Unit
    // the same arrays: still in the cache, though used before the deleted one
    for n <- 0 to 1 do assert(bytes(names(n)) eq first(n), names(n))
    assertEquals(store.find("2.bin"), null)

  folder.test("a file that many ask for at once is read and compressed once"): dir =>
    written(dir.resolve("a.txt"), text(1)): Unit
    for _ <- 1 to 20 do
      val store = FileStore.onDisk(dir)
      val all = (1 to 8).map: _ =>
        CompletableFuture.supplyAsync: () =>
          val file = store.find("a.txt").nn
          (file, store.zipped("a.txt", file))
      val answers = all.map(await(_))
      for (file, zipped) <- answers do
        assert(file eq answers.head(0))
        assert(zipped eq answers.head(1))

  folder.test("content that comes back under another time is not compressed again"): dir =>
    val file = written(dir.resolve("a.txt"), text(1))
    val store = FileStore.onDisk(dir)
    val first = store.find("a.txt").nn
    val zipped = store.zipped("a.txt", first)
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000))
    val second = store.find("a.txt").nn
    assertEquals((second.tag, second.modifiedSecond), (first.tag, 1000L))
    assert(store.zipped("a.txt", second) eq zipped)
end FileStoreSuite
