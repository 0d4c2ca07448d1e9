package stranger

import java.util.{BitSet, HashMap, LinkedHashMap, TreeMap}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** Rate limiters, sessions, caches, id generators and windows that drop duplicates. */
object Limits:
  final class TokenBucket(capacity: Int):
    private var tokens = capacity
    private var refills = 0
    def take(): Boolean =
      if tokens == 0 then false
      else
        tokens -= 1
        true
    def refill(): Unit = if tokens < capacity then
      tokens += 1
      refills += 1
    def spent: Int = capacity + refills - tokens

  private val bucket = StrangerCase("token bucket"):
    val bucket = TokenBucket(40)
    var granted = 0
    handlers(_ => if bucket.take() then granted += 1, _ => bucket.refill())
      .leave(_ => expect("tokens", bucket.spent, granted))

  private val perClient = StrangerCase("a window for each client"):
    val windows = HashMap[Integer, mutable.Queue[Int]]()
    var allowed, denied = 0
    val hit: Int => Unit = i =>
      val window = windows.computeIfAbsent(i % 4, _ => mutable.Queue[Int]())
      window.dequeueWhile(_ < i - 16): Unit
      if window.size < 3 then
        window.enqueue(i)
        allowed += 1
      else denied += 1
    handlers(hit, hit).leave(n => expect("hits", allowed + denied, 2 * n))

  private val slidingArray = StrangerCase("a sliding window in a ring"):
    final class Ring(size: Int):
      private val slots = new Array[Long](size)
      private var next, written = 0
      def push(x: Long): Unit =
        slots(next) = x
        next = (next + 1) % size
        written += 1
      def count: Int = written
      def expectedNext: Int = written % size
      def position: Int = next
    val ring = Ring(7)
    handlers(i => ring.push(i), i => ring.push(-i))
      .leave(n =>
        expect("pushes", ring.count, 2 * n).orElse(expect("position", ring.position, ring.expectedNext))
      )

  final class Session(val user: String):
    val attributes: mutable.Map[String, Any] = mutable.Map.empty
    var hits = 0

  final class Sessions:
    private val byId = mutable.HashMap[Int, Session]()
    def touch(id: Int): Session =
      val session = byId.getOrElseUpdate(id, Session(s"user$id"))
      session.hits += 1
      session
    def put(id: Int, key: String): Unit =
      val attributes = touch(id).attributes
      attributes(key) = attributes.get(key) match
        case Some(n: Int) => n + 1
        case _ => 1
    def hits: Int = byId.values.map(_.hits).sum
    def values: Int = byId.values.flatMap(_.attributes.values).collect { case n: Int => n }.sum

  private val sessions = StrangerCase("sessions with attributes"):
    val sessions = Sessions()
    handlers(i => sessions.touch(i % 3): Unit, i => sessions.put(i % 4, s"k${i % 2}"))
      .leave(n => expect("hits", sessions.hits, 2 * n).orElse(expect("attributes", sessions.values, n)))

  final class Lru[K, V](size: Int) extends LinkedHashMap[K, V](16, 0.75f, true):
    var evicted = 0
    override def removeEldestEntry(eldest: java.util.Map.Entry[K, V]): Boolean =
      val full = this.size > size
      if full then evicted += 1
      full

  private val lru = StrangerCase("least recently used cache on a LinkedHashMap"):
    val cache = Lru[Int, String](10)
    var loads, hits = 0
    val load: Int => Unit = i =>
      val key = i * 7 % 23
      if cache.get(key) == null then
        loads += 1
        cache.put(key, s"v$key"): Unit
      else hits += 1
    handlers(load, load).leave: n =>
      expect("requests", loads + hits, 2 * n).orElse(expect("entries", cache.size + cache.evicted, loads))

  private val memo = StrangerCase("a memoised function"):
    def memoise[A, B](f: A => B): A => B =
      val known = mutable.HashMap[A, B]()
      a => known.getOrElseUpdate(a, f(a))
    var computed = 0
    val square = memoise[Int, Int]: x =>
      computed += 1
      x * x
    var sum = 0
    handlers(i => sum += square(i % 8), i => sum += square(i % 8)).leave: n =>
      expect("computed", computed, n.min(8))
        .orElse(expect("sum", sum, 2 * (0 until n).map(i => (i % 8) * (i % 8)).sum))

  private val lazyCatalogue = StrangerCase("a lazy val loaded by the first handler"):
    var loads = 0
    lazy val catalogue =
      loads += 1
      mutable.Map("a" -> 0, "b" -> 0)
    handlers(_ => catalogue("a") += 1, _ => catalogue("b") += 1)
      .leave(n => expect("sum", catalogue.values.sum, 2 * n).orElse(expect("loads", loads, 1)))

  object Ids:
    private var next = 0L
    def reset(): Unit = next = 0
    def fresh(): Long =
      next += 1
      next

  private val ids = StrangerCase("ids of a singleton are unique"):
    Ids.reset()
    val given_ = mutable.HashSet[Long]()
    var doubles = 0
    val take: Int => Unit = _ => if !given_.add(Ids.fresh()) then doubles += 1
    handlers(take, take).leave(n => expect("ids", given_.size, 2 * n).orElse(expect("doubles", doubles, 0)))

  private val idIterator = StrangerCase("ids out of an iterator in a field"):
    final class Generator(prefix: String):
      private val numbers = Iterator.from(1)
      private val issued = mutable.ListBuffer[String]()
      def next(): String =
        val id = prefix + numbers.next()
        issued += id
        id
      def all: List[String] = issued.toList
    val generator = Generator("order-")
    handlers(_ => generator.next(): Unit, _ => generator.next(): Unit)
      .leave(n => expect("ids", generator.all.toSet, (1 to 2 * n).map("order-" + _).toSet))

  private val snowflake = StrangerCase("snowflake ids with a sequence"):
    final class Snowflake(node: Int):
      private var last = -1L
      private var sequence = 0
      def next(clock: Long): Long =
        if clock > last then
          last = clock
          sequence = 0
        else sequence += 1
        (last << 16) | (node << 12) | sequence
    val flake = Snowflake(3)
    val seen = mutable.TreeSet[Long]()
    handlers(i => seen += flake.next(i / 8), i => seen += flake.next(i / 4)).leave(n =>
      expect("ids", seen.size, 2 * n)
    )

  private val dedup = StrangerCase("duplicates dropped by a set and a queue"):
    final class Window(size: Int):
      private val seen = mutable.Set[Int]()
      private val order = mutable.ArrayDeque[Int]()
      def first(id: Int): Boolean =
        val isNew = seen.add(id)
        if isNew then
          order.append(id)
          if order.size > size then seen -= order.removeHead()
        isNew
      def agrees: Boolean = seen.size == order.size && order.forall(seen)
    val window = Window(20)
    var first, again = 0
    val receive: Int => Unit = i => if window.first(i) then first += 1 else again += 1
    handlers(receive, receive)
      .leave(n =>
        require("set and queue agree", window.agrees).orElse(expect("messages", first + again, 2 * n))
      )

  private val bloom = StrangerCase("a bloom filter on a bit set"):
    val bits = BitSet(512)
    var set = 0
    val add: Int => Unit = i =>
      for k <- List(i * 31, i * 17 + 7, i * 13 + 3).map(h => (h & 0x7fffffff) % 512) do
        if !bits.get(k) then
          bits.set(k)
          set += 1
    handlers(add, i => add(i + 1000)).leave(_ => expect("bits", bits.cardinality, set))

  private val expiring = StrangerCase("entries that expire, by deadline"):
    val byDeadline = TreeMap[Integer, java.util.List[String]]()
    var stored, expired = 0
    val store: Int => Unit = i =>
      byDeadline.computeIfAbsent(i / 4, _ => java.util.ArrayList[String]()).add(s"e$i")
      stored += 1
    val expire: Int => Unit = i =>
      val old = byDeadline.headMap(i / 4)
      expired += old.values.asScala.map(_.size).sum
      old.clear()
    handlers(store, expire)
      .leave(_ => expect("entries", byDeadline.values.asScala.map(_.size).sum + expired, stored))

  private val tiered = StrangerCase("a cache of two levels behind a trait"):
    trait Store:
      def get(k: Int): Option[Int]
      def put(k: Int, v: Int): Unit
    final class Plain extends Store:
      private val map = mutable.HashMap[Int, Int]()
      def get(k: Int): Option[Int] = map.get(k)
      def put(k: Int, v: Int): Unit = map(k) = v
      def sum: Int = map.values.sum
    final class Counting(under: Store) extends Store:
      var reads, writes = 0
      def get(k: Int): Option[Int] =
        reads += 1
        under.get(k)
      def put(k: Int, v: Int): Unit =
        writes += 1
        under.put(k, v)
    val plain = Plain()
    val store = Counting(plain)
    def bump(s: Store, k: Int): Unit = s.put(k, s.get(k).getOrElse(0) + 1)
    handlers(i => bump(store, i % 3), i => bump(store, i % 5)).leave: n =>
      expect("sum", plain.sum, 2 * n).orElse(expect("reads", store.reads, 2 * n))
        .orElse(expect("writes", store.writes, 2 * n))

  private val unionFind = StrangerCase("accounts merged by union find with path compression"):
    val parent = Array.tabulate(64)(identity)
    var groups = 64
    def find(x: Int): Int =
      if parent(x) == x then x
      else
        parent(x) = find(parent(x))
        parent(x)
    val merge: Int => Unit = i =>
      val (a, b) = (find(i % 64), find((i * i + 1) % 64))
      if a != b then
        parent(a) = b
        groups -= 1
    handlers(merge, i => merge(i + 13)).leave(_ =>
      expect("groups", parent.indices.count(i => parent(i) == i), groups)
    )

  private val leases = StrangerCase("leases of ports, freed in a finally"):
    val free = mutable.BitSet.fromSpecific(0 until 32)
    var served = 0
    val serve: Int => Unit = i =>
      val port = free.head
      free -= port
      try
        if i % 5 == 0 then throw Rejected("peer is gone")
        served += 1
      finally free += port
    handlers(serve, serve).leave: n =>
      expect("free ports", free.size, 32).orElse(expect("served", served, 2 * (0 until n).count(_ % 5 != 0)))

  private val accessLog = StrangerCase("last use of each key through asScala"):
    val used = java.util.HashMap[String, Integer]()
    val view = used.asScala
    val use: Int => Unit = i => view(s"k${i % 6}") = view.getOrElse(s"k${i % 6}", Integer.valueOf(0)) + 1
    val useJava: Int => Unit = i => used.merge(s"k${i % 4}", 1, (a, b) => a + b): Unit
    handlers(use, useJava).leave(n => expect("uses", view.values.map(_.intValue).sum, 2 * n))

  private val throttled = StrangerCase("a limiter that wraps any action"):
    final class Limiter(var left: Int):
      private var refused = 0
      def limited(action: => Unit): Unit =
        if left > 0 then
          left -= 1
          action
        else refused += 1
      def refusals: Int = refused
    val limiter = Limiter(70)
    var done = 0
    handlers(_ => limiter.limited(done += 1), _ => limiter.limited { done += 1 })
      .leave(n =>
        expect("calls", done + limiter.refusals, 2 * n).orElse(expect("left", limiter.left + done, 70))
      )

  val all: List[StrangerCase] = List(
    bucket,
    perClient,
    slidingArray,
    sessions,
    lru,
    memo,
    lazyCatalogue,
    ids,
    idIterator,
    snowflake,
    dedup,
    bloom,
    expiring,
    tiered,
    unionFind,
    leases,
    accessLog,
    throttled
  )
end Limits
