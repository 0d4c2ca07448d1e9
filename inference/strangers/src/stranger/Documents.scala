package stranger

import java.io.{ByteArrayOutputStream, PrintWriter, StringWriter}
import java.nio.{ByteBuffer, IntBuffer}
import java.util.{Collections, Properties, TreeMap}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** Documents with versions, configuration, feature flags, audit logs and search indexes. */
object Documents:
  final case class Revision(version: Int, text: String)

  final class Document:
    private var revisions = List(Revision(0, ""))
    def edit(base: Int, text: String): Either[String, Int] =
      val current = revisions.head
      if current.version != base then Left(s"conflict with ${current.version}")
      else
        revisions = Revision(base + 1, text) :: revisions
        Right(base + 1)
    def version: Int = revisions.head.version
    def length: Int = revisions.size

  private val document = StrangerCase("optimistic versions of a document"):
    val doc = Document()
    var conflicts, edits = 0
    val edit: Int => Unit =
      i => doc.edit(if i % 4 == 0 then i else doc.version, s"t$i").fold(_ => conflicts += 1, _ => edits += 1)
    handlers(edit, edit).leave: n =>
      expect("version", doc.version, edits).orElse(expect("revisions", doc.length, edits + 1))
        .orElse(expect("attempts", conflicts + edits, 2 * n))

  private val undo = StrangerCase("undo and redo stacks"):
    val (done, undone) = (mutable.Stack[Int](), mutable.Stack[Int]())
    handlers(
      i => done.push(i): Unit,
      _ => if done.nonEmpty then undone.push(done.pop()): Unit,
      _ => if undone.nonEmpty then done.push(undone.pop()): Unit
    ).leave(n => expect("edits", done.size + undone.size, n))

  private val flags = StrangerCase("feature flags flipped"):
    object Flags:
      private val on = mutable.Map[String, Boolean]("beta" -> false, "dark" -> true)
      @volatile private var flips = 0
      def flip(name: String): Unit =
        on.update(name, !on(name))
        flips += 1
      def isOn(name: String): Boolean = on(name)
      def count: Int = flips
    var seen = 0
    handlers(
      _ => Flags.flip("beta"),
      _ => Flags.flip("dark"),
      _ => if Flags.isOn("beta") != Flags.isOn("dark") then seen += 1
    )
      .leave(n =>
        expect("flips", Flags.count, 2 * n)
          .orElse(expect("beta", Flags.isOn("beta"), n % 2 == 1)).orElse(expect(
            "dark",
            Flags.isOn("dark"),
            n % 2 == 0
          ))
      )

  final case class Config(hosts: List[String] = Nil, timeout: Int = 0, tags: Map[String, Int] = Map.empty)

  private val config = StrangerCase("configuration as an immutable value in a var"):
    var config = Config()
    handlers(
      i => config = config.copy(hosts = s"h$i" :: config.hosts),
      _ => config = config.copy(timeout = config.timeout + 1),
      i => config = config.copy(tags = config.tags.updatedWith(s"t${i % 2}")(n => Some(n.getOrElse(0) + 1)))
    ).leave: n =>
      expect("config", (config.hosts.size, config.timeout, config.tags.values.sum), (n, n, n))

  private val properties = StrangerCase("properties changed by key"):
    val properties = Properties()
    val bump: Int => Unit = i =>
      val key = s"p${i % 3}"
      properties.setProperty(key, (properties.getProperty(key, "0").toInt + 1).toString): Unit
    handlers(bump, i => bump(i + 1))
      .leave(n => expect("sum", properties.asScala.values.map(_.toInt).sum, 2 * n))

  private val audit = StrangerCase("an audit log printed to a string"):
    val text = StringWriter()
    val out = PrintWriter(text)
    val log: Int => Unit = i =>
      out.print("user ")
      out.print(i)
      out.println(" did it")
    handlers(log, log).leave: n =>
      out.flush()
      val lines = text.toString.linesIterator.toList
      expect(
        "lines",
        lines.size,
        2 * n
      ).orElse(require("lines are whole", lines.forall(_.matches("user \\d+ did it"))))

  private val chainedAudit = StrangerCase("an audit log whose entries carry the hash of the one before"):
    final case class Entry(text: String, before: Int):
      val digest: Int = (text, before).##
    val log = mutable.ArrayBuffer[Entry]()
    val append: Int => Unit = i => log += Entry(s"e$i", log.lastOption.fold(0)(_.digest))
    handlers(append, append).leave: n =>
      expect("entries", log.size, 2 * n)
        .orElse(require("the chain holds", log.zip(log.drop(1)).forall((a, b) => b.before == a.digest)))

  private val bytes = StrangerCase("frames written to a byte stream"):
    val out = ByteArrayOutputStream()
    var frames = 0
    val write: Int => Unit = i =>
      val payload = s"frame$i".getBytes
      out.write(payload.length)
      out.write(payload)
      frames += 1
    handlers(write, write).leave: n =>
      val all = out.toByteArray
      var (at, count) = (0, 0)
      while at < all.length do
        at += 1 + all(at)
        count += 1
      expect(
        "frames",
        count,
        2 * n
      ).orElse(expect("end", at, all.length)).orElse(expect("counted", frames, 2 * n))

  private val buffer = StrangerCase("numbers put into an NIO buffer"):
    val buffer = IntBuffer.allocate(10_000)
    handlers(i => buffer.put(i): Unit, i => buffer.put(-i): Unit).leave: n =>
      expect("position", buffer.position, 2 * n)
        .orElse(expect("sum", (0 until buffer.position).map(buffer.get(_)).sum, 0))

  private val header = StrangerCase("counters at fixed places of a byte buffer"):
    val page = ByteBuffer.allocate(64)
    handlers(_ => page.putInt(0, page.getInt(0) + 1): Unit, i => page.putLong(8, page.getLong(8) + i): Unit)
      .leave(n => expect("count", page.getInt(0), n).orElse(expect("sum", page.getLong(8), n * (n - 1L) / 2)))

  final class Index:
    private val postings = mutable.HashMap[String, mutable.SortedSet[Int]]()
    def add(id: Int, text: String): Unit =
      for word <- text.split(' ') do postings.getOrElseUpdate(word, mutable.SortedSet.empty[Int]) += id
    def remove(id: Int): Unit =
      postings.foreachEntry((_, ids) => ids -= id)
      postings.filterInPlace((_, ids) => ids.nonEmpty)
    def search(words: String*): Set[Int] =
      words.map(w => postings.get(w).fold(Set.empty[Int])(_.toSet)).reduceOption(_ & _).getOrElse(Set.empty)
    def pairs: Int = postings.values.map(_.size).sum

  private val index = StrangerCase("an inverted index"):
    val index = Index()
    var found = 0
    handlers(
      i => index.add(i, s"red w${i % 5} blue"),
      i => index.add(i + 1000, s"green w${i % 3}"),
      i => found += index.search("red", "blue").size.min(1)
    ).leave(n => expect("postings", index.pairs, 5 * n))

  private val trie = StrangerCase("a trie of words"):
    final class Trie:
      private val children = mutable.TreeMap[Char, Trie]()
      private var words = 0
      def add(word: String, at: Int = 0): Unit =
        if at == word.length then words += 1
        else children.getOrElseUpdate(word(at), Trie()).add(word, at + 1)
      def count: Int = words + children.valuesIterator.map(_.count).sum
    val trie = Trie()
    handlers(i => trie.add(s"w$i"), i => trie.add("word" * (i % 3 + 1))).leave(n =>
      expect("words", trie.count, 2 * n)
    )

  private val ranges = StrangerCase("text kept as ranges of a sorted map"):
    val lines = TreeMap[Integer, String]()
    for i <- 0 until 10 do lines.put(i * 10, "x")
    val append: Int => Unit = i =>
      val entry = lines.floorEntry(i % 100)
      lines.put(entry.getKey, entry.getValue + "y"): Unit
    val appendLast: Int => Unit =
      _ => lines.lastEntry.getKey.nn.pipe(k => lines.compute(k, (_, v) => v + "z"): Unit)
    handlers(append, appendLast).leave(n =>
      expect("characters", lines.values.asScala.map(_.length).sum, 10 + 2 * n)
    )

  extension [A](a: A) private def pipe[B](f: A => B): B = f(a)

  private val frozen = StrangerCase("a list handed out as unmodifiable"):
    final class Registry:
      private val names = java.util.ArrayList[String]()
      val view: java.util.List[String] = Collections.unmodifiableList(names)
      def add(name: String): Unit = names.add(name): Unit
    val registry = Registry()
    var most = 0
    handlers(i => registry.add(s"n$i"), _ => most = most.max(registry.view.size), i => registry.add(s"m$i"))
      .leave(n => expect("names", registry.view.size, 2 * n).orElse(require("never more", most <= 2 * n)))

  private val tables = StrangerCase("rows with a secondary index"):
    final case class Row(id: Int, city: String)
    final class Table:
      private val rows = mutable.HashMap[Int, Row]()
      private val byCity = mutable.MultiDict0()
      def upsert(row: Row): Unit =
        rows.put(row.id, row).foreach(old => byCity.drop(old.city, old.id))
        byCity.add(row.city, row.id)
      def agrees: Boolean = rows.values.forall(r => byCity(r.city).contains(r.id)) && byCity.size == rows.size
    object mutable:
      export scala.collection.mutable.HashMap
      final class MultiDict0:
        private val sets = HashMap[String, Set[Int]]()
        def apply(key: String): Set[Int] = sets.getOrElse(key, Set.empty)
        def add(key: String, id: Int): Unit = sets(key) = apply(key) + id
        def drop(key: String, id: Int): Unit = sets(key) = apply(key) - id
        def size: Int = sets.values.map(_.size).sum
    val table = Table()
    handlers(i => table.upsert(Row(i % 8, s"c${i % 3}")), i => table.upsert(Row(i % 5, "berlin")))
      .leave(_ => require("table and index agree", table.agrees))

  private val diff = StrangerCase("lines patched in a buffer"):
    val lines = mutable.ArrayBuffer.fill(10)("")
    handlers(
      i => lines.patchInPlace(i % 10, Seq(s"a$i", s"b$i"), 1): Unit,
      _ => lines.insert(0, "top")
    ).leave(n => expect("lines", lines.size, 10 + 2 * n))

  private val xml = StrangerCase("a Java builder filled from many handlers"):
    val builder = java.lang.StringBuilder("<a>")
    val text: Int => Unit = i => builder.append("<i>").append(i % 10).append("</i>"): Unit
    val front: Int => Unit = _ => builder.insert(3, "<b/>"): Unit
    handlers(text, front).leave(n => expect("length", builder.length, 3 + 8 * n + 4 * n))

  val all: List[StrangerCase] = List(
    document,
    undo,
    flags,
    config,
    properties,
    audit,
    chainedAudit,
    bytes,
    buffer,
    header,
    index,
    trie,
    ranges,
    frozen,
    tables,
    diff,
    xml
  )
end Documents
