package eddy.inference

import eddy.inference.internal.library.LibraryModel
import eddy.inference.internal.verdict.Conflicts
import eddy.inference.report.HandlerReport.Extent
import eddy.inference.report.{Access, AccessSummary, CallChain, CallSite, Classification, HandlerReport}
import eddy.state.{AccessKind, LockSet, SharedCounter, SharedMap, SharedRef, Target}

import java.util.zip.CRC32
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Await, Future}
import scala.runtime.IntRef

/** What a report holds, and how much of it a text shows. */
class HandlerReportSuite extends eddy.testing.PatientSuite:
  private val stock = SharedMap[String, Int]().named("stock")
  private val prices = SharedMap[String, Int]().named("prices")
  private val sessions = SharedMap[String, subjects.Session]()
  private val actions = SharedMap[String, () => Unit]()
  private val shop = subjects.Shop()

  test("what serialises a handler comes first, coarsest first"):
    var visits = 0
    val sum = CRC32()
    val handler: subjects.Request => Unit = r =>
      stock(r.path) = 1
      visits += 1
      prices(r.path) = visits
      prices.clear()
      sum.update(1)
      sessions(r.path).count += 1
      actions(r.path)()
    val causes = Inference.report("all" -> handler).handlers.head.causes.filter(_.mode == AccessKind.Writes)
    assertEquals(
      clue(causes).map(_.extent),
      List(
        Extent.Everything,
        Extent.AnyOfType,
        Extent.LibraryObject,
        Extent.SharedObject,
        Extent.Variable,
        Extent.Entry
      )
    )
    for cause <- causes do assert(clue(cause).site.contains("HandlerReportSuite"))

  test("of several reasons of a pair the coarsest one is shown"):
    val handler: subjects.Request => Unit = r =>
      prices(r.path) = 1
      stock.clear()
    val shown = Inference.report("all" -> handler).conflicts.map(_.oneDoes)
    assertEquals(shown.map(_.takeWhile(_ != '(')), List("writes SharedMap \"stock\" "))

  test("a handler that only adds is not called exclusive, whatever else it reads"):
    val visits = SharedCounter()
    val count: subjects.Request => Unit = r =>
      visits += 1
      stock.get(r.path): Unit
    val read: subjects.Request => Unit = _ => println(visits.value)
    val both: subjects.Request => Unit = r =>
      visits += 1
      stock(r.path) = 1
    val report = Inference.report("count" -> count, "read" -> read, "both" -> both)
    assertEquals(
      report.handlers.map(_.kind),
      List(Classification.Adding, Classification.ReadOnly, Classification.Exclusive)
    )
    assertEquals(
      report.text().linesIterator.next(),
      "count: adding: runs beside handlers that only add to what it adds to"
    )
    val counters = SharedMap[String, SharedCounter]()
    val unknown: subjects.Request => Unit = r => counters(r.path) += 1
    assertEquals(Inference.report("unknown" -> unknown).handlers.head.kind, Classification.Exclusive)

  test("a remedy names the shared collection that fits"):
    val buffer = scala.collection.mutable.ArrayBuffer(1)
    val map = scala.collection.mutable.HashMap(1 -> 1)
    val set = java.util.HashSet[Int]()
    val numbers = Array(1)
    val handler: subjects.Request => Unit = _ =>
      buffer += 1
      map(1) = 2
      set.add(1): Unit
      numbers(0) = 2
    val remedies =
      Inference.report("all" -> handler).handlers.head.causes.map(u => u.path -> u.remedy.get).toMap
    val expected =
      Map("buffer" -> "SharedBuffer", "map" -> "SharedMap", "set" -> "SharedSet", "numbers" -> "SharedBuffer")
    assertEquals(remedies, expected.map((path, twin) => path -> s"make $path a $twin"))

  test("a remedy for objects out of a map advises nothing that is as unknown there"):
    val buffers = SharedMap[String, scala.collection.mutable.ArrayBuffer[Int]]()
    val refs = SharedMap[String, List[SharedRef[Int]]]()
    val handler: subjects.Request => Unit = r =>
      buffers(r.path) += 1
      sessions.values.groupBy(_.id).foreach((_, all) => all.foreach(_.count += 1))
      refs.values.flatten.foreach(_.set(1))
    val causes = Inference.report("all" -> handler).handlers.head.causes.filter(_.extent == Extent.AnyOfType)
    def remedy(name: String) = clue(causes).filter(_.stableName.endsWith(name)).flatMap(_.remedy).distinct
    val List(ofSessions) = remedy("Session"): @unchecked
    val List(ofRefs) = remedy("SharedRef"): @unchecked
    assert(remedy("any plain library object").nonEmpty)
    for ofBuffers <- remedy("any plain library object") do
      assert(
        clue(ofBuffers).contains("use the shared collection of its kind; inside of a shared object keep an")
      )
    assert(clue(ofSessions).contains("updateWith") && !ofSessions.contains("SharedRef"))
    assert(clue(ofRefs).contains("keep plain values in one shared map"))

  test("a read is a cause where another handler writes, and is summarised where none does"):
    val read: subjects.Request => Unit = r => println(stock.get(r.path).toList ++ prices.get(r.path))
    val write: subjects.Request => Unit = r => stock(r.path) = 1
    val report = Inference.report("read" -> read, "write" -> write)
    assertEquals(report.handlers.head.causes.map(_.stableName), List("entry of SharedMap stock"))
    assertEquals(report.handlers.head.harmless.map(_.stableName), List("entry of SharedMap prices"))
    val said = report.text().linesIterator.toList
    assert(clue(said).head == "read: read-only: runs beside handlers that only read what it reads")
    assert(said(1).startsWith("  reads SharedMap \"stock\" (") && said(1).contains(" at eddy."))
    assert(said(2).startsWith("  also reads SharedMap \"prices\" (") && !said(2).contains(" at eddy."))
    val alone = Inference.explain("read" -> read)
    assert(clue(alone).contains("  also reads SharedMap \"stock\""))
    assert(Inference.explain(full =
      true
    )("read" -> read).contains("also reads SharedMap \"prices\" (this.prices"))

  test("the same cause at several places is one line with their number"):
    val handler: subjects.Request => Unit = r =>
      if r.path.isEmpty then stock.clear()
      if r.path.length > 1 then stock.clear()
      if r.path.length > 2 then stock.clear()
    val causes = Inference.report("clear" -> handler).handlers.head.causes
    assertEquals(clue(causes).map(_.morePlaces), List(2))
    assert(clue(Inference.explain("clear" -> handler)).contains(" and 2 more places"))

  test("a handler that runs alone has a line for each cause"):
    val handler: subjects.Request => Unit = r =>
      actions(r.path)()
      classOf[subjects.Shop].getMethods.head.invoke(shop): Unit
    val row = Inference.report("run" -> handler).handlers.head
    assertEquals(row.kind, Classification.RunsAlone)
    val all = row.causes.filter(_.extent == Extent.Everything)
    assertEquals(clue(all).size, 2)
    for part <- Seq("function value", "reflection") do
      assert(clue(all).exists(_.reason.exists(_.contains(part))), part)
    assert(clue(Inference.explain("run" -> handler)).startsWith(
      "run: runs alone: excludes every handler that uses anything shared\n  writes everything at "
    ))

  test("an object of a library comes with the two lines that declare it safe"):
    val sum = CRC32()
    val handler: subjects.Request => Unit = _ => sum.update(1)
    val said = Inference.explain("sum" -> handler).linesIterator.toList
    assert(clue(said)(1).endsWith("if threads may share it, add to META-INF/eddy/library.txt:"))
    assertEquals(
      said.slice(2, 4).map(_.trim),
      List("# threads may share a java.util.zip.CRC32, says its documentation", "safe java/util/zip/CRC32")
    )
    assert(LibraryModel.parse(said.slice(2, 4).map(_.trim).mkString("\n")).isShareable("java/util/zip/CRC32"))

  test("a collection whose own type is erased shall get a name with its type, and no fact"):
    import scala.concurrent.ExecutionContext.Implicits.global
    val handler: subjects.Request => Unit = _ => println(Await.result(Future(List(1, 2)), 1.minute).sum)
    val lists = SharedMap[String, collection.mutable.ListBuffer[Int]]()
    val writer: subjects.Request => Unit = r => lists(r.path) += 1
    val said = Inference.explain("sum" -> handler, "add" -> writer)
    assert(clue(said).contains("name it with its type before it is used"))
    assert(!said.contains("safe scala/"))

  private def writes(targets: Seq[Target]): AccessSummary =
    val site = CallChain(List(CallSite("shop.Shop", "all", 1)))
    val all =
      targets.toList.map(t => new Access(t, AccessKind.Writes, "handler", site, None, near = true, Nil))
    AccessSummary(all, Nil, pending = false, notes = Nil)

  private def counters(n: Int) = writes(Seq.fill(n)(Target.Shared(SharedCounter())))

  test(
    "a handler and its registered handlers take at most 60 lines together, unless all lines are requested"
  ):
    val subject = Reports.Subject(
      "wide",
      counters(70),
      List.tabulate(5)(i => (s"nextTick at shop.Shop.all:$i", counters(20)))
    )
    val report = Reports.of(List(subject))
    def ofHandler(text: String) = text.substring(0, text.indexOf("\n\n")).linesIterator.toList
    val short = ofHandler(report.text())
    assertEquals(short.size, 60)
    assertEquals(short.last, s"  … and ${6 + 170 - 59} more; use --full")
    assertEquals(clue(short).count(_.startsWith("  registers by ")), 5)
    assertEquals(ofHandler(report.text(full = true)).size, 6 + 170)
    val many =
      Reports.Subject("many", counters(1), List.tabulate(100)(i => (s"after at shop:$i", counters(1))))
    assertEquals(ofHandler(Reports.of(List(many)).text()).size, 60)

  private def ofType(classes: Class[?]*) = writes(classes.map(Target.OfType(_)))

  test("objects of two types that are not known exclude each other as their locks do"):
    val types = List[Class[?]](
      classOf[IntRef],
      classOf[java.util.ArrayList[?]],
      classOf[java.util.Map[?, ?]],
      classOf[Array[Int]],
      classOf[com.zaxxer.hikari.HikariConfig],
      classOf[com.zaxxer.hikari.HikariDataSource],
      classOf[subjects.Session],
      classOf[SharedMap[?, ?]],
      classOf[Object]
    )
    def locks(c: Class[?]) = LockSet.of(List(LockSet.Claim(Target.OfType(c), AccessKind.Writes)))
    for one <- types; other <- types do
      val excluded = Conflicts.between(ofType(one), ofType(other)).nonEmpty
      assertEquals(excluded, !locks(one).goesWith(locks(other)), s"${one.getName}, ${other.getName}")

  test("why two uses exclude each other is said where their names do not show it, with the remedies"):
    val Some(unknown) = Reports.of(List(
      Reports.Subject("one", ofType(classOf[IntRef]), Nil),
      Reports.Subject("other", ofType(classOf[java.util.ArrayList[?]]), Nil)
    )).conflicts.find(c => c.one != c.other): @unchecked
    assert(
      clue(unknown.because).exists(_.startsWith("which objects these are is not known before the handlers"))
    )
    assert(clue(
      unknown.remedies
    ).exists(_.startsWith("keep it in a val that the handler can see, or use a SharedBuffer")))
    val session = subjects.Session("a")
    val any: subjects.Request => Unit = r => sessions(r.path).count += 1
    val one: subjects.Request => Unit = _ => session.count += 1
    val report = Inference.report("any" -> any, "one" -> one)
    val meeting = report.conflicts.find(c => c.one != c.other).flatMap(_.because)
    assertEquals(meeting, Some("any subjects.Session may be session"))
    assert(clue(report.text()).contains(
      "; because: any subjects.Session may be session; remedy: make Session immutable"
    ))
    // the names show it
    assertEquals(report.conflicts.filter(c => c.one == c.other).map(_.because), List(None, None))

  test("handlers of different variables of one object exclude each other, as these have one lock"):
    val desk = subjects.Seat()
    val sits: subjects.Request => Unit = r => desk.person = r.path
    val lights: subjects.Request => Unit = _ => desk.isLit = true
    val meeting =
      Inference.report("sits" -> sits, "lights" -> lights).conflicts.find(c => c.one != c.other).get
    assertEquals(meeting.because, Some("the variables of an object have one lock"))
    assert(clue(meeting.oneDoes).startsWith("writes Seat.person of subjects.Seat desk at "))
    assert(clue(meeting.otherDoes).startsWith("writes Seat.isLit of subjects.Seat desk at "))

  test("more than 40 handlers have a list of conflicts instead of a matrix, and 60 reasons"):
    val all = List.tabulate(41)(i => Reports.Subject(s"handler-$i", writes(Seq(Target.Shared(stock))), Nil))
    val report = Reports.of(all)
    val text = report.text()
    val conflicts = text.substring(text.lastIndexOf("\n\n")).linesIterator.filter(_.nonEmpty).toList
    assertEquals(
      clue(conflicts).head,
      s" 1 handler-0: ${(1 to 15).map(i => s"x$i").mkString(" ")} and 26 more"
    )
    assertEquals(conflicts.size, 41 + 1 + 60 + 1)
    assertEquals(conflicts.last, s"… and ${41 * 42 / 2 - 60} more; use --full")
    assert(conflicts.take(41).forall(_.length < 110))
    assert(clue(report.text(full =
      true
    )).linesIterator.contains("41 twice: it writes SharedMap \"stock\" (handler) at shop.Shop.all:1"))
    assert(Reports.of(all.take(40)).text().linesIterator.exists(_.startsWith(" 1  x  x")))

  test("the report of a handler that reads a counter says that it holds up those that add to it"):
    val count = SharedCounter()
    val reads: subjects.Request => Unit = _ => println(count.value)
    val adds: subjects.Request => Unit = _ => count += 1
    val rows = Inference.report("reads" -> reads, "adds" -> adds).handlers
    val remedies = rows.map(_.causes.flatMap(_.remedy))
    assert(clue(remedies.head).exists(_.startsWith("handlers that add to it wait until this one has ended")))
    assertEquals(remedies(1), Nil)

  test("registered handlers are analysed once for a handler, not for each report"):
    val handler = shop.callback("afterwards")
    val sites = List.fill(2)(Inference.registered(handler).flatMap(_(1).accesses).map(_.site))
    assert(clue(sites.head).nonEmpty)
    // the same objects
    for (one, other) <- sites(0).zip(sites(1)) do assert(one eq other)

  test("what registered handlers share with the one that registers them is shown"):
    val app = subjects.App()
    val handler: subjects.Request => Unit = _ =>
      var count = 0
      val list = java.util.ArrayList[String]()
      val mine = java.util.ArrayList[String]()
      mine.add("b"): Unit
      app.nextTick:
        count += 1
        list.add("a"): Unit
      app.nextTick:
        var own = 0
        own += count
        println(own)
    val found = Inference.registered(handler).map(_(1).notes.map(_.takeWhile(_ != ',')))
    val (variable, collection) =
      ("a local variable of the handler that registers it", "a java.util.ArrayList of the handler that")
    assertEquals(found.map(_.size), List(2, 1), found)
    assert(found.head.contains(s"writes $variable"))
    assert(found.head.exists(_.startsWith(s"writes $collection")))
    assertEquals(found(1), List(s"reads $variable"))
    val rows = Inference.report("h" -> handler).handlers
    assertEquals(rows.map(_.notes.size), List(0, 2, 1))

  test("handlers with the same name are numbered"):
    val one = Reports.Subject("filter of GET /", counters(1), Nil)
    assertEquals(
      Reports.of(List(one, one)).handlers.map(_.name),
      List("filter of GET /", "filter of GET / (2)")
    )

  test("stable names hold no number of an object and no line"):
    val unnamed = SharedRef(1)
    val buffer = scala.collection.mutable.ArrayBuffer(1)
    var visits = 0
    val handler: subjects.Request => Unit = r =>
      unnamed.set(2)
      stock(r.path) = 1
      visits += 1
      buffer += visits
      sessions(r.path).count += 1
    val names = Inference.report("all" -> handler).handlers.head.causes.map(_.stableName)
    for expected <-
        Seq(
          "SharedRef unnamed",
          "entry of SharedMap stock",
          "captured variable visits",
          "any subjects.Session"
        )
    do
      assert(clue(names).contains(expected), expected)
    assert(names.contains("scala.collection.mutable.ArrayBuffer buffer"))
    val later = Inference.report("later" -> shop.callback("afterwards")).handlers(1)
    assertEquals(later.stableName, "later, nextTick at subjects.Shop.afterwards.closure")
    val visit = Inference.report("own" -> shop.callback("own")).handlers.head
    assertEquals(visit.causes.map(_.stableName), List("subjects.Session mine"))
    for name <- names do assert("[#:]|\\d".r.findFirstIn(clue(name)).isEmpty)

  test("a remark that holds for a handler is not repeated for its registered handlers"):
    val own = writes(Nil).copy(notes = List("a"))
    val subject = Reports.Subject("h", own, List("nextTick" -> own.copy(notes = List("a", "b"))))
    val remarks = Reports.of(List(subject)).text().linesIterator.filter(_.contains("note:")).toList
    assertEquals(remarks, List("  note: a", "    note: b"))

  test("a remedy on one line ends with the facts to add"):
    val use = HandlerReport.Use(
      AccessKind.Writes,
      HandlerReport.Extent.LibraryObject,
      "lib.Client",
      "lib.Client",
      "",
      "shop.Shop:1",
      0,
      None,
      Some("add to META-INF/eddy/library.txt:"),
      List("library lib/*", "safe lib/Client")
    )
    val end = "; remedy: add to META-INF/eddy/library.txt: library lib/*; safe lib/Client"
    assertEquals(use.detailedText, s"writes lib.Client at shop.Shop:1$end")

  test("a conflict names what the two exclude each other on, and whether that depends on the key"):
    val put: subjects.Request => Unit = r => stock(r.path) = 1
    val clear: subjects.Request => Unit = _ => stock.clear()
    val conflicts = Inference.report("put" -> put, "clear" -> clear).conflicts
    assertEquals(
      conflicts.map(c => (c.one, c.other, c.sameKeyOnly, c.targets)),
      List(
        ("put", "put", true, List("entry of SharedMap stock")),
        ("put", "clear", false, List("SharedMap stock")),
        ("clear", "clear", false, List("SharedMap stock"))
      )
    )
end HandlerReportSuite
