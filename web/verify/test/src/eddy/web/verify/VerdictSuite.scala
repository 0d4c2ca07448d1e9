package eddy.web.verify

import eddy.inference.report.HandlerReport.{Exclusion, Extent, Row, Use}
import eddy.inference.report.{Classification, HandlerReport}
import eddy.state.AccessKind

/** Which differences from a baseline fail. */
class VerdictSuite extends eddy.testing.PatientSuite:
  import Classification.*

  private def use(mode: AccessKind, extent: Extent) =
    Use(
      mode,
      extent,
      "SharedMap stock",
      "SharedMap stock",
      "",
      "shop.Shop:1",
      0,
      Some("why"),
      Some("do so"),
      Nil
    )

  private def row(name: String, kind: Classification) =
    val causes = kind match
      case Exclusive => List(use(AccessKind.Writes, Extent.SharedObject))
      case RunsAlone => List(use(AccessKind.Writes, Extent.Everything))
      case _ => Nil
    Row(s"$name:1", name, Nil, Nil, None, "", kind, causes, Nil, Nil, isPending = false, Nil)

  private def numbered(row: Row, n: Int) = row.copy(name = s"${row.name} ($n)")

  private def pair(one: String, other: String, sameKeyOnly: Boolean, targets: String*) =
    Exclusion(s"$one:1", s"$other:1", sameKeyOnly, targets.toList, "writes it", "reads it")

  private def report(rows: (String, Classification)*)(pairs: Exclusion*) =
    HandlerReport(rows.toList.map(row), pairs.toList)

  private def verdict(before: HandlerReport, now: HandlerReport, allowed: String = "") =
    val allowances = Allowances.parse(allowed, "allow.txt", Baseline.of(now).kinds.keys)
    Verdict.of(now, Some(Baseline.of(before)), allowances)

  private def failures(before: HandlerReport, now: HandlerReport, allowed: String = "") =
    verdict(before, now, allowed).failures.map(_.message)

  private val shop = report("look" -> ReadOnly, "buy" -> Exclusive)(
    pair("look", "buy", true, "entry of SharedMap stock"),
    pair("buy", "buy", true, "entry of SharedMap stock")
  )

  private def racing(kind: Classification) =
    val lost = use(AccessKind.Writes, Extent.Variable).copy(stableName = "shop.Shop")
    HandlerReport(List(row("look", kind).copy(unprotected = List(lost))), Nil)

  test("a handler that changes something on another thread fails, although it is stateless now"):
    val before = report("look" -> Exclusive)()
    val now = racing(Stateless)
    val message = "look changes shop.Shop on another thread now, where no lock protects it"
    assertEquals(failures(before, now), List(message))
    assertEquals(failures(before, now, "look unprotected # a monitor guards it"), Nil)
    assertEquals(failures(now, now), Nil)
    val named = HandlerReport(
      now.handlers.map(r => r.copy(unprotected = r.unprotected.map(_.copy(variables = List("Shop.count"))))),
      Nil
    )
    assertEquals(
      failures(before, named),
      List("look changes Shop.count on another thread now, where no lock protects it")
    )
    val written = Baseline.of(now)
    assertEquals(Baseline.parse(written.text, "baseline.txt"), written)
    assert(written.text.contains("look unprotected : shop.Shop"))

  test("a handler that only adds now, or only reads, has lost nothing"):
    assertEquals(failures(report("look" -> Stateless)(), report("look" -> Adding)()), Nil)
    assertEquals(failures(report("look" -> Stateless)(), report("look" -> ReadOnly)()), Nil)

  test("a use that moves into a registered handler, for the same key only, is no loss"):
    val before = report("look" -> ReadOnly, "buy" -> Exclusive)(
      pair("look", "buy", false, "SharedMap stock")
    )
    val later = row("buy, nextTick at shop.Shop", Exclusive).copy(registeredBy = Some("buy:1"))
    val now = HandlerReport(
      List(row("look", ReadOnly), row("buy", Stateless), later),
      List(pair("look", "buy, nextTick at shop.Shop", true, "entry of SharedMap stock"))
    )
    assertEquals(failures(before, now), Nil)

  test("a baseline is the same after it was written and read"):
    val all = Baseline.of(shop)
    assertEquals(Baseline.parse(all.text, "baseline.txt"), all)
    assertEquals(
      all.text.linesIterator.filterNot(_.startsWith("#")).toList,
      List(
        "buy exclusive",
        "look read-only",
        "buy | buy : entry of SharedMap stock, same key only",
        "buy | look : entry of SharedMap stock, same key only"
      )
    )

  test("handlers of one name are one line, with the worst classification and all that they exclude"):
    val rows =
      List(row("later", Stateless), numbered(row("later", Exclusive), 2), numbered(row("later", ReadOnly), 3))
    val second =
      Exclusion("later:1 (2)", "later:1 (2)", false, List("SharedMap stock"), "writes it", "writes it")
    val third =
      Exclusion("later:1 (2)", "later:1 (3)", true, List("SharedMap prices"), "writes it", "reads it")
    val all = HandlerReport(rows, List(second, third))
    assertEquals(
      Baseline.of(all).text.linesIterator.filterNot(_.startsWith("#")).toList,
      List("later exclusive", "later | later : SharedMap prices, SharedMap stock")
    )
    assertEquals(
      failures(report("later" -> ReadOnly)(), all),
      List("later is exclusive now, and was read-only")
    )
    assertEquals(failures(all, HandlerReport(rows.reverse, all.conflicts)), Nil)

  test("a program that is as its baseline says is verified"):
    assertEquals(verdict(shop, shop), Verdict(Nil, Nil, Nil, Nil, Nil, Nil))

  test("a handler that became exclusive fails, with its causes"):
    val now = report("look" -> Exclusive, "buy" -> Exclusive)(shop.conflicts*)
    val found = verdict(shop, now).failures
    assertEquals(found.map(_.message), List("look is exclusive now, and was read-only"))
    assertEquals(
      found.head.causes,
      List("writes SharedMap stock at shop.Shop:1; because: why; remedy: do so")
    )

  test("a handler that runs alone fails, with and without a baseline, until it is allowed"):
    val now = report("run" -> RunsAlone)(pair("run", "run", false, "everything"))
    assertEquals(failures(now, now), List("run runs alone"))
    assertEquals(Verdict.of(now, None, Allowances.none).failures.map(_.message), List("run runs alone"))
    val allowed = verdict(now, now, "run runs alone # a plugin")
    assertEquals((allowed.failures, allowed.allowed), (Nil, List("run runs alone: a plugin")))
    assertEquals(failures(now, now, "run exclusive # too little"), List("run runs alone"))

  test("an entry of what was excluded as a whole is an improvement, and no failure"):
    val whole = report("look" -> ReadOnly, "buy" -> Exclusive)(pair("look", "buy", false, "SharedMap stock"))
    val entry =
      report("look" -> ReadOnly, "buy" -> Exclusive)(pair("look", "buy", true, "entry of SharedMap stock"))
    assertEquals(failures(whole, entry), Nil)
    assertEquals(failures(entry, whole).size, 1)

  test("a pair that did not exclude each other fails, also on one more target, and for more keys"):
    val apart = report("look" -> ReadOnly, "buy" -> Exclusive)(shop.conflicts.tail*)
    assertEquals(
      failures(apart, shop),
      List("buy and look exclude each other now, on entry of SharedMap stock, same key only")
    )
    val more = report("look" -> ReadOnly, "buy" -> Exclusive)(
      pair("look", "buy", true, "entry of SharedMap stock", "entry of SharedMap prices"),
      shop.conflicts(1)
    )
    assertEquals(
      failures(shop, more),
      List("buy and look exclude each other on entry of SharedMap prices now, too")
    )
    val every = report("look" -> ReadOnly, "buy" -> Exclusive)(
      shop.conflicts.head,
      pair("buy", "buy", false, "entry of SharedMap stock")
    )
    assertEquals(
      failures(shop, every),
      List("buy and itself exclude each other for every key now, on entry of SharedMap stock")
    )
    assertEquals(failures(shop, every, "buy | buy # it is rare"), Nil)

  test("a pair that fails says why the two meet, and what keeps them apart"):
    val before = report("look" -> ReadOnly, "buy" -> Exclusive)()
    val meeting = pair("look", "buy", false, "any shop.Cart")
      .copy(because = Some("any shop.Cart may be mine"), remedies = List("make Cart immutable", "do so"))
    assertEquals(
      verdict(before, report("look" -> ReadOnly, "buy" -> Exclusive)(meeting)).failures.map(_.causes),
      List(List(
        "look writes it",
        "buy reads it",
        "because: any shop.Cart may be mine",
        "remedy: make Cart immutable",
        "remedy: do so"
      ))
    )

  test("a new handler is listed, and fails only if it excludes a handler that was there before"):
    val alone = report("look" -> ReadOnly, "buy" -> Exclusive, "sell" -> Exclusive)(
      shop.conflicts :+ pair("sell", "sell", false, "SharedMap prices")*
    )
    val found = verdict(shop, alone)
    assertEquals((found.failures, found.added), (Nil, List("sell (exclusive)")))
    val both = report("look" -> ReadOnly, "buy" -> Exclusive, "sell" -> Exclusive)(
      shop.conflicts :+ pair("buy", "sell", false, "SharedMap stock")*
    )
    assertEquals(failures(shop, both), List("buy and sell exclude each other now, on SharedMap stock"))

  test("a map in place of its entries is no improvement"):
    val entries = report("buy" -> Exclusive)(pair("buy", "buy", true, "entry of SharedMap stock"))
    val whole = report("buy" -> Exclusive)(pair("buy", "buy", false, "SharedMap stock"))
    assertEquals(verdict(entries, whole).improved, Nil)
    assert(verdict(entries, whole).failures.nonEmpty)
    assert(verdict(whole, entries).improved.nonEmpty)

  test("improvements and removed handlers are listed, and do not fail"):
    val now = report("look" -> Stateless, "buy" -> Exclusive)(shop.conflicts(1))
    val found = verdict(shop, now)
    assertEquals(found.failures, Nil)
    assertEquals(
      found.improved,
      List("look is stateless now, and was read-only", "buy | look do not exclude each other now")
    )
    assertEquals(verdict(shop, report("buy" -> Exclusive)(shop.conflicts(1))).removed, List("look"))
    val text = VerdictText.lines(now, found, VerdictText.Against.ABaseline)
    assertEquals(text.takeRight(2), List("The baseline can be tightened: run with --write.", "verified"))

  test("a baseline that is written says how parallel the handlers are, and that nothing was compared"):
    val now = report("look" -> ReadOnly, "buy" -> Exclusive, "put" -> Exclusive, "any" -> RunsAlone)(
      pair("buy", "buy", false, "SharedMap stock"),
      pair("put", "put", true, "entry of SharedMap stock"),
      pair("buy", "look", false, "SharedMap stock")
    )
    val recorded =
      VerdictText.lines(now, Verdict.of(now, None, Allowances.none), VerdictText.Against.Recorded("base.txt"))
    assertEquals(
      recorded.takeRight(2),
      List(
        "recorded in base.txt: 1 parallel, 2 serialised (1 of them for the same key only), 1 alone; nothing was compared",
        "1 failed"
      )
    )
    val without = VerdictText.lines(shop, verdict(shop, shop), VerdictText.Against.Nothing)
    assert(clue(without.last).startsWith("no handler runs alone or is rejected: "), without)
    assert(without.last.endsWith("; nothing was compared"))
    for lines <- List(recorded, without) do assert(!clue(lines).exists(_.contains("verified")))

  test("an allowance that nothing needs is listed with its line"):
    val found = verdict(shop, shop, "# rare\nbuy | look # both are rare\n")
    assertEquals((found.failures, found.unused), (Nil, List("allow.txt, line 2: buy | look # both are rare")))

  private def wrong(what: => Any): String =
    val refusal = intercept[Refusal](what)
    assertEquals(refusal.exitCode, 2)
    s"${refusal.getMessage}; ${refusal.remedy}"

  test("a wrong line is named with its number, and what to write"):
    def said(line: String) = wrong(Baseline.parse(s"# first\n$line", "base.txt"))
    assert(clue(
      said("look readonly")
    ).startsWith("base.txt, line 2: \"look readonly\" is neither a handler nor a pair"))
    assert(said("look readonly").contains("stateless, read-only, adding, exclusive, runs alone, rejected"))
    assert(clue(said("buy | buy")).contains("does not say what they exclude each other on"))
    assert(clue(said("buy | buy : stock")).contains("names the handler 'buy', which has no line"))
    assert(clue(said("buy : stock")).contains("names one handler, where a pair is needed"))
    def allowed(line: String) = wrong(Allowances.parse(line, "allow.txt", List("look", "buy")))
    assert(clue(allowed("look runs alone")).contains("has no reason"))
    assert(clue(allowed("lock runs alone # x")).contains(
      "is for the handler 'lock', which does not exist; did you mean 'look'?"
    ))
end VerdictSuite
