package crossings

import java.lang.invoke.{MethodHandles, MethodType}
import java.util.concurrent.*
import java.util.concurrent.atomic.*
import java.util.function.*
import java.util.stream.{Collector, Collectors, IntStream, Stream, StreamSupport}
import java.util.{ArrayList, Collections, Comparator, Optional}
import scala.jdk.CollectionConverters.*

import Crossing.{counts, stores}

/** Ways through the JDK. */
object Jdk:
  private def plus(c: Counter): Function[String, String] = k =>
    c.add(): Unit
    k

  final case class Visitor(name: String, counter: Counter):
    def getName: String =
      counter.add(): Unit
      name

  final class Seeded(c: Counter) extends ThreadLocal[Int]:
    override def initialValue(): Int = c.add()

  val functions: List[Crossing] = List(
    counts("a stream of functions"): c =>
      k => println(Stream.of(k, k).map(plus(c)).toList),
    counts("a supplier of a stream"): c =>
      val source: Supplier[Stream[Int]] = () => Stream.generate(() => c.add()).limit(2)
      _ => println(source.get.nn.toList)
    ,
    counts("a collector of one's own"): c =>
      val collector: Collector[String, ArrayList[String], Int] = Collector.of(
        () => ArrayList[String](),
        (l, s) =>
          c.add(): Unit
          l.add(s): Unit
        ,
        (a, b) =>
          a.addAll(b); a
        ,
        l => l.size
      )
      k => println(Stream.of(k, k).collect(collector))
    ,
    counts("groups by a function, in a map of one's own order"): c =>
      val order: Comparator[String] = (a, b) => c.add() + a.compareTo(b)
      k =>
        println(Stream.of(k, "y", "z").collect(Collectors.groupingBy(
          (s: String) => s,
          () => java.util.TreeMap[String, java.util.List[String]](order),
          Collectors.toList[String]
        )))
    ,
    counts("elements that merge"): c =>
      k =>
        println(Stream.of(
          k,
          k
        ).collect(Collectors.toMap((s: String) => s, (s: String) => 1, (a: Int, b: Int) => c.add()))),
    counts("a tee of collectors"): c =>
      k =>
        println(Stream.of(k).collect(Collectors.teeing(
          Collectors.counting[String](),
          Collectors.toList[String](),
          (n, l) => c.add()
        ))),
    counts("iterate and takeWhile"): c =>
      _ => println(IntStream.iterate(0, i => i < 3, i => i + c.add()).sum),
    counts("a comparator made of two"): c =>
      val order = Comparator.comparing[String, Integer]((s: String) =>
        Integer.valueOf(c.add())
      ).thenComparing(Comparator.naturalOrder[String]())
      k =>
        val l = ArrayList(java.util.List.of(k, "y"))
        l.sort(order)
    ,
    counts("nulls first, by a function"): c =>
      val order =
        Comparator.nullsFirst(Comparator.comparing[String, Integer]((s: String) => Integer.valueOf(c.add())))
      k =>
        val l = ArrayList(java.util.List.of(k, "y"))
        Collections.sort(l, order)
    ,
    counts("functions composed"): c =>
      val f = plus(c).andThen(plus(Counter())).compose(plus(Counter()))
      k => println(f.apply(k))
    ,
    counts("a predicate negated"): c =>
      val p: Predicate[String] = k => c.add() > 0
      val no = p.negate.nn
      k => println(no.test(k))
    ,
    counts("an operator of two"): c =>
      val f: BinaryOperator[Integer] = (a, b) => a + b + c.add()
      k => println(IntStream.range(0, 3).boxed.reduce(0, f))
    ,
    counts("what a map computes"): c =>
      val m = ConcurrentHashMap[String, Int]()
      k => println(m.computeIfAbsent(k + c.n, _ => c.add()))
    ,
    counts("what a map merges"): c =>
      val m = ConcurrentHashMap[String, Int](java.util.Map.of("x", 1))
      k => println(m.merge(k, 1, (a, b) => a + c.add()))
    ,
    counts("what replaces all in a list"): c =>
      k =>
        val l = ArrayList(java.util.List.of(k))
        l.replaceAll(s => s + c.add())
    ,
    counts("an atomic that is updated by a function"): c =>
      val a = AtomicInteger()
      _ => println(a.updateAndGet(n => n + c.add()))
    ,
    counts("an atomic that accumulates by a captured operator"): c =>
      val a = AtomicReference("a")
      val f: BinaryOperator[String] = (x, y) => x + y + c.add()
      k => println(a.accumulateAndGet(k, f))
    ,
    counts("an optional in a val"): c =>
      val o = Optional.of(c)
      _ => o.ifPresent(x => x.n += 1)
    ,
    counts("an optional that is empty"): c =>
      _ => println(Optional.empty[Int].or(() => Optional.of(c.add()))),
    counts("a scanner's groups, replaced"): c =>
      val p = java.util.regex.Pattern.compile("x").nn
      k => println(p.matcher(k).replaceAll(_ => s"${c.add()}"))
    ,
    counts("regular expressions of Scala, replaced"): c =>
      k => println("x".r.replaceAllIn(k, _ => s"${c.add()}")),
    counts("a cleaner action of an access controller"): c =>
      _ =>
        println(java.security.AccessController.doPrivileged((
            () => c.add()
        ): java.security.PrivilegedAction[Int])),
    counts("a task of a future task"): c =>
      _ =>
        val t = FutureTask(() => c.add())
        t.run()
    ,
    counts("a captured future task"): c =>
      val t = FutureTask(() => c.add())
      _ => t.run()
    ,
    counts("a thread local of one's own class"): c =>
      val t = Seeded(c)
      _ => println(t.get)
    ,
    counts("an object in a thread local"): c =>
      val t = ThreadLocal.withInitial(() => c)
      _ => t.get.n += 1
    ,
    counts("a scoped value"): c =>
      val scope = ScopedValue.newInstance[Counter]()
      _ => ScopedValue.where(scope, c).run(() => scope.get.n += 1)
    ,
    counts("a weak reference"): c =>
      val w = java.lang.ref.WeakReference(c)
      _ => Option(w.get).foreach(_.n += 1)
    ,
    counts("an exchanger of two, alone"): c =>
      val q = ArrayBlockingQueue[Counter](4)
      _ =>
        q.offer(c): Unit
        q.poll().n += 1
    ,
    counts("a queue that orders"): c =>
      val q = PriorityBlockingQueue[String](4, (a, b) => c.add() + a.compareTo(b))
      k =>
        q.offer(k): Unit
        q.offer("y"): Unit
    ,
    counts("a delayed element"): c =>
      final class Later extends Delayed:
        def getDelay(unit: TimeUnit): Long = c.add()
        def compareTo(o: Delayed): Int = c.add()
      val q = DelayQueue[Later]()
      _ =>
        q.offer(Later()): Unit
        q.offer(Later()): Unit
    ,
    counts("a skip list in one's own order"): c =>
      val m = ConcurrentSkipListMap[String, Int]((a, b) => c.add() + a.compareTo(b))
      k => m.put(k, 1): Unit
    ,
    counts("binary search with one's own order"): c =>
      k =>
        println(java.util.Arrays.binarySearch[String](
          Array[String | Null]("a", "b"),
          k,
          (a: String, b: String) => c.add() + a.compareTo(b)
        )),
    counts("an array that is set by a function"): c =>
      _ => java.util.Arrays.setAll(new Array[Int](2), _ => c.add()),
    counts("objects compared by a function"): c =>
      k => println(java.util.Objects.compare(k, "y", (a, b) => c.add() + a.compareTo(b))),
    counts("an object that a supplier must replace"): c =>
      k =>
        println(java.util.Objects.requireNonNullElseGet(if k.isEmpty then k else null, () => s"${c.add()}")),
    counts("completed futures, combined"): c =>
      k =>
        println(CompletableFuture.completedFuture(k).thenCombine(
          CompletableFuture.completedFuture(1),
          (a, b) => c.add()
        ).join),
    counts("a failed future, handled"): c =>
      k => println(CompletableFuture.failedFuture[Int](RuntimeException(k)).exceptionally(_ => c.add()).join),
    counts("a failed future's cause"): c =>
      k =>
        try println(CompletableFuture.failedFuture[Int](Language.OutOfStock(c)).join)
        catch
          case e: CompletionException =>
            e.getCause match
              case o: Language.OutOfStock => o.counter.n += 1
              case _ => ()
    ,
    counts("a failed future's cause in a handler"): c =>
      k =>
        CompletableFuture.failedFuture[Int](Language.OutOfStock(c)).handle: (_, e) =>
          e match
            case o: Language.OutOfStock => o.counter.add()
            case _ => 0
        : Unit
  )

  trait Api:
    def call(k: String): Int
  final class Impl(c: Counter) extends Api:
    def call(k: String): Int = c.add()

  final class Named(c: Counter) extends java.io.Writer:
    def write(cs: Array[Char], from: Int, n: Int): Unit = c.add(): Unit
    def flush(): Unit = ()
    def close(): Unit = ()

  final class Lines(c: Counter) extends java.io.InputStream:
    def read(): Int =
      c.add(): Unit
      -1

  final class Codec(c: Counter)
      extends java.nio.charset.CharsetEncoder(java.nio.charset.StandardCharsets.US_ASCII, 1f, 1f):
    def encodeLoop(in: java.nio.CharBuffer, out: java.nio.ByteBuffer): java.nio.charset.CoderResult =
      c.add(): Unit
      in.position(in.limit)
      java.nio.charset.CoderResult.UNDERFLOW.nn

  final class Squares(c: Counter) extends java.util.AbstractList[Int]:
    def get(i: Int): Int = i * c.add()
    def size: Int = 3

  final class Entries(c: Counter) extends java.util.AbstractMap[String, Int]:
    def entrySet: java.util.Set[java.util.Map.Entry[String, Int]] =
      c.add(): Unit
      java.util.Set.of()

  final class Walk(c: Counter) extends java.nio.file.SimpleFileVisitor[java.nio.file.Path]:
    override def preVisitDirectory(d: java.nio.file.Path, a: java.nio.file.attribute.BasicFileAttributes) =
      c.add(): Unit
      java.nio.file.FileVisitResult.SKIP_SUBTREE.nn

  final class Now(c: Counter) extends java.time.Clock:
    def getZone = java.time.ZoneOffset.UTC.nn
    override def withZone(z: java.time.ZoneId) = this
    override def instant = java.time.Instant.ofEpochMilli(c.add().toLong).nn

  final class Tomorrow(c: Counter) extends java.time.temporal.TemporalAdjuster:
    def adjustInto(t: java.time.temporal.Temporal): java.time.temporal.Temporal =
      c.add(): Unit
      t.plus(1, java.time.temporal.ChronoUnit.DAYS).nn

  final class Format(c: Counter) extends java.text.Format:
    def format(o: Any, to: StringBuffer, p: java.text.FieldPosition): StringBuffer =
      c.add(): Unit
      to.append("x").nn
    def parseObject(s: String, p: java.text.ParsePosition): AnyRef = s

  private def out = java.io.StringWriter()

  val objects: List[Crossing] = List(
    counts("a writer of one's own behind a print writer"): c =>
      val w = java.io.PrintWriter(Named(c), true)
      k => w.println(k)
    ,
    counts("a writer of one's own that the handler wraps"): c =>
      val own = Named(c)
      k =>
        val w = java.io.BufferedWriter(own)
        w.write(k)
        w.flush()
    ,
    counts("a stack trace written to one's own writer"): c =>
      val own = Named(c)
      k => RuntimeException(k).printStackTrace(java.io.PrintWriter(own))
    ,
    counts("a stream of one's own that is read by a reader"): c =>
      val in = Lines(c)
      _ => println(java.io.InputStreamReader(in).read())
    ,
    counts("a stream of one's own that is read whole"): c =>
      val in = Lines(c)
      _ => println(in.readAllBytes().nn.length)
    ,
    counts("a source over a stream of one's own"): c =>
      val in = Lines(c)
      _ => println(scala.io.Source.fromInputStream(in).mkString)
    ,
    counts("streams in sequence"): c =>
      val in = Lines(c)
      _ => println(java.io.SequenceInputStream(in, java.io.ByteArrayInputStream(Array[Byte]())).read())
    ,
    counts("an encoder of one's own"): c =>
      _ => println(Codec(c).encode(java.nio.CharBuffer.wrap("a"))),
    counts("a list of one's own that is copied"): c =>
      val l = Squares(c)
      _ => println(java.util.List.copyOf(l))
    ,
    counts("a list of one's own that is joined"): c =>
      val l = Squares(c)
      _ => println(l.asScala.mkString(","))
    ,
    counts("a list of one's own as a stream"): c =>
      val l = Squares(c)
      _ => println(l.stream.mapToInt(i => i).sum)
    ,
    counts("a list of one's own behind a view that cannot be modified"): c =>
      val l = Collections.unmodifiableList(Squares(c))
      _ => println(l.get(1))
    ,
    counts("a part of a list of one's own"): c =>
      val l = Squares(c).subList(1, 2)
      _ => println(l.get(0))
    ,
    counts("a map of one's own that is compared"): c =>
      val m = Entries(c)
      _ => println(java.util.Map.of().equals(m))
    ,
    counts("a map of one's own in Scala"): c =>
      val m = Entries(c)
      _ => println(m.asScala.toMap)
    ,
    counts("a visitor of files"): c =>
      _ => println(java.nio.file.Files.walkFileTree(java.nio.file.Path.of("/tmp"), Walk(c))),
    counts("a clock of one's own"): c =>
      val clock = Now(c)
      _ => println(java.time.LocalDate.now(clock))
    ,
    counts("an adjuster of dates"): c =>
      val tomorrow = Tomorrow(c)
      _ => println(java.time.LocalDate.of(2026, 1, 1).`with`(tomorrow))
    ,
    counts("a query of dates"): c =>
      val q: java.time.temporal.TemporalQuery[Int] = t => c.add()
      _ => println(java.time.LocalDate.of(2026, 1, 1).query(q))
    ,
    counts("a format of one's own"): c =>
      val f = Format(c)
      k => println(f.format(k))
    ,
    counts("a proxy"): c =>
      val api = java.lang.reflect.Proxy.newProxyInstance(
        classOf[Api].getClassLoader,
        Array(classOf[Api]),
        (_, _, _) => Integer.valueOf(c.add())
      ).asInstanceOf[Api]
      k => println(api.call(k))
    ,
    counts("a method handle"): c =>
      val h = MethodHandles.publicLookup.nn.findVirtual(
        classOf[Api],
        "call",
        MethodType.methodType(classOf[Int], classOf[String])
      )
      val api = Impl(c)
      k => println(h.invokeWithArguments(api, k))
    ,
    counts("a method found by reflection"): c =>
      val m = classOf[Api].getMethod("call", classOf[String])
      val api = Impl(c)
      k => println(m.invoke(api, k))
    ,
    counts("a property change"): c =>
      val p = java.beans.PropertyChangeSupport("x")
      p.addPropertyChangeListener(_ => c.add(): Unit)
      k => p.firePropertyChange("a", "b", k)
    ,
    counts("a property change, of one's own listener class"): c =>
      final class Listening extends java.beans.PropertyChangeListener:
        def propertyChange(e: java.beans.PropertyChangeEvent): Unit = c.add(): Unit
      val p = java.beans.PropertyChangeSupport("x")
      p.addPropertyChangeListener(Listening())
      k => p.firePropertyChange("a", "b", k)
    ,
    counts("what a timer runs by hand"): c =>
      val t = new java.util.TimerTask:
        def run(): Unit = c.add(): Unit
      _ => t.run()
    ,
    counts("an observable bundle"): c =>
      final class Texts extends java.util.ListResourceBundle:
        def getContents: Array[Array[Object]] =
          c.add(): Unit
          Array(Array[Object]("a", "b"))
      val texts = Texts()
      _ => println(texts.getString("a"))
    ,
    counts("an object that Java serialises"): c =>
      final class Parcel extends java.io.Serializable:
        private def writeObject(o: java.io.ObjectOutputStream): Unit = c.add(): Unit
      val parcel = Parcel()
      _ => java.io.ObjectOutputStream(java.io.ByteArrayOutputStream()).writeObject(parcel)
    ,
    counts("parts of an object that is digested"): c =>
      final class Digest extends java.security.MessageDigest("own"):
        def engineUpdate(b: Byte): Unit = c.add(): Unit
        def engineUpdate(b: Array[Byte], o: Int, n: Int): Unit = c.add(): Unit
        def engineDigest(): Array[Byte] = Array(1)
        def engineReset(): Unit = ()
      val d = Digest()
      k => println(d.digest(k.getBytes).length)
    ,
    counts("a stream that digests, to one's own"): c =>
      final class Sum extends java.util.zip.Checksum:
        def update(b: Int): Unit = c.add(): Unit
        def update(b: Array[Byte], o: Int, n: Int): Unit = c.add(): Unit
        def getValue: Long = c.n
        def reset(): Unit = ()
      val sum = Sum()
      k => println(java.util.zip.CheckedInputStream(java.io.ByteArrayInputStream(k.getBytes), sum).read())
    ,
    counts("a name resolver of XML"): c =>
      val handler = new org.xml.sax.helpers.DefaultHandler:
        override def startDocument(): Unit = c.add(): Unit
      _ =>
        javax.xml.parsers.SAXParserFactory.newInstance.nn.newSAXParser.nn.parse(
          java.io.ByteArrayInputStream("<a/>".getBytes),
          handler
        )
    ,
    counts("a body handler of the HTTP client, by hand"): c =>
      val s = java.net.http.HttpResponse.BodySubscribers.mapping(
        java.net.http.HttpResponse.BodySubscribers.discarding(),
        (_: Void) => c.add()
      )
      k =>
        s.onComplete()
        println(s.getBody.toCompletableFuture.nn.join)
    ,
    counts("an iterator of one's own in Java's for"): c =>
      final class Numbers extends java.lang.Iterable[Int]:
        def iterator: java.util.Iterator[Int] = new java.util.Iterator[Int]:
          private var left = 2
          def hasNext: Boolean = left > 0
          def next(): Int =
            left -= 1
            c.add()
      val numbers = Numbers()
      _ => numbers.forEach(n => println(n))
    ,
    counts("a spliterator of one's own"): c =>
      final class Numbers extends java.util.Spliterators.AbstractSpliterator[Int](2, 0):
        def tryAdvance(to: Consumer[? >: Int]): Boolean = c.add() < 0
      _ => println(StreamSupport.stream(Numbers(), false).count)
    ,
    counts("a lock of one's own"): c =>
      final class Locked extends locks.ReentrantLock:
        override def lock(): Unit =
          c.add(): Unit
          super.lock()
      val l = Locked()
      _ => l.lock()
    ,
    counts("a semaphore of one's own synchroniser"): c =>
      final class Sync extends locks.AbstractQueuedSynchronizer:
        override def tryAcquire(n: Int): Boolean =
          c.add(): Unit
          true
      val s = Sync()
      _ => s.acquire(1)
    ,
    counts("a recursive task, invoked here"): c =>
      final class Task extends RecursiveTask[Int]:
        def compute(): Int = c.add()
      _ => println(Task().invoke())
    ,
    counts("an executor of one's own that runs here"): c =>
      val here: Executor = _.run()
      _ => CompletableFuture.runAsync(() => c.add(): Unit, here): Unit
    ,
    counts("a linked map that evicts"): c =>
      final class Lru extends java.util.LinkedHashMap[String, String]:
        override def removeEldestEntry(e: java.util.Map.Entry[String, String]): Boolean = c.add() < 0
      val lru = Lru()
      k => lru.putIfAbsent(k, k): Unit
    ,
    counts("a properties file of one's own class"): c =>
      final class Settings extends java.util.Properties:
        override def put(k: Object, v: Object): Object =
          c.add(): Unit
          super.put(k, v)
      val s = Settings()
      k => s.load(java.io.StringReader("a=b"))
    ,
    counts("an uncaught failure's handler by hand"): c =>
      val h: Thread.UncaughtExceptionHandler = (_, _) => c.add(): Unit
      k => h.uncaughtException(Thread.currentThread, RuntimeException(k))
    ,
    counts("a filter of files"): c =>
      _ => println(java.io.File("/").listFiles((f: java.io.File) => c.add() > 0).length),
    counts("files that are listed with a filter"): c =>
      _ =>
        println(java.nio.file.Files.newDirectoryStream(
          java.nio.file.Path.of("/"),
          (p: java.nio.file.Path) => c.add() > 0
        ).iterator.nn.hasNext),
    counts("an authenticator"): c =>
      final class Auth extends java.net.Authenticator:
        override def getPasswordAuthentication: java.net.PasswordAuthentication =
          c.add(): Unit
          java.net.PasswordAuthentication("a", Array())
      val a = Auth()
      _ =>
        println(a.requestPasswordAuthenticationInstance(
          "h",
          null,
          1,
          "p",
          "q",
          "s",
          null,
          java.net.Authenticator.RequestorType.PROXY
        ))
    ,
    counts("a supplier of a log's text"): c =>
      val log = java.util.logging.Logger.getLogger("own").nn
      k => log.info(() => s"$k ${c.add()}")
    ,
    counts("the system's logger with a supplier"): c =>
      val log = System.getLogger("own").nn
      k => log.log(System.Logger.Level.INFO, () => s"$k ${c.add()}")
    ,
    counts("a stack walker's function"): c =>
      _ => println(StackWalker.getInstance.nn.walk(s => c.add())),
    counts("a guarded counter of gathered elements"): c =>
      k =>
        println(Stream.of(
          k,
          k
        ).gather(java.util.stream.Gatherers.fold(() => 0, (a: Int, s: String) => c.add())).toList),
    counts("a mapper of several"): c =>
      k => println(Stream.of(k).mapMulti[Int]((s, to) => to.accept(c.add())).toList),
    counts("a hash of a record-like class in Objects.hash"): c =>
      final class Key:
        override def hashCode: Int = c.add()
      k => println(java.util.Objects.hash(k, Key()))
    ,
    counts("arrays that are compared deeply"): c =>
      final class Key:
        override def equals(o: Any): Boolean = c.add() > 0
        override def hashCode: Int = 1
      k => println(java.util.Arrays.deepEquals(Array[Object](Key()), Array[Object](Key())))
  )

  val all: List[Crossing] = functions ++ objects
end Jdk
