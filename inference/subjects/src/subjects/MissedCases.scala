package subjects

import eddy.state.{AccessKind, SharedMap}

import java.util.concurrent.ConcurrentHashMap
import scala.collection.{immutable, mutable}
import scala.util.control.Exception.{allCatch, catching, failing, handling, ultimately}

import subjects.Expected.*

/** Accesses that earlier versions missed: each was a lost update. */
object MissedCases:
  private def stock() = mutable.HashMap("tea" -> 1)

  val all: List[Case] = List(
    Case(
      "a captured function that reads a mutable map, or else another",
      a =>
        val (m, other) = (stock(), stock())
        val find = m.orElse(other)
        a.on(r => println(find(r.path)))
        exactly(reads(m), reads(other))
    ),
    Case(
      "a captured function that looks up a mutable map",
      a =>
        val m = stock()
        val find = m.lift
        a.on(r => println(find(r.path)))
        exactly(reads(m))
    ),
    Case(
      "a captured function that reads a mutable buffer, and then computes",
      a =>
        val b = mutable.ArrayBuffer(1, 2)
        val next = b.andThen(_ + 1)
        a.on(r => println(next(r.path.length)))
        exactly(reads(b))
    ),
    Case(
      "a captured array that the JDK sorts on several threads",
      a =>
        val numbers = Array(3, 1, 2)
        a.on(_ => java.util.Arrays.parallelSort(numbers))
        exactly(writes(numbers))
    ),
    Case(
      "a captured array that the JDK changes on several threads",
      a =>
        val numbers = Array(3, 1, 2)
        a.on(_ => java.util.Arrays.parallelPrefix(numbers, (x, y) => x + y))
        exactly(writes(numbers))
    ),
    Given.writing("a generator of random numbers whose constructor sets the seed"): (a, m) =>
      final class Seeded(seed: Long) extends java.util.Random(seed):
        override def setSeed(seed: Long): Unit =
          m("seed") = 1
          super.setSeed(seed)
      a.on(r => println(new Seeded(r.path.length.toLong).nextInt()))
    ,
    Given.writing("an exception that notes where it was made"): (a, m) =>
      final class Noted(text: String) extends RuntimeException(text):
        override def fillInStackTrace(): Throwable =
          m("made") = 1
          this
      a.on(r => println(new Noted(r.path)))
    ,
    Given.writing("an exception that notes where it was made, and is only thrown"): (a, m) =>
      final class Noted(text: String) extends RuntimeException(text):
        override def fillInStackTrace(): Throwable =
          m("made") = 1
          this
      a.on(r => if r.path.nonEmpty then throw Noted(r.path))
    ,
    Given.writing("an exception that notes where it was made, and is dropped"): (a, m) =>
      a.on: r =>
        val _ = new Exception(r.path):
          override def fillInStackTrace(): Throwable =
            m("made") = 1
            this
    ,
    Given.writing("an object that formats itself"): (a, m) =>
      final class Money extends java.util.Formattable:
        def formatTo(to: java.util.Formatter, flags: Int, width: Int, precision: Int): Unit =
          m("formatted") = 1
      a.on(_ => println("%s".format(Money())))
    ,
    Given.writing("a number in a text with places"): (a, m) =>
      final class Cents(n: Int) extends Number:
        def intValue: Int = n
        def longValue: Long = n
        def floatValue: Float = n.toFloat
        def doubleValue: Double =
          m("asked") = 1
          n
      a.on(r => println(java.text.MessageFormat.format("{0}", Cents(r.path.length))))
    ,
    Case(
      "a captured set of bits that cannot change, over an array that can",
      a =>
        val words = Array(1L, 2L, 4L)
        val bits = scala.collection.immutable.BitSet.fromBitMaskNoCopy(words)
        a.on(r => println(bits(r.path.length)))
        exactly(reads(words))
    ),
    Given.writing("a resource that `Using` opens and passes to a function"): (a, m) =>
      final class Open(map: SharedMap[String, Int]) extends AutoCloseable:
        def use(): Unit = map("used") = 1
        def close(): Unit = ()
      val kept = Open(m)
      a.on(_ => scala.util.Using(kept)(_.use()).get)
    ,
    Given.writing("a second resource, opened behind the first one"): (a, m) =>
      final class Open(map: SharedMap[String, Int]) extends AutoCloseable:
        def use(): Unit = map("used") = 1
        def close(): Unit = ()
      val second = Open(m)
      a.on(_ => scala.util.Using.resources(java.io.StringReader("a"), second)((_, s) => s.use()))
    ,
    Given.writing("a captured handler of exceptions, with a function applied to them"): (a, m) =>
      val handler = catching(classOf[IllegalStateException]).withApply(_ => m("failed") = 1)
      a.on(r => handler(println(r.path)))
    ,
    Given.writing("a captured handler of exceptions that ends with something"): (a, m) =>
      val handler = allCatch.andFinally(m("ended") = 1)
      a.on(r => println(handler.opt(r.path)))
    ,
    Given.writing("a captured handler of exceptions that only ends with something"): (a, m) =>
      val handler = ultimately[Unit](m("ended") = 1)
      a.on(r => handler(println(r.path)))
    ,
    Given.writing("a captured handler of exceptions by a function"): (a, m) =>
      val handler = handling(classOf[IllegalStateException]).by(_ => m("failed") = 1)
      a.on(r => handler(println(r.path)))
    ,
    Given.writing("a captured handler of exceptions, made of two"): (a, m) =>
      val handler =
        failing[String](classOf[ArithmeticException]).or(handling(classOf[IllegalStateException]).by: _ =>
          m("failed") = 1
          None)
      a.on(r => println(handler(Some(r.path))))
    ,
    Given.writing("a captured equivalence by a function"): (a, m) =>
      val same = Equiv.by[String, Int]: s =>
        m(s) = 1
        s.length
      a.on(r => println(same.equiv(r.path, "x")))
    ,
    Given.writing("a captured source of random numbers over another"): (a, m) =>
      final class Counting extends java.util.Random:
        override def next(bits: Int): Int =
          m("next") = 1
          super.next(bits)
      val random = scala.util.Random(new Counting)
      a.on(_ => println(random.nextInt()))
    ,
    Given.writing("a captured factory of sorted sets, with its ordering"): (a, m) =>
      given Ordering[String] = Ordering.by[String, Int]: s =>
        m(s) = 1
        s.length
      val factory: scala.collection.Factory[String, Set[String]] = scala.collection.immutable.TreeSet
      a.on(r => println(factory.fromSpecific(List(r.path, "x"))))
    ,
    Case(
      "a captured variable of each thread, with a first value",
      a =>
        val m = OfThreads()
        val local = ThreadLocal.withInitial(() => m.next())
        a.on(_ => println(local.get))
        exactly(writesAny(classOf[OfThreads]))
    ),
    Case(
      "a variable of each thread, in a variable",
      a =>
        val first = OfThreads()
        var local = ThreadLocal.withInitial(() => first.next())
        a.on(_ => println(local.get))
        local = null
        exactly(Variable(AccessKind.Reads), writesAny(classOf[OfThreads]))
    ),
    Case(
      "a captured barrier with an action",
      a =>
        val m = Given.map()
        val barrier = java.util.concurrent.CyclicBarrier(1, () => m("all") = 1)
        a.on(_ => println(barrier.await()))
        exactly(writesAny(classOf[SharedMap[?, ?]]))
    ),
    Case(
      "a captured sum whose function counts",
      a =>
        val m = Given.map()
        val most = java.util.concurrent.atomic.LongAccumulator(
          (x, y) =>
            m("sums") = 1
            x.max(y)
          ,
          0
        )
        a.on(r => most.accumulate(r.path.length))
        exactly(writesAny(classOf[SharedMap[?, ?]]))
    ),
    Case(
      "a captured future that a function waits for",
      a =>
        val m = Given.map()
        val future = java.util.concurrent.CompletableFuture[String]()
        val _ = future.thenAccept(s => m(s) = 1)
        a.on(r => println(future.complete(r.path)))
        // what other cases give to futures waits here, too
        exactly(writesAny(classOf[SharedMap[?, ?]]))
    ),
    Case(
      "a captured promise that functions wait for, on the thread that keeps it and on others",
      a =>
        val m = Given.map()
        val promise = scala.concurrent.Promise[String]()
        promise.future.foreach(s => m(s) = 1)(using scala.concurrent.ExecutionContext.parasitic)
        promise.future.foreach(s => topMap(s) = 1)(using scala.concurrent.ExecutionContext.global)
        a.on(r => println(promise.trySuccess(r.path)))
        exactly(writes(m))
    ),
    Case(
      "a captured promise that a function waits for, with an executor that runs it on the spot",
      a =>
        val m = Given.map()
        val promise = scala.concurrent.Promise[String]()
        val here = scala.concurrent.ExecutionContext.fromExecutor(_.run())
        promise.future.foreach(s => m(s) = 1)(using here)
        a.on(r => println(promise.trySuccess(r.path)))
        exactly(writes(m))
    ),
    Case(
      "a captured promise that a function waits for, with an execution context of the application",
      a =>
        val m = Given.map()
        val promise = scala.concurrent.Promise[String]()
        promise.future.foreach(s => m(s) = 1)(using SameThread())
        a.on(r => println(promise.trySuccess(r.path)))
        exactly(writes(m))
    ),
    Case(
      "a captured promise that a function waits for, with a pool that hands tasks back",
      a =>
        val m = Given.map()
        val promise = scala.concurrent.Promise[String]()
        val pool = java.util.concurrent.ThreadPoolExecutor(
          0,
          1,
          1,
          java.util.concurrent.TimeUnit.SECONDS,
          java.util.concurrent.SynchronousQueue[Runnable](),
          java.util.concurrent.ThreadPoolExecutor.CallerRunsPolicy()
        )
        // it runs all on the spot
        pool.shutdown()
        promise.future.foreach(s => m(s) = 1)(using scala.concurrent.ExecutionContext.fromExecutor(pool))
        a.on(r => println(promise.trySuccess(r.path)))
        exactly(writes(m))
    ),
    Case(
      "a captured future that a function waits for, with an executor that runs it on the spot",
      a =>
        val m = Given.map()
        val future = java.util.concurrent.CompletableFuture[String]()
        val _ = future.thenAcceptAsync(s => m(s) = 1, _.run())
        a.on(r => println(future.complete(r.path)))
        exactly(writesAny(classOf[SharedMap[?, ?]]))
    ),
    Case(
      "a captured future that a function waits for, with an executor in a field",
      a =>
        val m = Given.map()
        val future = java.util.concurrent.CompletableFuture[String]()
        val holder = HoldsExecutor(_.run())
        val _ = future.thenAcceptAsync(s => m(s) = 1, holder.executor)
        a.on(r => println(future.complete(r.path)))
        exactly(writesAny(classOf[SharedMap[?, ?]]))
    ),
    Case(
      "a future that is complete, with an execution context that is made of an executor",
      a =>
        val m = Given.map()
        val here = scala.concurrent.ExecutionContext.fromExecutor(_.run())
        a.on(r => scala.concurrent.Future.successful(r.path).foreach(s => m(s) = 1)(using here))
        Verdict(List(writes(m)), List(writes(m)))
    ),
    Case(
      "the same made in the handler",
      a =>
        val m = Given.map()
        a.on: r =>
          val here = scala.concurrent.ExecutionContext.fromExecutor(_.run())
          scala.concurrent.Future.successful(r.path).foreach(s => m(s) = 1)(using here)
        // the executor is passed tasks that are not known
        val unknown = Everything("calls a function value that is not known before the call")
        Verdict(List(writes(m), unknown), List(writes(m), unknown))
    ),
    Case(
      "a future that is complete, with an execution context of a pool",
      a =>
        val m = Given.map()
        val pool =
          scala.concurrent.ExecutionContext.fromExecutor(java.util.concurrent.ForkJoinPool.commonPool())
        a.on(r => scala.concurrent.Future.successful(r.path).foreach(s => m(s) = 1)(using pool))
        detached(writes(m))
    ),
    Case(
      "a promise in a variable, where functions may wait for one on the thread that keeps it",
      a =>
        var promise = scala.concurrent.Promise[String]()
        a.on(r => println(promise.trySuccess(r.path)))
        promise = scala.concurrent.Promise[String]()
        exactly(Variable(AccessKind.Reads), Everything("functions that wait for it may run here"))
    )
  )

  private def filled(what: String, make: () => mutable.Growable[String]): Case = Case(
    s"a captured builder of $what",
    a =>
      val builder = make()
      a.on(r => println(builder += r.path))
      exactly(writes(builder))
  )

  /** What the library's lambda calls is returned by the application's. */
  val ofReturned: List[Case] = List(
    Given.writing("a captured function that takes one argument after another, uncurried"): (a, m) =>
      val put = Function.uncurried((key: String) =>
        (n: Int) =>
          m(key) = n
          n
      )
      a.on(r => println(put(r.path, 1)))
    ,
    Given.writing("a captured function that takes three, uncurried"): (a, m) =>
      val put = Function.uncurried((key: String) =>
        (n: Int) =>
          (more: Int) =>
            m(key) = n + more
            n
      )
      a.on(r => println(put(r.path, 1, 2)))
  )

  /** Arguments that the JDK's and Scala's code does not only look at. */
  val ofArguments: List[Case] = List(
    Case(
      "a captured writer that properties are stored in",
      a =>
        val w = java.io.StringWriter()
        a.on(r => java.util.Properties().store(w, r.path))
        exactly(writes(w))
    ),
    Case(
      "a captured reader that properties are loaded from",
      a =>
        val reader = java.io.StringReader("a = b")
        a.on(_ => java.util.Properties().load(reader))
        exactly(writes(reader))
    ),
    Case(
      "a captured buffer that a date is shown in",
      a =>
        val b = java.lang.StringBuilder()
        a.on(_ => java.time.format.DateTimeFormatter.ISO_DATE.formatTo(java.time.LocalDate.of(2026, 1, 1), b))
        exactly(writes(b))
    ),
    Case(
      "a captured buffer of bytes that a digest takes",
      a =>
        val b = java.nio.ByteBuffer.allocate(8)
        a.on(_ => java.security.MessageDigest.getInstance("SHA-256").update(b))
        exactly(AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "a captured stream that is unpacked",
      a =>
        val in = java.io.ByteArrayInputStream(Array[Byte]())
        a.on(_ => println(java.util.zip.GZIPInputStream(in).read()))
        exactly(AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "a captured writer that a stack trace is printed to",
      a =>
        val w = java.io.PrintWriter(java.io.StringWriter())
        a.on(r => RuntimeException(r.path).printStackTrace(w))
        exactly(AnyLibrary(AccessKind.Writes), writesStatic("subjects.Noted$", "n"))
    ),
    Case(
      "a captured array that characters are put in",
      a =>
        val chars = new Array[Char](2)
        a.on(_ => println(Character.toChars(65, chars, 0)))
        exactly(writes(chars))
    ),
    Case(
      "a captured array that another one is copied to",
      a =>
        val to = new Array[String](2)
        a.on(r => println(Array(r.path).copyToArray(to)))
        exactly(writes(to))
    )
  )

  /** Objects that a fact about a whole package seemed to mean, although they change. */
  val ofPackages: List[Case] = List(
    filled("a vector", () => Vector.newBuilder),
    filled("a set", () => Set.newBuilder),
    filled("a hash set", () => immutable.HashSet.newBuilder),
    filled("a sorted set", () => immutable.TreeSet.newBuilder),
    filled("a lazy list", () => LazyList.newBuilder),
    filled("a list", () => List.newBuilder),
    Case(
      "a captured builder of a map",
      a =>
        val builder = Map.newBuilder[String, Int]
        a.on(r => println(builder += r.path -> 1))
        exactly(writes(builder))
    ),
    Case(
      "a captured iterator of an immutable list of Java's",
      a =>
        val iterator = java.util.List.of("a", "b").iterator
        a.on(_ => println(iterator.next()))
        exactly(writes(iterator))
    ),
    Case(
      "a captured iterator of a concurrent map",
      a =>
        val iterator = ConcurrentHashMap[String, String]().keySet.iterator
        a.on(_ => println(iterator.next()))
        exactly(writes(iterator))
    ),
    Case(
      "a captured builder of requests",
      a =>
        val builder = java.net.http.HttpRequest.newBuilder(java.net.URI("http://localhost"))
        a.on(r => println(builder.header("path", r.path)))
        exactly(writes(builder))
    ),
    Case(
      "a captured builder of formats of dates",
      a =>
        val builder = java.time.format.DateTimeFormatterBuilder()
        a.on(r => println(builder.appendLiteral(r.path)))
        exactly(writes(builder))
    ),
    Case(
      "a captured record of a log",
      a =>
        val record = java.util.logging.LogRecord(java.util.logging.Level.INFO, "a")
        a.on(r => record.setMessage(r.path))
        exactly(writes(record))
    ),
    Case(
      "a clock that is some time ahead of one of the application's",
      a =>
        val clock = java.time.Clock.offset(OwnClock(), java.time.Duration.ofHours(1))
        a.on(_ => println(java.time.Instant.now(clock)))
        exactly(writesAny(classOf[OwnClock]))
    ),
    Case(
      "a message with a format of the application's",
      a =>
        val message = java.text.MessageFormat("{0}")
        message.setFormat(0, CountingFormat())
        a.on(r => println(message.format(Array(r.path))))
        exactly(writesAny(classOf[CountingFormat]), writes(message))
    )
  )
end MissedCases

final class CountingFormat extends java.text.Format:
  private var n = 0
  override def format(of: Any, to: StringBuffer, at: java.text.FieldPosition): StringBuffer =
    n += 1
    to
  override def parseObject(text: String, at: java.text.ParsePosition): AnyRef = text

final class HoldsExecutor(val executor: java.util.concurrent.Executor)

final class SameThread extends scala.concurrent.ExecutionContext:
  def execute(task: Runnable): Unit = task.run()
  def reportFailure(cause: Throwable): Unit = ()

final class OfThreads:
  private var n = 0
  def next(): Int =
    n += 1
    n
