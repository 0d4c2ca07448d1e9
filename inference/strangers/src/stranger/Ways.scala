package stranger

import java.lang.ref.{SoftReference, WeakReference}
import java.util.concurrent.CompletableFuture
import java.util.concurrent.atomic.AtomicReferenceArray
import java.util.stream.Stream
import java.util.{AbstractMap, ArrayList, Arrays, Collections, Objects, Optional}
import scala.collection.immutable.{ArraySeq, ListMap}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** The many ways on which a handler gets at an object that another one has captured. */
object Ways:
  final class Box(val name: String):
    var n = 0
    def up(): Unit = n += 1
  final case class Holder(box: Box, label: String)

  final class Found(val x: Box) extends RuntimeException

  /** One handler takes the box on this way, another one has captured it. */
  private def way(name: String)(take: Box => () => Box): StrangerCase = StrangerCase(s"ways: $name"):
    val box = Box("b")
    val taken = take(box)
    handlers(_ => taken().up(), _ => box.up(), _ => taken().n += 1).leave(n => expect("n", box.n, 3 * n))

  private val ways: List[StrangerCase] = List(
    way("a list copied by its constructor") { b =>
      val l = ArrayList[Box](java.util.List.of(b)); () => ArrayList[Box](l).get(0)
    },
    way("a list cloned") { b =>
      val l = ArrayList[Box](java.util.List.of(b)); () => l.clone().asInstanceOf[ArrayList[Box]].get(0)
    },
    way("an array cloned") { b =>
      val a = Array(b); () => a.clone()(0)
    },
    way("an array copied") { b =>
      val a = Array(b); () => Arrays.copyOf(a.asInstanceOf[Array[AnyRef]], 2)(0).asInstanceOf[Box]
    },
    way("a matrix cloned") { b =>
      val a = Array(Array(b)); () => a.clone()(0)(0)
    },
    way("an array of any") { b =>
      val a = Array[Any](1, b); () => a(1).asInstanceOf[Box]
    },
    way("List.copyOf") { b =>
      val l = ArrayList[Box](java.util.List.of(b)); () => java.util.List.copyOf(l).get(0)
    },
    way("a stream's first") { b =>
      val l = ArrayList[Box](java.util.List.of(b)); () => l.stream.findFirst.get
    },
    way("a stream's list") { b =>
      val l = Collections.singletonList(b); () => l.stream.toList.get(0)
    },
    way("a stream reduced") { b => () => Stream.of(b, b).reduce((x, _) => x).get },
    way("an optional") { b =>
      val o = Optional.of(b); () => o.map(x => x).get
    },
    way("orElse") { b =>
      val o = Optional.empty[Box]; () => o.orElse(b)
    },
    way("a future") { b =>
      val f = CompletableFuture.completedFuture(b); () => f.join()
    },
    way("a future's step") { b =>
      val f = CompletableFuture.completedFuture(1); () => f.thenApply(_ => b).join()
    },
    way("a weak reference") { b =>
      val r = WeakReference(b); () => r.get.nn
    },
    way("a soft reference") { b =>
      val r = SoftReference(b); () => Option(r.get).get
    },
    way("a thread local") { b =>
      val t = ThreadLocal.withInitial(() => b); () => t.get.nn
    },
    way("an atomic array") { b =>
      val a = AtomicReferenceArray[Box](Array(b)); () => a.get(0)
    },
    way("requireNonNull") { b => () => Objects.requireNonNull(b).nn },
    way("Class.cast") { b =>
      val a: AnyRef = b; () => classOf[Box].cast(a).nn
    },
    way("Arrays.asList") { b =>
      val l = Arrays.asList(b); () => l.get(0)
    },
    way("an entry") { b =>
      val e = AbstractMap.SimpleEntry[String, Box]("k", b); () => e.getValue
    },
    way("Map.entry") { b =>
      val e = java.util.Map.entry("k", b); () => e.getValue
    },
    way("a list iterator") { b =>
      val l = ArrayList[Box](java.util.List.of(b)); () => l.listIterator(1).previous()
    },
    way("Collections.max") { b =>
      val l = ArrayList[Box](java.util.List.of(b));
      () => Collections.max(l, java.util.Comparator.comparing[Box, String](_.name))
    },
    way("putIfAbsent") { b =>
      val m = java.util.HashMap[Int, Box](java.util.Map.of(1, b)); () => m.putIfAbsent(1, Box("x"))
    },
    way("set and its old value") { b =>
      val l = ArrayList[Box](java.util.List.of(b)); () => l.set(0, b)
    },
    way("a pair") { b =>
      val p = (1, b); () => p.swap(0)
    },
    way("a product's element") { b =>
      val h = Holder(b, "x"); () => h.productElement(0).asInstanceOf[Box]
    },
    way("a copied case class") { b =>
      val h = Holder(b, "x"); () => h.copy(label = "y").box
    },
    way("a pattern") { b =>
      val a: Any = Some(Holder(b, "x"));
      () =>
        a match
          case Some(Holder(x, _)) => x;
          case _ => Box("none")
    },
    way("Either") { b =>
      val e: Either[Int, Box] = Right(b); () => e.swap.left.getOrElse(Box("none"))
    },
    way("Try") { b =>
      val t = scala.util.Try(b); () => t.filter(_ => true).get
    },
    way("Option.toList") { b =>
      val o = Option(b); () => o.toList.head
    },
    way("orNull") { b =>
      val o = Option(b); () => o.orNull.nn
    },
    way("reverse") { b =>
      val l = List(Box("x"), b); () => l.reverse.head
    },
    way("shuffle") { b =>
      val l = List(b, b); () => scala.util.Random.shuffle(l).head
    },
    way("groupBy") { b =>
      val l = List(b); () => l.groupBy(_.name)("b").head
    },
    way("a fold") { b =>
      val l = List(b); () => l.foldLeft(Option.empty[Box])((_, x) => Some(x)).get
    },
    way("zip") { b =>
      val l = Vector(b); () => l.zip(l).head(1)
    },
    way("a mutable buffer made a list") { b =>
      val l = mutable.ArrayBuffer(b); () => l.toList.head
    },
    way("a mutable buffer made an array") { b =>
      val l = mutable.ListBuffer(b); () => l.toArray.head
    },
    way("a mutable map made immutable") { b =>
      val m = mutable.Map(1 -> b); () => m.toMap.apply(1)
    },
    way("a map's find") { b =>
      val m = ListMap("x" -> b); () => m.find(_(0) == "x").get(1)
    },
    way("a map collected") { b =>
      val m = Map("x" -> b); () => m.collect { case ("x", x) => x }.head
    },
    way("maxBy") { b =>
      val l = Set(b); () => l.maxBy(_.name)
    },
    way("a stack popped and pushed") { b =>
      val s = mutable.Stack(b);
      () =>
        val x = s.pop(); s.push(x); x
    },
    way("an iterator of one") { b => () => Iterator.single(b).next() },
    way("fill") { b => () => List.fill(2)(b).last },
    way("a constant function") { b =>
      val f = Function.const(b); () => f(1)
    },
    way("a partial function lifted") { b =>
      val f: PartialFunction[Int, Box] = { case 1 => b }; () => f.lift(1).get
    },
    way("a map used as a function") { b =>
      val f: Int => Box = Map(1 -> b); () => f(1)
    },
    way("a method that returns this") { b =>
      final class Chain(val x: Box):
        def self: Chain = this
      ; val c = Chain(b); () => c.self.self.x
    },
    way("a type member") { b =>
      trait Has:
        type T; def get: T
      ;
      val h = new Has:
        type T = Box; def get = b
      ; () => h.get
    },
    way("a generic identity") { b =>
      def id[A](a: A): A = a; () => id(id(b))
    },
    way("a varargs parameter") { b =>
      def last[A](as: A*): A = as.last; () => last(Box("x"), b)
    },
    way("a default argument") { b =>
      def pick(x: Box = b): Box = x; () => pick()
    },
    way("a by-name parameter") { b =>
      def twice(x: => Box): Box =
        x.n += 0; x
      ; () => twice(b)
    },
    way("an exception that carries it") { b => () =>
      try throw Found(b)
      catch case f: Found => f.x
    },
    way("a lazy list") { b => () => LazyList.continually(b).drop(2).head },
    way("asJava and asScala") { b =>
      val l = List(b); () => l.asJava.asScala.head
    },
    way("a parsed command") { b =>
      val commands = Map[String, () => Box]("get" -> (() => b)); () => commands("get")()
    },
    way("a local import of a val") { b =>
      object scope:
        val x = b
      ; import scope.*; () => x
    },
    way("a chain of options") { b =>
      val m = Map(1 -> Map("a" -> b)); () => (for (inner <- m.get(1); x <- inner.get("a")) yield x).get
    }
  )

  /** A handler reads two numbers of an array on this way; the others change them and keep their sum. */
  private def seen(name: String)(sum: Array[Int] => () => Int): StrangerCase = StrangerCase(s"seen: $name"):
    val numbers = Array(0, 0)
    val see = sum(numbers)
    handlers(
      _ =>
        for _ <- 0 until 20 do
          numbers(0) += 1
          numbers(1) -= 1
      ,
      _ => if see() != 0 then throw IllegalStateException("torn"),
      i =>
        numbers(1) += i; numbers(0) -= i
    ).leave(n => expect("first", numbers(0), 20 * n - n * (n - 1) / 2))

  private val views: List[StrangerCase] = List(
    seen("varargs over the array") { a =>
      def sum(xs: Int*): Int = xs.sum; () => sum(a*)
    },
    seen("an immutable wrapper in a val") { a =>
      val s = ArraySeq.unsafeWrapArray(a); () => s.sum
    },
    seen("an immutable wrapper made by the handler") { a => () =>
      ArraySeq.unsafeWrapArray(a).foldLeft(0)(_ + _)
    },
    seen("varargs kept in a field") { a =>
      final class Sum(xs: Int*):
        def sum: Int = xs.sum
      ; val s = Sum(a*); () => s.sum
    },
    seen("an immutable array") { a =>
      val i = IArray.unsafeFromArray(a); () => i.sum
    },
    seen("an immutable array in a class") { a =>
      final class Sum(xs: IArray[Int]):
        def sum: Int = xs(0) + xs(1)
      ; val s = Sum(IArray.unsafeFromArray(a)); () => s.sum
    },
    seen("a wrapper in an immutable map") { a =>
      val m = Map("x" -> ArraySeq.unsafeWrapArray(a)); () => m("x").sum
    },
    seen("a mutable wrapper") { a =>
      val s: mutable.IndexedSeq[Int] = a; () => s.sum
    },
    seen("a view") { a =>
      val v = a.view.map(_ + 0); () => v.sum
    },
    seen("an iterator") { a => () => a.iterator.sum },
    seen("a copy") { a => () => a.toList.sum },
    seen("a clone") { a => () => a.clone().sum },
    seen("a stream") { a => () => Arrays.stream(a).sum() },
    seen("a buffer over it") { a =>
      val b = java.nio.IntBuffer.wrap(a); () => b.get(0) + b.get(1)
    },
    seen("a read-only buffer") { a =>
      val b = java.nio.IntBuffer.wrap(a).asReadOnlyBuffer; () => b.get(0) + b.get(1)
    },
    seen("a pattern") { a => () =>
      a match
        case Array(x, y) => x + y;
        case _ => 1
    },
    seen("a pattern of a sequence") { a => () =>
      a.toSeq match
        case Seq(x, y) => x + y;
        case _ => 1
    },
    seen("a for") { a => () =>
      var s = 0; for x <- a do s += x; s
    },
    seen("indices") { a => () => a.indices.map(a(_)).sum },
    seen("a method value") { a =>
      val f: Int => Int = a.apply; () => f(0) + f(1)
    },
    seen("a wrapper as a function") { a =>
      val f: Int => Int = a; () => List(0, 1).map(f).sum
    },
    seen("reflection on arrays") { a => () =>
      java.lang.reflect.Array.getInt(a, 0) + java.lang.reflect.Array.getInt(a, 1)
    },
    seen("an inner array") { a =>
      val m = Array(a, a); () => m(1).sum
    },
    seen("a tuple of it") { a =>
      val t = (a, "x");
      () =>
        val (x, _) = t; x.reduce(_ + _)
    },
    seen("deep equality") { a => () => if Arrays.equals(a, Array(a(0), -a(0))) then 0 else 1 },
    seen("a supplier of it") { a =>
      val s: java.util.function.Supplier[Array[Int]] = () => a; () => s.get.sum
    }
  )

  /** Two numbers of a list that a handler sees through a wrapper. */
  private def wrapped(name: String)(sum: ArrayList[Integer] => () => Int): StrangerCase =
    StrangerCase(s"wrapped: $name"):
      val numbers = ArrayList[Integer](java.util.List.of[Integer](0, 0))
      val see = sum(numbers)
      handlers(
        _ => { numbers.set(0, numbers.get(0) + 1); numbers.set(1, numbers.get(1) - 1) }: Unit,
        _ => if see() != 0 then throw IllegalStateException("torn")
      ).leave(n => expect("first", numbers.get(0).intValue, n))

  private def total(all: Iterable[Integer]): Int = all.iterator.map(_.intValue).sum

  private val wrappers: List[StrangerCase] = List(
    wrapped("unmodifiable") { l =>
      val w = Collections.unmodifiableList(l); () => total(w.asScala)
    },
    wrapped("synchronized") { l =>
      val w = Collections.synchronizedList(l); () => w.get(0) + w.get(1)
    },
    wrapped("part") { l =>
      val w = l.subList(0, 2); () => w.get(0) + w.get(1)
    },
    wrapped("reversed") { l =>
      val w = l.reversed; () => w.get(0) + w.get(1)
    },
    wrapped("Scala's") { l =>
      val w = l.asScala; () => total(w)
    },
    wrapped("Scala's view") { l =>
      val w = l.asScala.view.map(_.intValue); () => w.sum
    },
    wrapped("an iterable") { l =>
      val w: java.lang.Iterable[Integer] = l; () => total(w.asScala)
    },
    wrapped("a function") { l =>
      val w: Int => Integer = l.get(_); () => w(0) + w(1)
    },
    wrapped("a method reference") { l =>
      val w: java.util.function.IntFunction[Integer] = l.get(_); () => w(0) + w(1)
    },
    wrapped("a supplier of streams") { l =>
      val w: () => Stream[Integer] = () => l.stream; () => w().mapToInt(_.intValue).sum()
    },
    wrapped("twice") { l =>
      val w = Collections.unmodifiableCollection(Collections.synchronizedList(l)); () => total(w.asScala)
    },
    wrapped("a copy") { l => () => total(java.util.List.copyOf(l).asScala) },
    wrapped("its text") { l => () => l.toString.drop(1).dropRight(1).split(", ").map(_.toInt).sum },
    wrapped("equality") { l => () =>
      if l.equals(java.util.List.of(l.get(0), Integer.valueOf(-l.get(0)))) then 0 else 1
    },
    wrapped("a spliterator") { l => () =>
      var s = 0; l.spliterator.forEachRemaining(x => s += x); s
    },
    wrapped("forEach of a field") { l =>
      final class F(val xs: java.util.Collection[Integer]):
        def sum: Int =
          var s = 0; xs.forEach(x => s += x); s
      ; val f = F(l); () => f.sum
    },
    wrapped("a set of it") { l =>
      val w = java.util.Set.of[java.util.List[Integer]](Collections.unmodifiableList(l));
      () => w.iterator.asScala.map(x => total(x.asScala)).sum
    },
    wrapped("a Scala map of it") { l =>
      val w = Map("x" -> l.asScala); () => total(w("x"))
    }
  )

  val all: List[StrangerCase] = ways ++ views ++ wrappers
end Ways
