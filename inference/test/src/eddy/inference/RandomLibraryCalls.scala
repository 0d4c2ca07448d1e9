package eddy.inference

/** Statements of a random program that have code of the JDK or of Scala call the program: functions that are
  * passed, functions that objects keep, overridden methods, hooks of the serialisation.
  *
  * @param effect
  *   writes a statement, in braces
  * @param session
  *   writes an expression for a session: objects that handlers do not know beforehand change that, since a
  *   function in their place would have the handlers run alone
  * @param simple
  *   the same for one that calls no library
  */
private final class RandomLibraryCalls(
    effect: () => String,
    simple: () => String,
    key: () => String,
    number: () => String,
    session: () => String
):
  private def f = effect()
  private def k = key()
  private def n = number()

  private val passed: Vector[() => String] = Vector(
    () => s"sink(List(3, 1, 2).sortWith((x, y) => { $f; x < y }).head)",
    () => s"java.util.List.of(3, 1).stream.sorted((x, y) => { $f; x - y }).forEach(x => { $f; sink(x) })",
    () =>
      s"{ val l = java.util.ArrayList[Int](List(2, 1).asJava); l.sort((x, y) => { $f; x - y }); val _ = l.removeIf(x => { $f; x > 1 }); l.replaceAll(x => { $f; x }) }",
    () => s"sink(old.computeIfAbsent($k, x => { $f; $n }))",
    () => s"sink(old.merge($k, $n, (x, y) => { $f; x + y }))",
    () => s"{ val _ = old.compute($k, (x, y) => { $f; 1 }) }",
    () => s"old.forEach((x, y) => $f)",
    () => s"{ val _ = sessions.updateWith($k)(o => { $f; o }) }",
    () => s"{ val _ = mm.getOrElseUpdate($k, { $f; m0 }) }",
    () => s"sink(table.getOrElseUpdate($k, { $f; $n }))",
    () => s"{ val _ = table.filterInPlace((x, y) => { $f; true }) }",
    () => s"{ val _ = table.updateWith($k)(o => { $f; o }) }",
    () => s"Option($k).collect { case x if { $f; x.length > 1 } => x.length }.foreach(sink)",
    () => s"Iterator.iterate(1)(x => { $f; x + 1 }).take(3).foreach(sink)",
    () => s"List(1, 2).view.map(x => { $f; x }).toList.foreach(sink)",
    () => s"sink(LazyList.from(1).map(x => { $f; x }).take(2).sum)",
    () => s"sink(scala.util.Try { $f; $n }.recover { case _: Failure => { $f; 0 } }.getOrElse(0))",
    () => s"sink(scala.util.Using(Closing(${session()}))(c => { $f; 1 }).getOrElse(0))",
    () => s"java.util.Optional.of($k).map[Int](x => { $f; x.length }).ifPresent(x => $f)",
    () => s"sink(Right[String, Int]($n).fold(x => { $f; 0 }, y => { $f; y }))",
    () => s"java.util.Arrays.setAll(ints, i => { $f; i })",
    () => s"concurrent.computeIfAbsent($k, x => { ${simple()}; Session(1) }).count += 1",
    () =>
      s"scala.concurrent.Future.successful($n).foreach(x => $f)(using scala.concurrent.ExecutionContext.parasitic)",
    () => s"{ val _ = java.util.concurrent.CompletableFuture.completedFuture($k).thenAccept(x => $f) }",
    () => s"java.util.concurrent.FutureTask[Int](() => { $f; 1 }).run()",
    () =>
      s"scala.util.control.Exception.catching(classOf[Failure]).withApply[Unit](x => $f)(if $n > 1 then throw Failure(m0))",
    () => s"sink(scala.util.control.Exception.allCatch[Int].andFinally($f).opt($n).size)",
    () => s"sink(List($k, $k).sorted(using Ordering.by[String, Int](x => { $f; x.length })).head.length)",
    () =>
      s"sink(java.util.List.of(1, 2).stream.collect(java.util.stream.Collectors.groupingBy[Int, Int](x => { $f; x })).size)",
    () => s"sink(scala.collection.mutable.HashMap[String, Int]().withDefault(x => { $f; 1 })($k))",
    () => s"sink(ThreadLocal.withInitial[Int](() => { $f; 1 }).get)",
    () => s"sink(java.util.concurrent.atomic.AtomicInteger(1).updateAndGet(x => { $f; x + 1 }))",
    () => s"java.util.concurrent.atomic.LongAccumulator((x, y) => { $f; x + y }, 0).accumulate(1)"
  )

  private val overridden: Vector[() => String] = Vector(
    () => s"sink(s\"$${Noisy(() => $f)}\".length)",
    () => s"{ val _ = java.util.HashMap[Hashed, Int]().put(Hashed(${session()}), 1) }",
    () => s"sink(Set(Hashed(${session()}), Hashed(${session()})).size)",
    () =>
      s"{ val t = java.util.TreeSet[Ranked](); for i <- 1 to 2 do { val _ = t.add(Ranked(i, ${session()})) } }",
    () => s"sink(List(Ranked(2, ${session()}), Ranked(1, ${session()})).sorted.head.rank)",
    () => s"{ val _ = Adding(java.util.List.of($k), ${session()}) }",
    () => s"{ val _ = Seeded(${session()}, 1) }",
    () => s"{ val _ = Noted(${session()}) }",
    () => s"try throw Telling(${session()}) catch { case x: RuntimeException => sink(x.toString.length) }",
    () => s"{ val _ = Eldest(${session()}).put($k, 1) }",
    () => s"rankings.get($k).foreach(java.util.Collections.sort(_))",
    () => s"sink(java.util.List.copyOf[Integer](Listing(${session()})).size)",
    () => s"Listing(${session()}).forEach(x => $f)",
    () => s"sink(Listing(${session()}).asScala.toList.size)",
    () => s"java.io.PrintWriter(Writing(${session()})).println(\"x\")",
    () => s"sink(java.io.InputStreamReader(Reading(${session()})).read())",
    () => s"sink(if java.util.regex.Pattern.matches(\"a.*\", Letters(${session()})) then 1 else 0)",
    () => s"sink(scala.util.Random(Seeded(${session()}, 2)).nextInt(3))"
  )

  private def written(what: String) =
    s"java.io.ObjectOutputStream(java.io.ByteArrayOutputStream()).writeObject($what)"
  private val serialised: Vector[() => String] = Vector(
    () => written(s"Written(() => $f)"),
    () => written(s"Replaced(() => $f)"),
    () => written(s"External(() => $f)"),
    () => written(s"List(Written(() => $f))")
  )

  /** Of objects that were made with functions before the handler. */
  private val kept: Vector[() => String] = Vector(
    () => s"sink(byFunction.compare($n, 1))",
    () => s"sink(byFunction.reversed.thenComparing(byFunction).compare(1, $n))",
    () => s"sink(List($n, 2, 1).sorted(using Ordering.comparatorToOrdering(using byFunction)).head)",
    () => s"sink(java.util.Collections.max(java.util.List.of(1, $n), byFunction))",
    () => s"sink(List($k, $k).max(using ordering).length)",
    () => s"sink(local.get)",
    () => s"sink(barrier.await())",
    () => s"most.accumulate($n)",
    () => s"{ val _ = awaited.complete($k) }",
    () => s"{ val _ = promise.trySuccess($k) }",
    () => s"catcher(if $n > 1 then throw Failure(m0))",
    () => s"sink(ending.opt($n).size)",
    () => s"sink(defaulted($k))",
    () => s"{ val _ = eldest.put($k, $n) }",
    () => s"listing.forEach(x => $f)",
    () => s"sink(if ranks.contains(Ranked($n, ${session()})) then 1 else 0)",
    () => s"sink(counting.nextInt(5))",
    () => s"print.println($k)",
    () => s"sink(named.hashCode)"
  )

  val all: Vector[() => String] = passed ++ overridden ++ serialised ++ kept
