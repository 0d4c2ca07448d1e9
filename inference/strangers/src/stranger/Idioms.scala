package stranger

import scala.collection.mutable
import scala.language.implicitConversions

/** Services whose authors like the language. */
object Idioms:
  trait Counting:
    private var n = 0
    protected def count(): Unit = n += 1
    def counted: Int = n
  trait Timing extends Counting:
    var millis = 0L
    def time(ms: Long): Unit =
      count()
      millis += ms
  final class Endpoint extends Timing

  private val traits = StrangerCase("traits with state"):
    val endpoint = Endpoint()
    handlers(i => endpoint.time(i), _ => endpoint.time(1)).leave: n =>
      expect("count", endpoint.counted, 2 * n).orElse(expect("millis", endpoint.millis, n * (n - 1L) / 2 + n))

  trait Sink:
    def put(i: Int): Unit
  final class Memory extends Sink:
    val items = mutable.ListBuffer[Int]()
    def put(i: Int): Unit = items.prepend(i): Unit
  trait Doubling extends Sink:
    abstract override def put(i: Int): Unit =
      super.put(i)
      super.put(i)
  trait Filtering extends Sink:
    var dropped = 0
    abstract override def put(i: Int): Unit = if i % 2 == 0 then super.put(i) else dropped += 1
  private val stackable = StrangerCase("stackable modifications"):
    val sink = new Sink0 with Doubling with Filtering
    handlers(i => sink.put(i), i => sink.put(i + 1))
      .leave(n => expect("items", sink.items.size + 2 * sink.dropped, 4 * n))
  class Sink0 extends Sink:
    val items = mutable.ListBuffer[Int]()
    def put(i: Int): Unit = items += i

  trait Monoid[A]:
    def zero: A
    extension (a: A) def |+|(b: A): A
  object Monoid:
    given Monoid[Int]:
      def zero = 0
      extension (a: Int) def |+|(b: Int): Int = a + b
    given [A] => Monoid[List[A]]:
      def zero = Nil
      extension (a: List[A]) def |+|(b: List[A]): List[A] = a ::: b
    given [K, V: Monoid] => Monoid[Map[K, V]]:
      def zero = Map.empty
      extension (a: Map[K, V])
        def |+|(b: Map[K, V]): Map[K, V] = b.foldLeft(a):
          case (m, (k, v)) => m.updated(k, m.getOrElse(k, summon[Monoid[V]].zero) |+| v)
  final class Accumulator[A](using m: Monoid[A]):
    private var sum = m.zero
    def add(a: A): Unit = sum = sum |+| a
    def result: A = sum

  private val monoids = StrangerCase("accumulators over a type class"):
    val ints = Accumulator[Int]()
    val maps = Accumulator[Map[String, List[Int]]]()
    handlers(i => ints.add(i), i => maps.add(Map(s"k${i % 3}" -> List(i)))).leave: n =>
      expect(
        "sum",
        ints.result,
        n * (n - 1) / 2
      ).orElse(expect("lists", maps.result.values.map(_.size).sum, n))

  final class Context(var depth: Int, val log: mutable.Buffer[String])
  private def nested[A](name: String)(body: Context ?=> A)(using c: Context): A =
    c.depth += 1
    c.log += name
    try body
    finally c.depth -= 1

  private val contextual = StrangerCase("a context that is passed along"):
    given context: Context = Context(0, mutable.Buffer())
    handlers(
      i => nested("a")(nested("b")(())),
      i => nested("c")(summon[Context].log += "d": Unit)
    ).leave(n => expect("log", context.log.size, 4 * n).orElse(expect("depth", context.depth, 0)))

  implicit class RichCounts(private val counts: mutable.Map[String, Int]) extends AnyVal:
    def bump(key: String): Unit = counts(key) = counts.getOrElse(key, 0) + 1

  private val rich = StrangerCase("an implicit class over a map"):
    val counts = mutable.Map[String, Int]()
    handlers(i => counts.bump(s"k${i % 3}"), _ => counts.bump("all")).leave(n =>
      expect("sum", counts.values.sum, 2 * n)
    )

  private val currying = StrangerCase("a curried method partly applied"):
    var (a, b) = (0, 0)
    def add(times: Int)(first: Boolean)(n: Int): Unit =
      for _ <- 1 to times do if first then a += n else b += n
    val twice = add(2)
    handlers(twice(true), twice(false), i => add(1)(i % 2 == 0)(1))
      .leave(n => expect("sum", a + b, 2 * n * (n - 1) + n))

  final class Lens[S, A](val get: S => A, val set: (S, A) => S):
    def modify(f: A => A): S => S = s => set(s, f(get(s)))
    def andThen[B](o: Lens[A, B]): Lens[S, B] = Lens(s => o.get(get(s)), (s, b) => set(s, o.set(get(s), b)))
  final case class Address(city: String, visits: Int)
  final case class Person(name: String, address: Address)

  private val lenses = StrangerCase("lenses over a record in a var"):
    val address = Lens[Person, Address](_.address, (p, a) => p.copy(address = a))
    val visits = address.andThen(Lens[Address, Int](_.visits, (a, v) => a.copy(visits = v)))
    var person = Person("Ann", Address("Rome", 0))
    handlers(_ => person = visits.modify(_ + 1)(person), i => person = person.copy(name = s"Ann$i"))
      .leave(n => expect("visits", person.address.visits, n))

  final class Cell(private var value: Int):
    def apply(): Int = value
    def update(n: Int): Unit = value = n
  object Cell:
    private var made = 0
    def of(n: Int): Cell =
      made += 1
      Cell(n)
    def reset(): Unit = made = 0
    def count: Int = made

  private val sugar = StrangerCase("apply and update"):
    Cell.reset()
    val cells = List.tabulate(3)(Cell.of)
    val extra = mutable.ArrayBuffer[Cell]()
    handlers(i => cells(i % 3)() = cells(i % 3)() + 1, _ => extra += Cell.of(0)).leave: n =>
      expect("cells", cells.map(_()).sum, 3 + n).orElse(expect("made", Cell.count, 3 + extra.size))

  object Even:
    private var asked = 0
    def reset(): Unit = asked = 0
    def questions: Int = asked
    def unapply(i: Int): Option[Int] =
      asked += 1
      Option.when(i % 2 == 0)(i / 2)

  private val extractor = StrangerCase("an extractor that counts"):
    Even.reset()
    var half = 0
    handlers:
      case Even(h) => half += h
      case _ => ()
    .leave(n =>
      expect("asked", Even.questions, n).orElse(expect("half", half, (0 until n by 2).map(_ / 2).sum))
    )

  private val state = StrangerCase("a state monad run on a var"):
    final case class State[S, A](run: S => (S, A)):
      def flatMap[B](f: A => State[S, B]): State[S, B] = State: s =>
        val (s1, a) = run(s)
        f(a).run(s1)
      def map[B](f: A => B): State[S, B] = flatMap(a => State(s => (s, f(a))))
    val next = State[Int, Int](s => (s + 1, s))
    val two = for a <- next; b <- next yield a + b
    var current = 0
    var sum = 0L
    val step: Int => Unit = _ =>
      val (s, r) = two.run(current)
      current = s
      sum += r
    handlers(step, step).leave: n =>
      expect("state", current, 4 * n).orElse(expect("sum", sum, (0L until 4L * n).sum))

  trait Module:
    self: Clock =>
    private var last = 0
    def elapsed(): Int =
      val t = tick()
      val d = t - last
      last = t
      d
  trait Clock:
    private var now = 0
    def tick(): Int =
      now += 1
      now
    def time: Int = now
  private val cake = StrangerCase("a module with a self type"):
    object app extends Module, Clock
    var sum = 0
    val before = app.time
    handlers(_ => sum += app.elapsed(), _ => sum += app.elapsed()).leave: n =>
      expect("time", app.time - before, 2 * n).orElse(expect("elapsed", sum, 2 * n))

  final class Facade:
    private object impl:
      val queue = mutable.Queue[Int]()
      var taken = 0
      def put(i: Int): Unit = queue += i
      def take(): Option[Int] = queue.removeHeadOption().map { i =>
        taken += 1; i
      }
      def total: Int = queue.size + taken
    export impl.{put, take, total}
  private val facade = StrangerCase("a facade that exports"):
    val f = Facade()
    handlers(i => f.put(i), _ => f.take(): Unit).leave(n => expect("items", f.total, n))

  private val locals = StrangerCase("local functions that share a variable"):
    var calls = 0
    def even(i: Int): Boolean =
      calls += 1
      i == 0 || odd(i - 1)
    def odd(i: Int): Boolean =
      calls += 1
      i != 0 && even(i - 1)
    handlers(i => even(i % 5): Unit, i => odd(3): Unit)
      .leave(n => expect("calls", calls, (0 until n).map(_ % 5 + 1).sum + 4 * n))

  private val closures = StrangerCase("closures of one counter out of a factory"):
    def counter(): (() => Int, () => Unit) =
      var n = 0
      (() => n, () => n += 1)
    val (read, up) = counter()
    val (readOther, upOther) = counter()
    handlers(
      _ => up(),
      _ => upOther(),
      _ =>
        up(); upOther()
    )
      .leave(n => expect("one", read(), 2 * n).orElse(expect("other", readOther(), 2 * n)))

  private val laziness = StrangerCase("a lazy list of numbers taken step by step"):
    var numbers = LazyList.from(0)
    val taken = mutable.ArrayBuffer[Int]()
    val take: Int => Unit = _ =>
      taken += numbers.head
      numbers = numbers.tail
    handlers(take, take).leave(n => expect("numbers", taken.toSet.size, 2 * n))

  private val withDefault = StrangerCase("a default that counts misses"):
    var misses = 0
    val names = mutable.HashMap[Int, String](1 -> "one").withDefault: i =>
      misses += 1
      s"#$i"
    var length = 0
    handlers(i => length += names(i % 3).length, i => length += names(2).length).leave: n =>
      expect("misses", misses, (0 until n).count(_ % 3 != 1) + n)

  private val builder = StrangerCase("a query built by chaining"):
    final class Query:
      private val parts = mutable.LinkedHashMap[String, List[String]]()
      def where(s: String): this.type =
        parts.updateWith("where")(old => Some(s :: old.getOrElse(Nil)))
        this
      def limit(n: Int): this.type =
        parts("limit") = n.toString :: parts.getOrElse("limit", Nil)
        this
      def size: Int = parts.values.map(_.size).sum
    val query = Query()
    handlers(i => query.where(s"a=$i").limit(i): Unit, _ => query.where("b"): Unit)
      .leave(n => expect("parts", query.size, 3 * n))

  private val views = StrangerCase("a view over a buffer in a val"):
    val numbers = mutable.ArrayBuffer(1, 2, 3)
    val doubled = numbers.view.map(_ * 2)
    var seen = 0
    handlers(_ => numbers(0) += 1, _ => numbers(1) += 1, _ => seen = seen.max(doubled.sum))
      .leave(n => expect("sum", doubled.sum, 12 + 4 * n))

  private val ordering = StrangerCase("an ordering that counts comparisons"):
    var comparisons = 0
    val byAge: Ordering[Int] = (a, b) =>
      comparisons += 1
      Integer.compare(a, b)
    val sorted = mutable.TreeSet[Int]()(using byAge)
    var added, known = 0
    val before = 0
    val add: Int => Unit = i =>
      val c = comparisons
      if sorted.add(i % 30) then added += 1
      known += comparisons - c
    handlers(add, add).leave(_ =>
      expect("comparisons", known, comparisons).orElse(expect("size", sorted.size, added))
    )

  private val anonymous = StrangerCase("a class that is a function"):
    class Calls extends (Int => Unit):
      var n = 0
      def apply(i: Int): Unit = n += 1
    val counting = Calls()
    handlers(counting, counting).leave(n => expect("calls", counting.n, 2 * n))

  private val generic = StrangerCase("a repository of anything with an id"):
    trait HasId[K]:
      def id: K
    final case class Item(id: Int, n: Int) extends HasId[Int]
    abstract class Repository[K, V <: HasId[K]]:
      protected val all: mutable.Map[K, V] = mutable.HashMap.empty
      def save(v: V): Unit = all(v.id) = v
      def change(k: K)(f: V => V): Unit = all.get(k).map(f).foreach(save)
      def list: Iterable[V] = all.values
    final class Items extends Repository[Int, Item]:
      def bump(id: Int): Unit = change(id)(i => i.copy(n = i.n + 1))
    val items = Items()
    for id <- 0 until 4 do items.save(Item(id, 0))
    handlers(i => items.bump(i % 4), i => items.change(0)(x => x.copy(n = x.n + 2)))
      .leave(n => expect("sum", items.list.map(_.n).sum, 3 * n))

  val all: List[StrangerCase] = List(
    traits,
    stackable,
    monoids,
    contextual,
    rich,
    currying,
    lenses,
    sugar,
    extractor,
    state,
    cake,
    facade,
    locals,
    closures,
    laziness,
    withDefault,
    builder,
    views,
    ordering,
    anonymous,
    generic
  )
end Idioms
