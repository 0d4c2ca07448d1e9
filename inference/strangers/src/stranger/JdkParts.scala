package stranger

import java.io.{BufferedReader, StringReader}
import java.security.MessageDigest
import java.text.{DecimalFormat, SimpleDateFormat}
import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.{ConcurrentHashMap, ConcurrentSkipListMap}
import java.util.regex.Pattern
import java.util.zip.CRC32
import java.util.{
  ArrayList,
  Collections,
  Date,
  EnumSet,
  HashMap,
  Hashtable,
  IdentityHashMap,
  LinkedHashMap,
  StringTokenizer,
  TreeMap,
  TreeSet,
  Vector as JVector,
  WeakHashMap
}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** Services around parts of the JDK that keep a state. */
object JdkParts:
  private val dateFormat = StrangerCase("one SimpleDateFormat for all"):
    val format = SimpleDateFormat("yyyy-MM-dd HH:mm:ss.SSS")
    val out = mutable.HashSet[String]()
    val print: Int => Unit = i =>
      val day = i * 86_400_000L
      val text = format.format(Date(day))
      if format.parse(text).getTime != day then throw IllegalStateException(text)
      out += text
    handlers(print, i => print(i + 1000)).leave(n => expect("days", out.size, 2 * n))

  private val decimals = StrangerCase("one DecimalFormat for all"):
    val format = DecimalFormat("#,##0.00")
    val wrong = mutable.ListBuffer[String]()
    val print: Int => Unit = i =>
      val text = format.format(i + 0.5)
      if format.parse(text).doubleValue != i + 0.5 then wrong += text
    handlers(print, i => print(i * 1000)).leave(_ => expect("wrong", wrong.toList, Nil))

  private val digest = StrangerCase("one digest for all"):
    val sha = MessageDigest.getInstance("SHA-256")
    val hashes = mutable.Map[Int, Set[String]]().withDefaultValue(Set.empty)
    val hash: Int => Unit = i =>
      sha.reset()
      sha.update(s"user${i % 4}".getBytes)
      sha.update("salt".getBytes)
      hashes(i % 4) += sha.digest().map(b => f"$b%02x").mkString
    handlers(hash, hash).leave(_ => require("one hash each", hashes.values.forall(_.size == 1)))

  private val checksum = StrangerCase("a running checksum"):
    val crc = CRC32()
    var sizes = 0L
    val text = "abc".getBytes
    handlers(
      _ =>
        crc.update(text); sizes += 3
      ,
      _ =>
        crc.update(text, 0, 3); sizes += 3
    ).leave: n =>
      val other = CRC32()
      for _ <- 0 until 2 * n do other.update(text)
      expect("checksum", crc.getValue, other.getValue).orElse(expect("bytes", sizes, 6L * n))

  private val reader = StrangerCase("lines of one reader handed out"):
    val lines = BufferedReader(StringReader((0 until 1000).map(i => s"line $i").mkString("\n")))
    val seen = mutable.HashSet[String]()
    var reads = 0
    val read: Int => Unit = _ =>
      Option(lines.readLine()).foreach: line =>
        seen += line
        reads += 1
    handlers(read, read).leave(n => expect("lines", seen.size, 2 * n).orElse(expect("reads", reads, 2 * n)))

  private val tokens = StrangerCase("tokens of one tokenizer handed out"):
    val tokens = StringTokenizer((0 until 1000).mkString(" "))
    val taken = ArrayList[String]()
    val take: Int => Unit = _ => if tokens.hasMoreTokens then taken.add(tokens.nextToken()): Unit
    handlers(take, take).leave(n => expect("tokens", taken.asScala.toSet.size, 2 * n))

  private val matcher = StrangerCase("one matcher moved on"):
    val numbers = Pattern.compile("\\d+").matcher((0 until 1000).mkString("a"))
    val found = mutable.ArrayBuffer[Int]()
    val next: Int => Unit = _ => if numbers.find() then found += numbers.group().toInt
    handlers(next, next).leave(n => expect("numbers", found.toSet.size, 2 * n))

  private val replaced = StrangerCase("a replacement that counts"):
    var replaced = 0
    val names = """\w+""".r
    val mask: Int => Unit = i =>
      names.replaceAllIn(
        s"ann bob $i",
        m =>
          replaced += 1; "x"
      ): Unit
    val maskJava: Int => Unit = i =>
      Pattern.compile("b.b").matcher("bob bub").replaceAll(m =>
        replaced += 1; "y"
      ): Unit
    handlers(mask, maskJava).leave(n => expect("replaced", replaced, 5 * n))

  private val seeded = StrangerCase("a generator behind a function"):
    val random = java.util.Random(1)
    val next = () => random.nextInt(1 << 30)
    val drawn = mutable.ArrayBuffer[Int]()
    handlers(_ => drawn += next(), _ => drawn += next()).leave: n =>
      val other = java.util.Random(1)
      expect("numbers", drawn.toList, List.fill(2 * n)(other.nextInt(1 << 30)))

  private val computeInside = StrangerCase("a plain counter inside a concurrent map's compute"):
    val sessions = ConcurrentHashMap[Int, Integer]()
    var created = 0
    val touch: Int => Unit = i =>
      sessions.compute(
        i % 16,
        (_, n) =>
          created += 1
          if n == null then 1 else n + 1
      ): Unit
    handlers(
      touch,
      i =>
        sessions.computeIfAbsent(
          i + 1000,
          _ =>
            created += 1; 1
        ): Unit
    )
      .leave(n =>
        expect(
          "calls",
          created,
          2 * n
        ).orElse(expect("sum", sessions.values.asScala.map(_.intValue).sum, 2 * n))
      )

  private val listsInside = StrangerCase("plain lists inside a concurrent map"):
    val rooms = ConcurrentHashMap[String, ArrayList[Int]]()
    val say: Int => Unit = i => rooms.computeIfAbsent(s"r${i % 2}", _ => ArrayList[Int]()).add(i): Unit
    handlers(say, i => rooms.values.forEach(r => if r.size > 5 && i % 2 == 0 then r.set(0, i)), say)
      .leave(n => expect("messages", rooms.values.asScala.map(_.size).sum, 2 * n))

  private val skipList = StrangerCase("buckets inside a concurrent skip list"):
    final class Bucket:
      var n = 0
    val buckets = ConcurrentSkipListMap[Int, Bucket]()
    for b <- 0 until 50 by 10 do buckets.put(b, Bucket())
    handlers(i => buckets.floorEntry(i % 50).getValue.n += 1, _ => buckets.lastEntry.getValue.n += 1)
      .leave(n => expect("sum", buckets.values.asScala.map(_.n).sum, 2 * n))

  private val atomicHolder = StrangerCase("a plain map in an atomic reference"):
    val current = AtomicReference(mutable.HashMap[Int, Int]())
    handlers(
      i => current.get.nn.updateWith(i % 3)(n => Some(n.getOrElse(0) + 1)): Unit,
      i => if i % 10 == 0 then current.set(mutable.HashMap.from(current.get.nn))
    ).leave(n => expect("sum", current.get.nn.values.sum, n))

  private val legacy = StrangerCase("a Hashtable, a Vector and its enumeration"):
    val (table, vector) = (Hashtable[String, Integer](), JVector[Int]())
    var sum = 0
    handlers(
      i => table.put(s"k${i % 2}", table.getOrDefault(s"k${i % 2}", 0) + 1): Unit,
      i => if vector.size < 30 then vector.addElement(1) else vector.set(0, vector.get(0) + 1),
      _ => sum += Collections.list(vector.elements).size.min(0)
    ).leave(n =>
      expect(
        "table",
        table.values.asScala.map(_.intValue).sum,
        n
      ).orElse(expect("vector", vector.asScala.sum, n))
    )

  private val enumSet = StrangerCase("rights in an enum set"):
    val days = EnumSet.noneOf(classOf[java.time.DayOfWeek])
    var size = 0
    val toggle: Int => Unit = i =>
      val day = java.time.DayOfWeek.of(i * 3 % 7 + 1)
      if days.add(day) then size += 1
      else if days.remove(day) then size -= 1
    handlers(toggle, toggle).leave(_ => expect("days", days.size, size))

  private val setFromMap = StrangerCase("a set from a map, and the map"):
    val map = IdentityHashMap[Integer, java.lang.Boolean]()
    val set = Collections.newSetFromMap(map)
    val numbers = Array.tabulate[Integer](16)(i => Integer.valueOf(i + 1000))
    var added = 0
    handlers(
      i => if set.add(numbers(i % 16)) then added += 1,
      i => if map.remove(numbers(i * 3 % 16)) != null then added -= 1
    ).leave(_ => expect("size", map.size, added))

  private val lifo = StrangerCase("a stack over a deque"):
    val deque = java.util.ArrayDeque[Int]()
    val stack = Collections.asLifoQueue(deque)
    var taken = 0
    handlers(i => stack.add(i): Unit, i => deque.addLast(i), _ => if stack.poll() != null then taken += 1)
      .leave(n => expect("size", deque.size + taken, 2 * n))

  private val checkedList = StrangerCase("a checked list over a list"):
    val names = ArrayList[String]()
    val checked = Collections.checkedList(names, classOf[String])
    handlers(i => checked.add(s"a$i"): Unit, i => names.add(s"b$i"): Unit).leave(n =>
      expect("names", names.size, 2 * n)
    )

  private val reversed = StrangerCase("a list and its reverse"):
    val list = ArrayList[Int]()
    val back = list.reversed
    handlers(i => list.add(i): Unit, i => back.add(i): Unit, i => list.addFirst(i))
      .leave(n => expect("size", list.size, 3 * n))

  private val mapViews = StrangerCase("live views of a Java map in fields"):
    final class Users:
      private val byId = HashMap[Int, String]()
      private val ids = byId.keySet
      private val names = byId.values
      var removed = 0
      def add(id: Int): Unit = byId.put(id, s"u$id"): Unit
      def removeEven(): Unit = if ids.removeIf(_ % 8 == 0) then removed += 1
      def rename(): Unit = byId.replaceAll((_, name) => name + "x")
      def remove(name: String): Unit = if names.remove(name) then removed += 1
      def size: Int = ids.size
    val users = Users()
    handlers(i => users.add(i * 2 + 1), _ => users.rename(), i => users.remove(s"u$i"))
      .leave(n => expect("users", users.size + users.removed, n))

  private val subSets = StrangerCase("parts of a tree set"):
    val all = TreeSet[Int]()
    val low = all.headSet(50)
    val high = all.tailSet(50, true).descendingSet
    var (added, taken) = (0, 0)
    handlers(
      i => if low.add(i % 50) then added += 1,
      i => if high.add(50 + i) then added += 1,
      _ => if all.size > 10 && all.pollFirst() != null then taken += 1
    ).leave(n => expect("size", all.size + taken, added))

  private val arrayAsList = StrangerCase("an array and the list over it"):
    val array = Array[Integer](0, 0, 0, 0)
    val list = java.util.Arrays.asList(array*)
    val own = java.util.Arrays.asList[Integer](0, 0, 0)
    handlers(i => list.set(i % 4, list.get(i % 4) + 1): Unit, i => own.replaceAll(x => x + 1))
      .leave(n =>
        expect(
          "list",
          list.asScala.map(_.intValue).sum,
          n
        ).orElse(expect("own", own.asScala.map(_.intValue).sum, 3 * n))
      )

  private val weak = StrangerCase("notes on objects in a weak map"):
    final class Token(val id: Int)
    val tokens = Vector.tabulate(4)(Token(_))
    val notes = WeakHashMap[Token, String]()
    val note: Int => Unit = i => notes.merge(tokens(i % 4), "x", (a, b) => a + b): Unit
    handlers(note, i => notes.compute(tokens(0), (_, old) => if old == null then "y" else old + "y"): Unit)
      .leave(n => expect("notes", tokens.map(t => notes.getOrDefault(t, "").length).sum, 2 * n))

  private val memoryOrder = StrangerCase("insertion order moved to the end"):
    val order = LinkedHashMap[String, Integer]()
    val use: Int => Unit = i =>
      val key = s"k${i % 5}"
      val old = order.remove(key)
      order.putLast(key, if old == null then 1 else old + 1): Unit
    handlers(
      use,
      i => use(i + 2),
      _ => if order.firstEntry != null then order.sequencedKeySet.getFirst.length: Unit
    )
      .leave(n => expect("uses", order.values.asScala.map(_.intValue).sum, 2 * n))

  private val cursor = StrangerCase("a spliterator worked off"):
    val work = ArrayList[Int]((0 until 1000).asJava)
    val rest = work.spliterator
    val done = mutable.HashSet[Int]()
    handlers(_ => rest.tryAdvance(done += _): Unit, _ => rest.tryAdvance(done += _): Unit)
      .leave(n => expect("done", done.size, 2 * n))

  private val calendar = StrangerCase("one calendar moved on"):
    val calendar = java.util.GregorianCalendar(2026, 0, 1)
    var days = 0
    handlers(
      _ =>
        calendar.add(java.util.Calendar.DAY_OF_YEAR, 1); days += 1
      ,
      _ =>
        calendar.add(java.util.Calendar.DATE, 2); days += 2
    ).leave: n =>
      val other = java.util.GregorianCalendar(2026, 0, 1)
      other.add(java.util.Calendar.DATE, 3 * n)
      expect("date", calendar.getTime, other.getTime).orElse(expect("days", days, 3 * n))

  private val calendarRead = StrangerCase("one calendar set and then read"):
    val calendar = java.util.GregorianCalendar(2026, 0, 1)
    var (month, date) = (0, 1)
    val set: Int => Unit = i =>
      month = i % 12
      date = 1 + i % 28
      calendar.set(2026, month, date)
    val read: Int => Unit = _ =>
      val now = (calendar.get(java.util.Calendar.MONTH), calendar.get(java.util.Calendar.DATE))
      if now != (month, date) then throw IllegalStateException(s"$now instead of ${(month, date)}")
    handlers(set, read, read, read).leave(_ => None)

  private val firstAndLast = StrangerCase("first and last of a character iterator"):
    val text = java.text.StringCharacterIterator("abc")
    handlers(
      _ =>
        text.first(); if text.current != 'a' then throw IllegalStateException(s"first: ${text.current}")
      ,
      _ =>
        text.last(); if text.current != 'c' then throw IllegalStateException(s"last: ${text.current}")
    ).leave(_ => None)

  private val words = StrangerCase("first and last word of a break iterator"):
    val words = java.text.BreakIterator.getWordInstance()
    words.setText("a bc def")
    handlers(
      _ =>
        words.first(); if words.current != 0 then throw IllegalStateException(s"first: ${words.current}")
      ,
      _ =>
        words.last(); if words.current != 8 then throw IllegalStateException(s"last: ${words.current}")
    ).leave(_ => None)

  /** Handlers count in an array that another one rearranges without changing its sum. */
  private def rearranged(name: String)(rearrange: Array[Int] => Unit) = StrangerCase(name):
    val numbers = Array.tabulate(20_000)(i => 20_000 - i)
    val before = numbers.sum
    handlers(
      i => for k <- 0 until 200 do numbers(i * 200 + k) += 1,
      _ => rearrange(numbers)
    ).leave(n => expect("sum", numbers.sum, before + 200 * n))

  private val sorted = rearranged("an array sorted"): numbers =>
    java.util.Arrays.sort(numbers)
  private val parallelSort = rearranged("an array sorted in parallel"): numbers =>
    java.util.Arrays.parallelSort(numbers)
  private val parallelPrefix = rearranged("an array gone through in parallel"): numbers =>
    java.util.Arrays.parallelPrefix(numbers, (_, b) => b)

  private val comparatorWithState = StrangerCase("a comparator that remembers ranks"):
    val ranks = HashMap[String, Integer]()
    var asked = 0
    val byRank: java.util.Comparator[String] = (a, b) =>
      asked += 1
      Integer.compare(rank(ranks, a), rank(ranks, b))
    val names = ArrayList[String](java.util.List.of("a", "b", "c", "d"))
    val sort: Int => Unit = i => names.sort(byRank)
    handlers(sort, i => Collections.max(names, byRank): Unit).leave: n =>
      expect("ranks", ranks.size, 4).orElse(expect("distinct", ranks.values.asScala.toSet.size, 4))
        .orElse(require("asked", asked >= 6 * n))
  private def rank(ranks: HashMap[String, Integer], name: String): Int =
    ranks.computeIfAbsent(name, _ => ranks.size + 1)

  val all: List[StrangerCase] = List(
    dateFormat,
    decimals,
    digest,
    checksum,
    reader,
    tokens,
    matcher,
    replaced,
    seeded,
    computeInside,
    listsInside,
    skipList,
    atomicHolder,
    legacy,
    enumSet,
    setFromMap,
    lifo,
    checkedList,
    reversed,
    mapViews,
    subSets,
    arrayAsList,
    weak,
    memoryOrder,
    cursor,
    calendar,
    comparatorWithState,
    calendarRead,
    firstAndLast,
    words,
    sorted,
    parallelSort,
    parallelPrefix
  )
end JdkParts