end RandomLibraryCalls

/** The JDK and Scala's library. */
object RandomLibraryCalls extends CallingLibraries:
  def calls(
      effect: () => String,
      simple: () => String,
      key: () => String,
      number: () => String,
      session: () => String
  ): Vector[() => String] = new RandomLibraryCalls(effect, simple, key, number, session).all

  val domain: String =
    """import scala.jdk.CollectionConverters.*
class Closing(session: Session) extends AutoCloseable { def close(): Unit = session.count += 1 }
class Noisy(f: () => Unit) { override def toString: String = { f(); "noisy" } }
class Hashed(s: Session) { override def hashCode: Int = { s.count += 1; 1 }; override def equals(o: Any): Boolean = { s.count += 1; true } }
class Ranked(val rank: Int, s: Session) extends Comparable[Ranked] { def compareTo(o: Ranked): Int = { s.count += 1; rank - o.rank } }
class Adding(from: java.util.Collection[String], session: Session) extends java.util.HashSet[String](from) { override def add(s: String): Boolean = { session.count += 1; super.add(s) } }
class Seeded(session: Session, seed: Long) extends java.util.Random(seed) { override def setSeed(s: Long): Unit = { session.count += 1; super.setSeed(s) } }
class Drawing(session: Session) extends java.util.Random { override def next(bits: Int): Int = { session.count += 1; super.next(bits) } }
class Noted(session: Session) extends RuntimeException { override def fillInStackTrace(): Throwable = { session.count += 1; this } }
class Telling(s: Session) extends RuntimeException { override def getMessage: String = { s.count += 1; "told" } }
class Eldest(session: Session) extends java.util.LinkedHashMap[String, Int] { override def removeEldestEntry(e: java.util.Map.Entry[String, Int]): Boolean = { session.count += 1; size > 3 } }
class Listing(session: Session) extends java.util.AbstractList[Integer] { def get(i: Int): Integer = { session.count += 1; i }; def size: Int = 2 }
class Writing(s: Session) extends java.io.Writer { def write(c: Array[Char], from: Int, n: Int): Unit = s.count += 1; def flush(): Unit = (); def close(): Unit = () }
class Reading(session: Session) extends java.io.InputStream { def read(): Int = { session.count += 1; -1 } }
class Letters(session: Session) extends CharSequence { def charAt(i: Int): Char = { session.count += 1; 'a' }; def length: Int = 2; def subSequence(i: Int, j: Int): CharSequence = "a" }
class Written(f: () => Unit) extends Serializable { private def writeObject(out: java.io.ObjectOutputStream): Unit = f() }
class Replaced(f: () => Unit) extends Serializable { private def writeReplace(): AnyRef = { f(); "x" } }
class External(f: () => Unit) extends java.io.Externalizable { def writeExternal(out: java.io.ObjectOutput): Unit = f(); def readExternal(in: java.io.ObjectInput): Unit = () }
case class Named(name: String, of: Hashed)
"""

  def objects(effect: () => String): List[(String, String)] =
    def e = effect()
    List(
      "ints" -> "val ints = Array(1, 2)",
      "byFunction" ->
        s"val byFunction: java.util.Comparator[Int] = java.util.Comparator.comparingInt[Int](x => { $e; x })",
      "ordering" -> s"val ordering: Ordering[String] = Ordering.by(x => { $e; x.length })",
      "local" -> s"val local = ThreadLocal.withInitial[Int](() => { $e; 1 })",
      "barrier" -> s"val barrier = java.util.concurrent.CyclicBarrier(1, () => $e)",
      "most" ->
        s"val most = java.util.concurrent.atomic.LongAccumulator((x, y) => { $e; x.max(y) }, 0)",
      "awaited" ->
        s"val awaited = java.util.concurrent.CompletableFuture[String](); val _ = awaited.thenAccept(x => $e)",
      "promise" -> (s"val promise = scala.concurrent.Promise[String](); " +
        s"promise.future.foreach(x => $e)(using scala.concurrent.ExecutionContext.parasitic)"),
      "catcher" ->
        s"val catcher = scala.util.control.Exception.catching(classOf[Failure]).withApply[Unit](x => $e)",
      "ending" -> s"val ending = scala.util.control.Exception.allCatch[Int].andFinally($e)",
      "defaulted" ->
        s"val defaulted = scala.collection.mutable.HashMap[String, Int]().withDefault(x => { $e; 1 })",
      "eldest" -> s"val eldest = Eldest(s1)",
      "listing" -> s"val listing = Listing(s1)",
      "rankings" ->
        s"val rankings = SharedMap(\"a\" -> java.util.ArrayList(List(2, 1).map(Ranked(_, s1)).asJava))",
      "ranks" ->
        s"val ranks = java.util.TreeSet[Ranked](); val _ = ranks.add(Ranked(1, s0)); track(ranks)",
      "counting" -> s"val counting = scala.util.Random(Drawing(s1))",
      "print" -> s"val print = java.io.PrintWriter(Writing(s1))",
      "named" -> s"val named = Named(\"n\", Hashed(s0))"
    )
  end objects
end RandomLibraryCalls
