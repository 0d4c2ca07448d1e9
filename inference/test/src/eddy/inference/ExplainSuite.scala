package eddy.inference

import eddy.inference.internal.verdict.Conflicts
import eddy.state.SharedMap

import scala.concurrent.{ExecutionContext, Future}

/** What people read about their handlers. */
class ExplainSuite extends eddy.testing.PatientSuite:
  private val shop = subjects.Shop()
  private def text(names: String*) = Inference.explain(names.map(n => n -> shop.callback(n))*)

  test("a captured variable is called by its name, also behind numbers that take two places"):
    val (long, double) = (System.nanoTime(), math.random())
    val prices = SharedMap[String, Int]()
    val buffer = scala.collection.mutable.ArrayBuffer(0)
    val handler: () => Unit = () =>
      prices("a") = (long + double).toInt
      buffer += 1
    assertEquals(Inference.summary(handler).accesses.map(_.path).toSet, Set("prices", "buffer"))

  test("an explanation names object, place and call path"):
    val said = text("add")
    assert(said.startsWith("add: exclusive: excludes handlers that use what it writes"), said)
    assert(
      said.contains(
        "writes SharedMap \"stock\" (this.stock), entry argument(0).path at subjects.Shop.add.closure:"
      ),
      said
    )
    assert(said.contains("> subjects.Shop.store:"), said)

  test("a coarse access says why, and what would be more parallel"):
    val said = text("visit")
    assert(said.contains("writes any subjects.Session"), said)
    assert(said.contains("because: cannot tell before the call which subjects.Session this is"), said)
    assert(said.contains("remedy: make Session immutable (it changes in Session.count) and keep it"), said)

  test("a variable is named with its class, where it is used and in the remedy"):
    val said = text("own")
    assert(clue(said).contains("  writes Session.count of subjects.Session this.mine at subjects."))
    assert(said.contains("remedy: keep Session.count in a SharedMap by its key, or, "))

  test("a key that is a case of a small enum by its name is known, and one of a large enum has a remedy"):
    val grades = SharedMap[subjects.Grade, Int]()
    val grading: subjects.Request => Unit = r => grades(subjects.Grade.valueOf(r.path)) = 1
    assert(clue(Inference.explain("grade" -> grading)).contains(", entry (if Low == argument(0).path then "))
    val days = SharedMap[subjects.Day, Int]()
    val handler: subjects.Request => Unit = r => days(subjects.Day.valueOf(r.path)) = 1
    val said = Inference.explain("day" -> handler)
    assert(clue(said).contains("before the call: it comes out of subjects.Day.valueOf at eddy.inference."))
    assert(
      said.contains("remedy: let the enum derive Param, and take it from the request as a typed parameter")
    )

  test("a local given of the handler is not called a synchronized block, and a block of its own is"):
    val local: subjects.Request => Unit = r =>
      given ExecutionContext = ExecutionContext.global
      println(Future.successful(r.path).map(_.length))
    assertEquals(Inference.summary(local).notes, Nil)
    val block: subjects.Request => Unit = r => shop.synchronized(println(r.path))
    assert(clue(Inference.summary(block).notes).exists(_.startsWith("a synchronized block")))

  test("the remedy fits the touched object"):
    def hint(callback: String) =
      text(callback).linesIterator.filter(_.contains("remedy:")).mkString("\n")
    assert(hint("ask").contains("by getConnection of its DataSource"), hint("ask"))
    assert(hint("price").contains("name it with its type"), hint("price"))

  test("a class of the application's that is followed for a type of the library's is named"):
    val said = text("first")
    assert(said.contains("subjects.Ids may be the java.util.Enumeration that is used here"), said)
    assert(said.contains("remedy: declare a narrower type where that object is taken from"), said)

  test("the matrix shows who excludes whom, and why"):
    val said = text("add", "look", "count")
    val matrix = said.substring(said.lastIndexOf("\n\n")).linesIterator.filter(_.nonEmpty).toList
    assertEquals(matrix.take(4), List("  1 2 3", "1 k k .  add", "2 k . .  look", "3 . . .  count"))
    assert(matrix.exists(_.startsWith("1 and 2: 1 writes SharedMap")), said)
    assert(matrix.exists(_.startsWith("1 twice: it writes SharedMap")), said)

  test("a handler that is rejected is called so, with line and remedy, and never runs beside another"):
    val said = text("tally", "look").linesIterator.toList
    assertEquals(clue(said).head, "tally: rejected: no lock protects what it writes on other threads")
    assert(clue(said(1)).startsWith("  writes total on a thread of its own at "))
    assert(said(1).contains(" on a thread of its own at subjects.Shop.tally.closure:"))
    assert(
      said(1).contains("; because: no lock protects it; remedy: hand the work over as a handler (nextTick)")
    )
    assert(said(1).endsWith("or use a SharedCounter or a SharedRef instead of the variable total"))
    val matrix = said.drop(said.indexOf("  1 2"))
    assertEquals(
      matrix,
      List("  1 2", "1 - -  tally", "2 - .  look", "-: rejected, so that it never runs")
    )

  test("so is one that registers such a handler"):
    val said = text("tallyAfterwards").linesIterator.toList
    assertEquals(clue(said).head, "tallyAfterwards: rejected: a handler that it registers is rejected")
    assert(said.exists(_.matches("  registers by nextTick at .*: rejected: no lock protects .*")))
    assert(
      said.exists(_.startsWith("2 - -  tallyAfterwards, nextTick at subjects.Shop.tallyAfterwards.closure:"))
    )

  test("the matrix has the handlers that others register"):
    val said = text("afterwards", "look", "count")
    val matrix = said.substring(said.lastIndexOf("\n\n")).linesIterator.filter(_.nonEmpty).toList
    assertEquals(
      clue(matrix).take(5),
      List(
        "  1 2 3 4",
        "1 . . . .  afterwards",
        "2 . k k .  afterwards, nextTick at subjects.Shop.afterwards.closure:38",
        "3 . k . .  look",
        "4 . . . .  count"
      )
    )
    assert(matrix.exists(_.startsWith("2 and 3: 2 writes SharedMap \"stock\"")))

  test("handlers on unknown objects of a type exclude those on a known one"):
    val conflicts =
      Conflicts.between(Inference.summary(shop.callback("visit")), Inference.summary(shop.callback("own")))
    assert(conflicts.exists(_.one.coarse.isDefined), conflicts)

  test("an unprotected access is objected to, with line and remedy"):
    val said = Inference.objection(shop.callback("later")).getOrElse("")
    assert(said.contains("on a thread of its own at subjects.Shop.later.closure:"), said)
    assert(said.contains("nextTick"), said)

  test("what may be anything is objected to, with reason and remedy"):
    val said = Inference.objection(shop.callback("reflect")).getOrElse("")
    assert(
      said.contains(
        "excludes all other handlers, because of this at subjects.Shop.reflect.closure:31: reflection"
      ),
      said
    )

  test("nothing speaks against a handler whose locks are known"):
    assertEquals(Inference.objection(shop.callback("add")), None)
end ExplainSuite
