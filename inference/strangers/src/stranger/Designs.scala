package stranger

import eddy.state.{SharedMap, SharedQueue, SharedRef}

import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.{ConcurrentHashMap, ConcurrentLinkedQueue}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.util.DynamicVariable

/** Services in layers, with patterns out of books, and objects that are reachable on several ways. Long
  * because it is a list of independent services.
  */
object Designs:
  final class Order(val id: Int):
    var pieces = 0
    var notes: List[String] = Nil

  private val publishedConcurrent = StrangerCase("an order changed after it was put into a concurrent map"):
    val orders = ConcurrentHashMap[Int, Order]()
    handlers(
      i =>
        val order = Order(i)
        orders.put(i, order)
        order.pieces += 1
        order.notes ::= "made"
      ,
      _ =>
        orders.values.forEach { o =>
          o.pieces += 0; o.notes ::= "seen"
        },
      i => Option(orders.get(i - 1)).foreach(o => o.pieces += 0)
    ).leave(n =>
      expect("pieces", orders.values.asScala.map(_.pieces).sum, n)
        .orElse(expect("made", orders.values.asScala.map(_.notes.count(_ == "made")).sum, n))
    )

  private val publishedQueue = StrangerCase("a job filled after it was queued"):
    val jobs = ConcurrentLinkedQueue[mutable.ArrayBuffer[Int]]()
    var items = 0
    handlers(
      i =>
        val job = mutable.ArrayBuffer[Int]()
        jobs.add(job)
        for k <- 0 until 4 do job += k
      ,
      _ => jobs.forEach(j => if j.nonEmpty then j(0) = j(0) + 1),
      _ => jobs.forEach(j => items += j.size.min(0))
    ).leave(n => expect("items", jobs.asScala.map(_.size).sum, 4 * n))

  private val publishedReference = StrangerCase("a document changed after an atomic reference holds it"):
    val current = AtomicReference(Order(-1))
    var total = 0
    handlers(
      i =>
        val next = Order(i)
        val old = current.getAndSet(next)
        total += old.pieces
        next.pieces += 1
      ,
      _ => current.get.nn.pieces += 1
    ).leave(n => expect("pieces", total + current.get.nn.pieces, 2 * n))

  private val publishedShared = StrangerCase("an order changed after it was put into a shared map by its id"):
    val orders = SharedMap[Int, Order]()
    val byUser = SharedMap[Int, List[Order]]()
    handlers(
      i =>
        val order = Order(i)
        orders(i) = order
        byUser.updateWith(i % 4)(old => Some(order :: old.getOrElse(Nil)))
        order.pieces += 1
      ,
      i => byUser.getOrElse(i % 4, Nil).foreach(_.pieces += 0),
      i => orders.get(i).foreach(o => o.notes ::= "x")
    ).leave(n =>
      expect("pieces", orders.values.map(_.pieces).sum, n)
        .orElse(expect("by user", byUser.values.flatten.map(_.pieces).sum, n))
    )

  private val publishedCallback = StrangerCase("an object that escapes from its constructor"):
    object Hub:
      val all = mutable.ListBuffer[Widget]()
    final class Widget(val id: Int):
      var clicks = 0
      Hub.all += this
      def click(): Unit = clicks += 1
    handlers(
      i =>
        val w = Widget(i); w.click()
      ,
      _ => Hub.all.foreach(_.click())
    ).leave: n =>
      require(
        "every widget was clicked",
        Hub.all.forall(_.clicks >= 1)
      ).orElse(expect("widgets", Hub.all.size, n))

  private val aliases = StrangerCase("an account captured, in a map and in a field"):
    val rent = Order(0)
    val byName = mutable.HashMap("rent" -> rent, "food" -> Order(1))
    final class Desk(var current: Order)
    val desk = Desk(rent)
    handlers(
      _ => rent.pieces += 1,
      _ => byName("rent").pieces += 1,
      i => desk.current.pieces += 1,
      i => desk.current = if i % 2 == 0 then byName("food") else rent
    ).leave(n => expect("pieces", byName.values.map(_.pieces).sum, 3 * n))

  private val doubleBuffer = StrangerCase("two buffers that are swapped"):
    final class Metrics:
      private var writing = mutable.ArrayBuffer[Int]()
      private var reading = mutable.ArrayBuffer[Int]()
      private var reported = 0
      def add(i: Int): Unit = writing += i
      def swap(): Unit =
        val full = writing
        writing = reading
        reading = full
        reported += reading.size
        reading.clear()
      def total: Int = reported + writing.size + reading.size
    val metrics = Metrics()
    handlers(i => metrics.add(i), _ => metrics.swap(), i => metrics.add(-i)).leave(n =>
      expect("samples", metrics.total, 2 * n)
    )

  private val swappedArrays = StrangerCase("two generations of an array"):
    var (now, next) = (new Array[Int](8), new Array[Int](8))
    val step: Int => Unit = _ =>
      for i <- now.indices do next(i) = now(i) + 1
      val old = now
      now = next
      next = old
    handlers(step, _ => now(0) += 0, step).leave(n => expect("cells", now.toList, List.fill(8)(2 * n)))

  private val pool = StrangerCase("buffers taken from a pool and given back"):
    final class Buffer:
      var used = 0
      val bytes = new Array[Byte](16)
      def put(b: Int): Unit =
        bytes(used) = b.toByte
        used += 1
    final class Pool:
      private val free = mutable.Stack[Buffer]()
      var made = 0
      def take(): Buffer = if free.isEmpty then
        made += 1; Buffer()
      else free.pop()
      def give(b: Buffer): Unit =
        b.used = 0
        free.push(b)
      def size: Int = free.size
    val pool = Pool()
    var sum = 0L
    val send: Int => Unit = i =>
      val buffer = pool.take()
      for k <- 0 until 8 do buffer.put(k)
      sum += buffer.bytes.take(buffer.used).map(_.toInt).sum
      pool.give(buffer)
    handlers(send, send).leave(n => expect("sum", sum, 56L * n).orElse(expect("free", pool.size, pool.made)))

  private val interning = StrangerCase("values interned"):
    final case class Tag(name: String):
      var uses = 0
    object Tag:
      private val known = mutable.HashMap[String, Tag]()
      def of(name: String): Tag = known.getOrElseUpdate(name, Tag(name))
      def all: Iterable[Tag] = known.values
      def reset(): Unit = known.clear()
    Tag.reset()
    handlers(i => Tag.of(s"t${i % 4}").uses += 1, i => Tag.of(s"t${i % 3}").uses += 1)
      .leave(n => expect("uses", Tag.all.map(_.uses).sum, 2 * n))

  sealed trait Light:
    def next(c: Crossing): Light
  case object Red extends Light:
    def next(c: Crossing): Light =
      c.stops += 1
      Green
  case object Green extends Light:
    def next(c: Crossing): Light = Red
  final class Crossing:
    var stops, changes = 0
    private var light: Light = Red
    def change(): Unit =
      changes += 1
      light = light.next(this)
  private val states = StrangerCase("the state pattern"):
    val crossing = Crossing()
    handlers(_ => crossing.change(), _ => crossing.change())
      .leave(n => expect("stops", crossing.stops, n).orElse(expect("changes", crossing.changes, 2 * n)))

  trait Repository:
    def load(id: Int): Option[Int]
    def store(id: Int, n: Int): Unit
  final class InMemory extends Repository:
    private val rows = mutable.HashMap[Int, Int]()
    def load(id: Int): Option[Int] = rows.get(id)
    def store(id: Int, n: Int): Unit = rows(id) = n
    def sum: Int = rows.values.sum
  final class Sharded(parts: IndexedSeq[InMemory]) extends Repository:
    def load(id: Int): Option[Int] = parts(id % parts.size).load(id)
    def store(id: Int, n: Int): Unit = parts(id % parts.size).store(id, n)
    def sum: Int = parts.map(_.sum).sum
  trait Clock:
    def now(): Long
  final class Increments(repository: Repository, clock: Clock, audit: (Int, Long) => Unit):
    def increment(id: Int): Unit =
      repository.store(id, repository.load(id).fold(1)(_ + 1))
      audit(id, clock.now())
  private val layers = StrangerCase("a service with what it needs injected"):
    var ticks = 0L
    val log = mutable.ListBuffer[(Int, Long)]()
    val (plain, sharded) = (InMemory(), Sharded(IndexedSeq.fill(3)(InMemory())))
    val clock: Clock = () =>
      ticks += 1
      ticks
    val (one, two) =
      (Increments(plain, clock, (i, t) => log += i -> t), Increments(sharded, clock, (_, _) => ()))
    handlers(i => one.increment(i % 4), i => two.increment(i % 5), i => one.increment(0)).leave: n =>
      expect(
        "plain",
        plain.sum,
        2 * n
      ).orElse(expect("sharded", sharded.sum, n)).orElse(expect("ticks", ticks, 3L * n))
        .orElse(expect("log", log.map(_(1)).toSet.size, 2 * n))

  enum Event:
    case Opened(id: Int)
    case Deposited(id: Int, n: Int)
  final class Projection:
    private val balances = mutable.HashMap[Int, Int]()
    def on(e: Event): Unit = e match
      case Event.Opened(id) => if !balances.contains(id) then balances(id) = 0
      case Event.Deposited(id, n) => balances(id) = balances.getOrElse(id, 0) + n
    def sum: Int = balances.values.sum
  final class Store(projections: Projection*):
    private var events = Vector.empty[Event]
    def append(e: Event): Unit =
      events :+= e
      projections.foreach(_.on(e))
    def replay(): Int =
      val fresh = Projection()
      events.foreach(fresh.on)
      fresh.sum
  private val eventSourcing = StrangerCase("events and their projections"):
    val (a, b) = (Projection(), Projection())
    val store = Store(a, b)
    var wrong = 0
    handlers(
      i => store.append(Event.Deposited(i % 3, 5)),
      i => store.append(Event.Opened(i)),
      i => if i % 10 == 0 && (store.replay() != a.sum || a.sum != b.sum) then wrong += 1
    ).leave(n =>
      expect(
        "replayed",
        store.replay(),
        5 * n
      ).orElse(expect("projected", a.sum, 5 * n)).orElse(expect("wrong", wrong, 0))
    )

  private val observers = StrangerCase("observers that remove themselves"):
    final class Subject:
      private var observers = List.empty[Observer]
      def attach(o: Observer): Unit = observers ::= o
      def detach(o: Observer): Unit = observers = observers.filterNot(_ eq o)
      def fire(): Unit = observers.foreach(_.fired(this))
      def size: Int = observers.size
    final class Observer(counts: Array[Int]):
      private var left = 2
      def fired(s: Subject): Unit =
        counts(0) += 1
        left -= 1
        if left == 0 then
          counts(1) += 1
          s.detach(this)
    val counts = Array(0, 0)
    val subject = Subject()
    handlers(_ => subject.attach(Observer(counts)), _ => subject.fire())
      .leave(n =>
        expect("observers", subject.size + counts(1), n).orElse(require("fired", counts(0) >= 2 * counts(1)))
      )

  private val fenwick = StrangerCase("a Fenwick tree"):
    final class Fenwick(size: Int):
      private val tree = new Array[Long](size + 1)
      def add(at: Int, n: Long): Unit =
        var i = at + 1
        while i <= size do
          tree(i) += n
          i += i & -i
      def sum(until: Int): Long =
        var (i, s) = (until, 0L)
        while i > 0 do
          s += tree(i)
          i -= i & -i
        s
    val tree = Fenwick(32)
    handlers(i => tree.add(i % 32, 1), i => tree.add(31 - i % 32, 2)).leave(n =>
      expect("sum", tree.sum(32), 3L * n)
    )

  private val searchTree = StrangerCase("a search tree of nodes that may be null"):
    final class Node(val key: Int):
      var left, right: Node | Null = null
      var n = 1
    final class Tree:
      private var root: Node | Null = null
      def add(key: Int): Unit =
        def into(node: Node | Null): Node = node match
          case null => Node(key)
          case node: Node =>
            if key < node.key then node.left = into(node.left)
            else if key > node.key then node.right = into(node.right)
            else node.n += 1
            node
        root = into(root)
      def sum: Int =
        def of(node: Node | Null): Int = if node == null then 0 else node.n + of(node.left) + of(node.right)
        of(root)
    val tree = Tree()
    handlers(i => tree.add(i * 7 % 31), i => tree.add(i * 5 % 64)).leave(n => expect("sum", tree.sum, 2 * n))

  private val sentinel = StrangerCase("a ring of nodes with a sentinel"):
    final class Node(val value: Int):
      var before, after: Node = this
      def insertAfter(other: Node): Unit =
        before = other
        after = other.after
        other.after.before = this
        other.after = this
      def unlink(): Unit =
        before.after = after
        after.before = before
    val head = Node(-1)
    var removed = 0
    handlers(
      i => Node(i).insertAfter(head),
      i => Node(i).insertAfter(head.before),
      _ =>
        if head.after ne head then
          head.after.unlink(); removed += 1
    ).leave: n =>
      val forward = Iterator.iterate(head.after)(_.after).takeWhile(_ ne head).size
      val backward = Iterator.iterate(head.before)(_.before).takeWhile(_ ne head).size
      expect("nodes", forward + removed, 2 * n).orElse(expect("backward", backward, forward))

  private val dynamic = StrangerCase("a user that is set for a while"):
    val user = DynamicVariable("nobody")
    val log = mutable.HashMap[String, Int]()
    def audit(): Unit = log(user.value) = log.getOrElse(user.value, 0) + 1
    handlers(i => user.withValue(s"u${i % 2}")(audit()), _ => audit())
      .leave(n => expect("log", log.values.sum, 2 * n).orElse(expect("nobody", log("nobody"), n)))

  private val threadLocal = StrangerCase("a buffer for each thread, flushed to one"):
    val buffers = ThreadLocal.withInitial(() => StringBuilder())
    val out = mutable.ListBuffer[String]()
    val write: Int => Unit = i =>
      val buffer = buffers.get.nn
      buffer.clear()
      buffer.append("a").append(i)
      out += buffer.toString
    handlers(write, write).leave(n =>
      expect("out", out.toSet.size, n).orElse(expect("lines", out.size, 2 * n))
    )

  private val visitor = StrangerCase("a visitor with sums over a tree"):
    sealed trait Shape:
      def accept(v: Visitor): Unit
    final class Leaf(val n: Int) extends Shape:
      def accept(v: Visitor): Unit = v.leaf(this)
    final class Group(val parts: Shape*) extends Shape:
      def accept(v: Visitor): Unit =
        v.group(this)
        parts.foreach(_.accept(v))
    trait Visitor:
      def leaf(l: Leaf): Unit
      def group(g: Group): Unit
    final class Summing extends Visitor:
      var sum, groups = 0
      def leaf(l: Leaf): Unit = sum += l.n
      def group(g: Group): Unit = groups += 1
    val drawing = Group(Leaf(1), Group(Leaf(2), Leaf(3)))
    val summing = Summing()
    handlers(_ => drawing.accept(summing), _ => Leaf(4).accept(summing))
      .leave(n => expect("sum", summing.sum, 10 * n).orElse(expect("groups", summing.groups, 2 * n)))

  private val interpreter = StrangerCase("an interpreter with variables"):
    enum Expr:
      case Const(n: Int)
      case Get(name: String)
      case Add(a: Expr, b: Expr)
      case Set(name: String, e: Expr)
    import Expr.*
    val variables = mutable.Map("x" -> 0, "y" -> 0)
    def eval(e: Expr): Int = e match
      case Const(n) => n
      case Get(name) => variables(name)
      case Add(a, b) => eval(a) + eval(b)
      case Set(name, e) =>
        val n = eval(e)
        variables(name) = n
        n
    val program = Set("x", Add(Get("x"), Const(2)))
    handlers(
      _ => eval(program): Unit,
      _ => eval(Set("y", Add(Set("x", Add(Get("x"), Const(1))), Const(0)))): Unit
    )
      .leave(n => expect("x", variables("x"), 3 * n))

  private val inheritance = StrangerCase("a template method"):
    abstract class Import:
      protected var lines = 0
      final def run(text: String): Unit =
        before()
        for line <- text.split(',') do
          lines += 1
          parse(line)
      protected def before(): Unit = ()
      protected def parse(line: String): Unit
      def count: Int = lines
    final class Csv extends Import:
      val fields = mutable.ArrayBuffer[String]()
      var runs = 0
      override protected def before(): Unit =
        super.before()
        runs += 1
      protected def parse(line: String): Unit = fields += line.trim
    val csv = Csv()
    val other: Import = csv
    handlers(_ => csv.run("a,b, c"), _ => other.run("d"))
      .leave(n =>
        expect(
          "lines",
          csv.count,
          4 * n
        ).orElse(expect("fields", csv.fields.size, 4 * n)).orElse(expect("runs", csv.runs, 2 * n))
      )

  private val queueOfMutable = StrangerCase("mutable jobs in a shared queue"):
    final class Job(val id: Int):
      var tries = 0
    val queue = SharedQueue[Job]()
    val done = SharedRef(Vector.empty[Job])
    handlers(
      i => queue += Job(i),
      _ =>
        queue.dequeueOption().foreach: job =>
          job.tries += 1
          if job.tries == 2 then done.update(_ :+ job) else queue += job
      ,
      _ => queue.snapshot.headOption.foreach(_.tries += 0)
    ).leave(n =>
      expect("jobs", queue.size + done.get.size, n).orElse(require("tries", done.get.forall(_.tries == 2)))
    )

  private val moveBetween = StrangerCase("players move between rooms that hold them"):
    final class Room(val name: String):
      private val players = mutable.HashSet[Int]()
      def enter(p: Int): Unit = players += p
      def leave(p: Int): Boolean = players.remove(p)
      def size: Int = players.size
    final class World(rooms: Array[Room]):
      private val where = mutable.HashMap[Int, Room]()
      for p <- 0 until 12 do move(p, p)
      def move(p: Int, to: Int): Unit =
        val room = rooms(to % rooms.length)
        where.put(p, room).foreach(_.leave(p))
        room.enter(p)
      def counted: Int = rooms.map(_.size).sum
    val world = World(Array(Room("a"), Room("b"), Room("c")))
    handlers(i => world.move(i % 12, i), i => world.move(i * 5 % 12, i + 1)).leave(_ =>
      expect("players", world.counted, 12)
    )

  val all: List[StrangerCase] = List(
    publishedConcurrent,
    publishedQueue,
    publishedReference,
    publishedShared,
    publishedCallback,
    aliases,
    doubleBuffer,
    swappedArrays,
    pool,
    interning,
    states,
    layers,
    eventSourcing,
    observers,
    fenwick,
    searchTree,
    sentinel,
    dynamic,
    threadLocal,
    visitor,
    interpreter,
    inheritance,
    queueOfMutable,
    moveBetween
  )
end Designs
