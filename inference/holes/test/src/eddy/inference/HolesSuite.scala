package eddy.inference

import eddy.actor.ActorSystem
import eddy.runtime.{Engine, EngineConfig}
import eddy.state.{AccessKind, LockSet, SharedMap, Target}
import eddy.testing.{ChildJvm, Waits}
import eddy.web.Routes
import eddy.web.testkit.TestService

import java.io.{OutputStream, PrintStream}
import java.nio.file.{Files, Path as FilePath}
import java.util.concurrent.CountDownLatch
import java.util.jar.{Attributes, JarOutputStream, Manifest}
import scala.collection.mutable
import scala.concurrent.duration.DurationInt

import holes.{Common, HiddenCalls}

/** What the inference is known not to see, as docs/inference.md lists it: for each row of the table a handler
  * with an effect that its locks do not cover, seen when it happens. The suite uses checked mode, a switch of
  * the whole process.
  */
class HolesSuite extends eddy.testing.PatientSuite:
  import HolesSuite.*

  private val root = FilePath.of(classOf[HiddenCalls].getProtectionDomain.getCodeSource.getLocation.toURI)
  private val loader = Instrumented(
    getClass.getClassLoader,
    root,
    n => n.startsWith("holes.") && !n.startsWith("holes.Common")
  )
  private def hidden(name: String, arguments: AnyRef*): Members =
    Members(
      loader.loadClass(s"holes.$name").getConstructors.head.newInstance(arguments*).asInstanceOf[AnyRef]
    )

  private def loud(name: String): AnyRef =
    Class.forName(s"outside.$name").getConstructors.head.newInstance(Common.map).asInstanceOf[AnyRef]

  private val engine = Engine.start(EngineConfig("holes"))
  override def afterAll(): Unit =
    calls("stop"): Unit
    ways("stop"): Unit
    plain.stop()
    assert(await(engine.shutdown(1.minute)))

  private val values = hidden("HiddenValues")
  private val inside = hidden("HiddenInside")
  private val codecs = hidden("HiddenCodecs")
  private val threads = hidden("HiddenThreads", ActorSystem(engine))
  private val calls = hidden("HiddenCalls")
  private val ways = hidden("HiddenWays")
  private val outside = hidden("HiddenOutside", loud("LoudMap"), loud("LoudWriter"))
  // no instruments: for checked mode
  private val plain = HiddenCalls()
  private val oracle = Oracle.ofInference(root)

  private val tested = mutable.LinkedHashSet[String]()

  /** A test of a row of the table, named as the row begins. */
  private def hole(row: String, what: String)(body: => Unit): Unit =
    tested += row
    test(s"$row: $what")(body)

  /** The handler does that, and its locks do not cover it. */
  private def unseen(handler: AnyRef, access: String): Unit = unseen(handler, access, claims(handler))

  private def unseen(handler: AnyRef, access: String, locks: Iterable[LockSet.Claim]): Unit =
    val found = Oracle(root, (_, _) => locks).uncoveredAnywhere(handler, "x")(silently(run(handler, "x")))
    assert(found.exists(_.startsWith(access)), (found, locks))

  /** The handler writes the common map without a lock. */
  private def unseen(handler: AnyRef): Unit =
    assert(!Oracle.allows(claims(handler), Common.map, AccessKind.Writes, "x"))
    unseen(handler, "Writes SharedMap.update")

  /** The same, seen by the entry that is in the map then. */
  private def unseen(handler: AnyRef, key: String, map: SharedMap[String, Int]): Unit =
    map.remove(key): Unit
    assert(!Oracle.allows(claims(handler), map, AccessKind.Writes, key), claims(handler))
    silently(run(handler, "x")): Unit
    assert(map.contains(key))

  private def isAlone(handler: AnyRef): Boolean = claims(handler).exists(_.target == Target.Everything)

  /** A handler that the constructor of such an object hands out, and the locks that it had then. */
  private def handedOut(name: String): (AnyRef, Iterable[LockSet.Claim]) =
    val found = mutable.ListBuffer[(AnyRef, Iterable[LockSet.Claim])]()
    val handOut: AnyRef => Unit = handler => found += ((handler, claims(handler))): Unit
    hidden(name, handOut): Unit
    found.head

  /** What the handler returns depends on an object that its locks do not cover. */
  private def unseenRead(handler: AnyRef, of: AnyRef)(change: => Unit): Unit =
    val before = run(handler, "x")
    change
    assertNotEquals(run(handler, "x"), before)
    assert(!Oracle.allows(claims(handler), of, AccessKind.Reads, "x"), claims(handler))

  /** The status of an answer that checked mode prevents. */
  private def stopped(routes: Routes): Int =
    Common.map.remove("7"): Unit
    val code = ConcurrentRuns.checked(true)(TestService.run(routes)(_.get("/7").code))
    assert(!Common.map.contains("7"))
    code

  hole("equals, hashCode, toString of objects", "the text of an object out of a map"):
    unseen(values("textOfUnknown"))

  hole("equals, hashCode, toString of objects", "the equality of an object out of a map"):
    unseen(ways("equalsOfUnknown"))

  hole("equals, hashCode, toString of objects", "the hash code of an object out of a map"):
    unseen(ways("hashOfUnknown"))

  hole("mutable collections inside a collection", "the set of a list of buffers out of a map"):
    val inner = ways("inner").asInstanceOf[mutable.ArrayBuffer[Int]]
    unseenRead(ways("comparesAll"), inner)(inner += 2)

  hole("mutable collections inside a collection", "the text of a list of buffers out of a map"):
    val inner = values("inner").asInstanceOf[mutable.ArrayBuffer[Int]]
    unseenRead(values("showsAll"), inner)(inner += 2)

  hole("threads, executors and futures of your own", "a thread, whose accesses are listed only"):
    unseen(threads("ownThread"))
    assert(clue(Inference.summary(threads("ownThread")).detached.map(_.path)).contains("holes.Common.map"))

  hole("threads, executors and futures of your own", "an executor"):
    unseen(ways("ownExecutor"))

  hole("threads, executors and futures of your own", "a future"):
    unseen(ways("ownFuture"))

  hole("the body of an actor", "an object behind a class that it uses"):
    unseen(threads("actorBody"), "Writes holes/Account.count")

  hole("what jsoniter's codecs do", "a codec written by hand"):
    unseen(calls("decodes"))

  hole("what play-json's Reads and Writes do", "one that reads"):
    unseen(codecs("parses"))

  hole("what play-json's Reads and Writes do", "one that writes"):
    unseen(codecs("writes"))

  hole("what a Param of yours does", "a path parameter"):
    assertEquals(stopped(plain.param), 500)

  hole("plain variables and collections in checked mode", "a variable that a path parameter counts in"):
    val code = ConcurrentRuns.checked(true)(TestService.run(plain.countingParam)(_.get("/7").code))
    // a shared object in its place is noticed: see above
    assertEquals(code, 200)
    assert(plain.counted.count > 0)

  hole("what the inputs and outputs of a Tapir endpoint do", "an input that is mapped"):
    // Tapir takes a failure for a text that is no such value
    assertEquals(stopped(plain.tapir), 400)

  hole("a lazy list, view or iterator put into a shared object", "a lazy list out of a map"):
    unseen(values("lazyList"))

  hole("a lazy list, view or iterator put into a shared object", "a view out of a map"):
    unseen(ways("view"))

  hole("a lazy list, view or iterator put into a shared object", "an iterator out of a map"):
    unseen(ways("iterator"))

  hole("java.util.concurrent and atomic types", "two handlers that both read before either writes"):
    val runs = ConcurrentRuns()
    try
      assertEquals(runs.run("counts", List(threads("countsTwice")), 2)((h, id) => run(h, s"$id"): Unit), Nil)
    finally runs.stop()
    assertEquals(threads("hits").toString, "1")

  hole("a field that an updater", "an AtomicReferenceFieldUpdater"):
    val handler = inside("updates")
    run(handler, "x"): Unit
    assertEquals(inside("note"), "x")
    assert(!Oracle.allows(claims(handler), inside("noted"), AccessKind.Writes, "x"), claims(handler))

  test("a VarHandle is no hole: its handler runs alone"):
    assert(isAlone(inside("assigns")))

  hole("functions and overriding methods of your own that an object of the JDK keeps", "a logger's handler"):
    unseen(calls("logs"))

  hole("functions that an object of Scala's keeps", "a handler of exceptions out of a map"):
    unseen(calls("catches"))

  hole("a function that a library keeps and calls later", "a timer's task, after the end of the handler"):
    val handler = calls("times")
    val nothing: String => Unit = _ => ()
    val found = oracle.uncoveredAnywhere(nothing, "x"):
      run(handler, "x"): Unit
      calls("ended").asInstanceOf[CountDownLatch].countDown()
      Waits.await(calls("late").asInstanceOf[CountDownLatch])
    assert(Oracle.allows(claims(handler), Common.map, AccessKind.Writes, "x"))
    assert(clue(found).exists(_.startsWith("Writes SharedMap.update")))

  hole("functions that a library's object gets after it was searched", "a serializer"):
    val handler = inside("serializes")
    val locks = claims(handler)
    inside("addSerializer"): Unit
    unseen(handler, "Writes SharedMap.update", locks)

  hole("functions that lie more than 5,000 objects away", "a node at the end of a tree"):
    assert(Oracle.allows(claims(inside("showsSmall")), Common.map, AccessKind.Writes, "told"))
    unseen(inside("showsLarge"))

  hole("functions that lie more than 5,000 objects away", "a node at the end of a list"):
    unseen(inside("showsLong"))

  hole("functions that a library's object keeps in static fields", "a factory"):
    calls("keepInStaticField"): Unit
    unseen(calls("staticFunction"))

  hole("methods of your own that a library calls by reflection", "a getter"):
    unseen(calls("reflects"))

  hole("methods of your own that a library calls by reflection", "a setter"):
    unseen(ways("assigns"))

  hole("methods of your own that a library calls by reflection", "a constructor"):
    unseen(ways("constructs"))

  hole("methods of your own that a library calls by reflection", "readObject"):
    unseen(codecs("copies"))

  hole("an object of yours that the JDK hands out", "the handler of exceptions that nobody catches"):
    val before = Thread.getDefaultUncaughtExceptionHandler
    ways("handOut"): Unit
    try unseen(ways("handedOut"))
    finally Thread.setDefaultUncaughtExceptionHandler(before)

  hole("an array that somebody changes", "its sequence out of a map"):
    val numbers = values("numbers").asInstanceOf[Array[Int]]
    unseenRead(values("sequence"), numbers)(numbers(0) += 1)

  hole("a plain collection that a library's object was given", "the content of a JSON object"):
    val kids = calls("kids").asInstanceOf[java.util.Map[String, com.fasterxml.jackson.databind.JsonNode]]
    unseenRead(calls("asks"), kids):
      kids.put("x", com.fasterxml.jackson.databind.node.TextNode("two")): Unit

  hole("an exception that overrides a method", "the message of one out of a map"):
    unseen(values("messageOfUnknown"))

  hole("a class in a jar that overrides a method of a library class", "a HashMap out of a map"):
    unseen(outside("asks"), "asked", Common.map)

  hole("a class in a jar that overrides a method of a library class", "a Writer out of a map"):
    unseen(outside("writes"), "written", Common.map)

  hole("the ordering of a SharedSortedMap", "one that writes"):
    unseen(values("ordering"))

  hole("the ordering, comparator or default of a collection that comes out of a map", "a comparator"):
    unseen(inside("comparesInSet"))

  hole("the ordering, comparator or default of a collection that comes out of a map", "a default"):
    unseen(inside("asksForDefault"))

  hole("the defaults that a", "a property that only they have"):
    val defaults = values("defaults").asInstanceOf[java.util.Properties]
    unseenRead(values("readsDefault"), defaults)(defaults.setProperty("a", "2"): Unit)

  hole("the comparator of a collection that a wrapper of the JDK hides", "the one of a set"):
    unseen(values("hiddenOrdering"))

  hole("shared objects in a parallel stream", "a thread of the stream uses what the handler holds"):
    usedByOthers(threads("parallelStream"))

  hole("shared objects in a parallel stream", "a thread that goes through a ConcurrentHashMap"):
    usedByOthers(ways("concurrentMap"))

  hole("shared objects in a parallel stream", "a thread that fills an array"):
    usedByOthers(ways("parallelArray"))

  /** Threads beside the handler's use what the handler holds. */
  private def usedByOthers(handler: AnyRef): Unit =
    val mine = Thread.currentThread
    val others = mutable.HashSet[Thread]()
    Touches.listenEverywhere(new Touches.Listener:
      def field(o: Object | Null, owner: String, name: String, write: Boolean): Unit = ()
      def shared(o: Object, method: String, argument: Object | Null): Unit =
        if Thread.currentThread ne mine then others += Thread.currentThread: Unit
      def library(o: Object, owner: String, method: String): Unit = ())
    try run(handler, "x"): Unit
    finally Touches.stop()
    assert(others.nonEmpty)
    assert(Oracle.allows(claims(handler), Common.map, AccessKind.Writes, "x"))

  hole("a library method that the model calls reading", "with a wrong fact"):
    Oracle.track(values("shared"))
    val handler = values("grows")
    def found(oracle: Oracle) = oracle.uncovered(handler, "x": AnyRef)(run(handler, "x"): Unit)
    assertEquals(found(oracle), Nil)
    val misled = Oracle.ofFact(root, "reads addOne $plus$eq")
    assert(clue(found(misled)).exists(_.startsWith("Writes scala/collection")))

  hole("final fields written by reflection", "another map in a val"):
    val handler = values("clears")
    val _ = claims(handler)
    values("replace"): Unit
    unseen(handler, "Writes SharedMap.clear")

  hole("a constructor that hands out a handler", "before it assigns a variable once more"):
    val (handler, locks) = handedOut("Twice")
    unseen(handler, "Writes SharedMap.clear", locks)

  hole("classes that are redefined", "by an agent"):
    assertEquals(redefined(), "locked false, then false; written true")

  hole("classes that come from elsewhere than the class path", "a proxy out of a map"):
    values("plug"): Unit
    unseen(values("plugin"))

  hole("a method annotated @Stable that returns something else", "the key of an entry"):
    unseen(values("keyThatChanges"), "Writes SharedMap.update")

  hole("static initialisers that a handler is the first to cause", "a class in Java"):
    val handler = values("initialises")
    assert(!Oracle.allows(claims(handler), Common.map, AccessKind.Writes, "x"))
    Common.map.remove("started"): Unit
    silently(run(handler, "x")): Unit
    assert(Common.map.contains("started"))

  /** What a program prints one of whose classes is redefined. */
  private def redefined(): String =
    val agent = Files.createTempFile("agent", ".jar")
    val manifest = Manifest()
    val attributes = manifest.getMainAttributes
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0"): Unit
    attributes.putValue("Premain-Class", "eddy.inference.RedefinedProgram"): Unit
    attributes.putValue("Can-Redefine-Classes", "true"): Unit
    JarOutputStream(Files.newOutputStream(agent), manifest).close()
    val command = ChildJvm.ofTests(s"-javaagent:$agent", "eddy.inference.RedefinedProgram")
    val process = ProcessBuilder(command*).redirectErrorStream(true).start()
    try
      val output = String(process.getInputStream.readAllBytes)
      output.linesIterator.find(_.startsWith("locked ")).getOrElse(fail(s"the program printed $output"))
    finally
      process.destroyForcibly().waitFor(): Unit
      Files.delete(agent)

  test("each row of the table of holes has a test, and each of these tests a row"):
    val page =
      Files.readAllLines(FilePath.of(sys.env("EDDY_CHECKOUT"), "docs", "inference.md")).toArray.toList
    val section =
      page.map(_.toString).dropWhile(_ != "## What it does not see").drop(1).takeWhile(!_.startsWith("## "))
    val rows = section.filter(_.startsWith("| ")).drop(1).map(_.drop(2).replace("`", ""))
    assert(rows.sizeIs > 10, rows)
    assertEquals(rows.filterNot(r => tested.exists(r.startsWith)), Nil, "without a test")
    assertEquals(tested.toList.filterNot(t => rows.exists(_.startsWith(t))), Nil, "without a row")
end HolesSuite

object HolesSuite:
  /** A handler's object, made by the class loader that instruments. */
  private final class Members(of: AnyRef):
    def apply(name: String): AnyRef = of.getClass.getMethod(name).nn.invoke(of).asInstanceOf[AnyRef]

  private def claims(handler: AnyRef): Iterable[LockSet.Claim] = Inference.lockSet(handler, "x").claims

  private def run(handler: AnyRef, argument: AnyRef): Any = handler.asInstanceOf[AnyRef => Any](argument)

  private def silently[A](body: => A): A =
    Console.withOut(PrintStream(OutputStream.nullOutputStream))(body)
end HolesSuite
