package eddy.inference

import eddy.state.LockSet.Claim
import eddy.state.{AccessKind, SharedMap, SharedRef, Target}

import java.util.UUID

import subjects.*

/** Which entries of a map a handler locks: those whose keys are known before it begins, and otherwise the
  * whole.
  */
class KeySuite extends eddy.testing.PatientSuite:
  private val stock = SharedMap[String, Int]()
  private val names = SharedMap[Int, String]()
  private val other = SharedMap[String, Int]()
  private val any = SharedMap[Any, Int]()
  private val chosen = SharedRef("a")

  private def claims(callback: AnyRef, argument: AnyRef | Null = null): Set[Claim] =
    Inference.lockSet(callback, argument).claims.toSet
  private def writes(map: SharedMap[?, ?], keys: Any*): Set[Claim] =
    keys.map(k => Claim(Target.Entry(map, k), AccessKind.Writes)).toSet
  private def reads(map: SharedMap[?, ?], keys: Any*): Set[Claim] =
    keys.map(k => Claim(Target.Entry(map, k), AccessKind.Reads)).toSet
  private def writesAll(map: SharedMap[?, ?]): Set[Claim] = Set(Claim(Target.Shared(map), AccessKind.Writes))
  private def readsAll(map: SharedMap[?, ?]): Set[Claim] = Set(Claim(Target.Shared(map), AccessKind.Reads))

  test("a constant"):
    val callback = () => stock("a") = 1
    assertEquals(claims(callback), writes(stock, "a"))
    val number = () => names(-3) = "x"
    assertEquals(claims(number), writes(names, -3))

  test("the key of a pair that is written as one"):
    val arrow: String => Unit = key => stock += (key -> key.length)
    val pair: String => Unit = key => stock += ((key, key.length))
    for callback <- List(arrow, pair) do assertEquals(claims(callback, "a"), writes(stock, "a"))

  test("the key of a pair that is made before, whatever its value"):
    val made: String => Unit = key =>
      val pair = (key, key.length)
      stock += pair
    val sized: String => Unit = key =>
      val pair = key -> other.size
      stock += pair
    assertEquals(claims(made, "a"), writes(stock, "a"))
    assertEquals(claims(sized, "a"), writes(stock, "a") ++ readsAll(other))

  private def request(parameters: (String, String)*) = Request("a", parameters.toMap)

  test("what methods of texts and ids make of a known one"):
    import java.util.Locale
    val ways = List[(String => Unit, String)](
      ((key: String) => stock(key.toUpperCase(Locale.ROOT)) = 1) -> "A B",
      ((key: String) => stock(key.replaceAll("[^a-z]+", "-")) = 1) -> "a-b",
      ((key: String) => stock(key.reverse) = 1) -> "b a",
      ((key: String) => stock(Named.shown(key)) = 1) -> "A B"
    )
    for (callback, found) <- ways do assertEquals(claims(callback, "a b"), writes(stock, found))
    val id = UUID(1, 2).toString
    val ofId: String => Unit = key => stock(UUID.fromString(key).toString) = 1
    assertEquals(claims(ofId, id), writes(stock, id))

  test("the call is named after which a key is not known, also where what goes in is out of sight"):
    val ways = List[(String => Unit, String)](
      ((key: String) => stock(List(key, "b").mkString(":")) = 1) -> "IterableOnceOps.mkString",
      ((key: String) => names(scala.util.Try(key.toInt).getOrElse(0)) = "x") -> "Try.apply",
      ((key: String) => stock("%s:b".format(key)) = 1) -> "StringOps.format"
    )
    for (callback, call) <- ways do
      assert(clue(Inference.explain("handler" -> callback)).contains(s"$call at "), call)

  test("a text that is made of another one, which may change, is no key"):
    val builder = java.lang.StringBuilder("a")
    val replaced: String => Unit = key => stock(key.replace("x", builder)) = 1
    assert(claims(replaced, "x").contains(writesAll(stock).head))
    val parsed: String => Unit = _ => names(Integer.parseInt(builder, 0, 1, 36)) = "x"
    assert(claims(parsed, "x").contains(writesAll(names).head))
    val fixed: String => Unit = key => stock(key.replace("x", "a")) = 1
    assertEquals(claims(fixed, "x"), writes(stock, "a"))

  test("the content of an option, or else another value"):
    val or: Request => Unit = r => stock(r.param("user").getOrElse("none")) = 1
    assertEquals(claims(or, request("user" -> "x")), writes(stock, "x"))
    assertEquals(claims(or, request()), writes(stock, "none"))
    val orElse: Request => Unit = r => stock(r.param("user").orElse(r.param("name")).getOrElse(r.path)) = 1
    assertEquals(claims(orElse, request("user" -> "x", "name" -> "y")), writes(stock, "x"))
    assertEquals(claims(orElse, request("name" -> "y")), writes(stock, "y"))
    assertEquals(claims(orElse, request()), writes(stock, "a"))
    val folded: Request => Unit = r => stock(r.param("user").fold("none")(_ + "!")) = 1
    assertEquals(claims(folded, request("user" -> "x")), writes(stock, "x!"))
    assertEquals(claims(folded, request()), writes(stock, "none"))

  test("what functions make of that"):
    val mapped: Request => Unit = r => stock(r.param("user").map(_.trim.toLowerCase).getOrElse("none")) = 1
    assertEquals(claims(mapped, request("user" -> " X")), writes(stock, "x"))
    assertEquals(claims(mapped, request()), writes(stock, "none"))
    val number: Request => Unit = r => names(r.param("id").flatMap(_.toIntOption).getOrElse(0)) = "x"
    assertEquals(claims(number, request("id" -> "12")), writes(names, 12))
    assertEquals(claims(number, request("id" -> "twelve")), writes(names, 0))
    assertEquals(claims(number, request()), writes(names, 0))

  test("the content of an option, in code that runs only if it has one: otherwise no entry at all"):
    val each: Request => Unit = r => r.param("user").foreach(user => stock(user) = 1)
    val matched: Request => Unit = r =>
      r.param("user") match
        case Some(user) => stock(user) = 1
        case None => ()
    val both: Request => Unit = r =>
      for user <- r.param("user"); name <- Some(user.trim) if name.nonEmpty do stock(name) = 1
    val refusing: Request => Unit = r =>
      stock(r.param("user").getOrElse(throw IllegalArgumentException(s"no user at ${r.path}"))) = 1
    val all = List(each -> "each", matched -> "matched", both -> "both", refusing -> "refusing")
    for (callback, what) <- all do
      assertEquals(claims(callback, request("user" -> "x")), writes(stock, "x"), what)
      assertEquals(claims(callback, request()), Set.empty[Claim])
    val pairs: Request => Unit = r =>
      for user <- r.param("user"); item <- r.param("item") do any((user, item)) = 1
    assertEquals(claims(pairs, request("user" -> "x", "item" -> "y")), writes(any, ("x", "y")))
    assertEquals(claims(pairs, request("user" -> "x")), Set.empty[Claim])

  test("a predicate on an option decides before the code which entry it is, so it may be any"):
    val yields: Request => Unit = r =>
      stock((for user <- r.param("user") if user.nonEmpty yield user.trim).getOrElse("none")) = 1
    val flat: Request => Unit = r =>
      stock((for user <- r.param("user"); name <- Some(user) if name.nonEmpty yield name).getOrElse("none")) =
        1
    val own: Request => Unit = r => stock(r.param("user").filter(_.length > 1).getOrElse("none")) = 1
    val folded: Request => Unit = r => stock(r.param("user").filter(_.length > 1).fold("none")(_.trim)) = 1
    for callback <- List(yields, flat, own, folded); user <- List("x", "") do
      assertEquals(claims(callback, request("user" -> user)), writesAll(stock))

  test("an option that is filtered by what is known is as it will be"):
    val kept: Request => Unit = r => stock(r.param("user").filter(_.nonEmpty).getOrElse("none")) = 1
    val left: Request => Unit =
      r => stock(r.param("user").map(_.trim).filterNot(_.isBlank).getOrElse("none")) = 1
    val begun: Request => Unit = r => stock(r.param("user").filter(_.startsWith("x")).getOrElse("none")) = 1
    for (callback, what) <- List(kept -> "kept", left -> "left", begun -> "begun") do
      assertEquals(claims(callback, request("user" -> "x")), writes(stock, "x"), s"$what: ${why(callback)}")
      assertEquals(claims(callback, request("user" -> "")), writes(stock, "none"), what)
      assertEquals(claims(callback, request()), writes(stock, "none"), what)

  test("the content of a filtered option is known, where an empty one uses no entry, whatever the predicate"):
    val each: Request => Unit = r => r.param("user").filter(_.length > 1).foreach(user => stock(user) = 1)
    val mapped: Request => Unit =
      r => r.param("user").filter(_.length > 1).map(_.trim).foreach(user => stock(user) = 1)
    val matched: Request => Unit = r =>
      r.param("user").filterNot(_.length < 2) match
        case Some(user) => stock(user) = 1
        case None => ()
    val refusing: Request => Unit = r =>
      stock(r.param("user").filter(_.length > 1).getOrElse(throw IllegalArgumentException("no user"))) = 1
    val guarded: Request => Unit = r =>
      val user = r.param("user")
      if user.exists(_.length > 1) then stock(user.get) = 1
    for callback <- List(each, mapped, matched, refusing, guarded) do
      assertEquals(claims(callback, request("user" -> "xy")), writes(stock, "xy"))
      assertEquals(claims(callback, request()), Set.empty[Claim])

  test("the smaller and the larger of two numbers"):
    val least: Request => Unit = r => names(math.min(r.path.length, 3)) = "x"
    val most: Request => Unit = r => names(r.path.length.max(3)) = "x"
    assertEquals(claims(least, Request("abcd")), writes(names, 3))
    assertEquals(claims(most, Request("abcd")), writes(names, 4))

  private def why(callback: AnyRef): String =
    Inference.summary(callback).accesses.flatMap(_.coarse).mkString("; ")

  test("the reason of an unknown key names what made it unknown"):
    val collected: Request => Unit = r =>
      r.param("user").collect { case user if user.length > 1 => user.trim }.foreach(user => stock(user) = 1)
    assert(clue(
      why(collected)
    ).contains("it comes out of scala.Option.collect at eddy.inference.KeySuite.closure:"))
    val taken: Request => Unit = r => stock(r.path.split(",").head.trim) = 1
    assert(
      clue(why(taken)).contains("it comes out of java.lang.String.split at eddy.inference.KeySuite.closure:")
    )
    val several: Request => Unit = r => stock(if r.path.length > 1 then r.path else "x") = 1
    assert(clue(why(several)).contains("it is one of several values"))
    val unknown: Request => Unit = _ => stock(chosen.get) = 1
    assert(clue(
      why(unknown)
    ).contains("it comes out of eddy.state.SharedRef.get at eddy.inference.KeySuite.closure:"))

  test("a character in a text is no number"):
    val callback: Request => Unit = _ => stock(Named.text('x')) = 1
    assertEquals(claims(callback, Request("a")), writesAll(stock))

  test("texts put together"):
    def storing(prefix: String): Request => Unit =
      r => stock(s"$prefix:${r.path}/${r.param("n").getOrElse("0")}") = 1
    assertEquals(claims(storing("user"), request("n" -> "7")), writes(stock, "user:a/7"))
    val added: Request => Unit = r => stock("<" + r.path.length + ">") = 1
    assertEquals(claims(added, Request("abc")), writes(stock, "<3>"))
    val kept: Request => Unit = r => stock(s"${r.path.isEmpty}") = 1
    assertEquals(claims(kept, Request("abc")), writesAll(stock))

  test("objects of case classes and enums made of what is known, if their constructors do nothing else"):
    val line: Request => Unit = r => any(Line(1, Item(r.path))) = 1
    assertEquals(claims(line, Request("a")), writes(any, Line(1, Item("a"))))
    val mixed: Request => Unit = r => any(Colour.Mixed(r.path.length)) = 1
    assertEquals(claims(mixed, Request("abc")), writes(any, Colour.Mixed(3)))
    val wrapped: Request => Unit = r => any(Some(r.path)) = 1
    assertEquals(claims(wrapped, Request("a")), writes(any, Some("a")))
    val numbered: Request => Unit = r => any(Numbered(r.path)) = 1
    assert(claims(numbered, Request("a")).contains(writesAll(any).head))
    val name: Request => Unit = r => stock(Item(r.path).name) = 1
    assertEquals(claims(name, Request("a")), writes(stock, "a"))

  test("what methods of the application make of them"):
    val users = Users("anybody at ")
    val callback: Request => Unit = r => stock(users.of(r)) = 1
    assertEquals(claims(callback, request("user" -> " x")), writes(stock, "x"))
    assertEquals(claims(callback, request()), writes(stock, "anybody at a"))

  test("what belongs to the request that a registered handler captured"):
    val app = App()
    val callback: Request => Unit = r => app.nextTick(stock(r.path) = 1)
    App.run(callback, "a")
    assertEquals(claims(app.registered.head), writes(stock, "a"))

  test("a captured text or number"):
    def storing(key: String, n: Int): () => Unit = () =>
      stock(key) = 1
      names(n) = key
    assertEquals(claims(storing("a", 7)), writes(stock, "a") ++ writes(names, 7))
    assertEquals(claims(storing("b", 8)), writes(stock, "b") ++ writes(names, 8))

  test("a val of what is captured, and of an object"):
    def storing(item: Item): () => Unit = () =>
      stock(item.name) = 1
      other(Named.name) = 2
    assertEquals(claims(storing(Item("a"))), writes(stock, "a") ++ writes(other, "fixed"))

  test("the handler's argument"):
    val callback: String => Unit = key => stock(key) = stock.getOrElse(key, 0) + 1
    assertEquals(claims(callback, "a"), writes(stock, "a"))
    val numbered: Int => Unit = key => names(key) = "x"
    assertEquals(claims(numbered, Integer.valueOf(5)), writes(names, 5))

  test("collections made of a shared one belong to the handler"):
    val mapped: String => Unit = _ => println(stock.map((name, count) => s"$name$count").mkString)
    val filtered: String => Unit = _ => println(stock.filter((_, count) => count > 1).keys.toSet)
    val copied: String => Unit = _ => println(stock.toMap.size + stock.toSeq.size)
    for callback <- List(mapped, filtered, copied) do assertEquals(claims(callback, "a"), readsAll(stock))

  test("what a caught exception of a library says touches nothing"):
    val number: String => Unit = text =>
      try stock(text) = text.toInt
      catch case e: NumberFormatException => println(e.getMessage)
    val sql: String => Unit = text =>
      try stock(text) = java.sql.DriverManager.getConnection(text).getTransactionIsolation
      catch
        case e: java.sql.SQLException => println(s"${e.getSQLState} ${e.getErrorCode} ${e.getNextException}")
    for callback <- List(number, sql) do assertEquals(claims(callback, "a"), writes(stock, "a"))

  test("a key is read once for each run, whether or not it is the one of the run before"):
    var reads = 0
    final class Watched(entries: (String, String)*)
        extends scala.collection.immutable.AbstractMap[String, String]:
      private val all = entries.toMap
      def get(key: String): Option[String] =
        reads += 1
        all.get(key)
      def iterator: Iterator[(String, String)] = all.iterator
      def removed(key: String): Map[String, String] = all.removed(key)
      def updated[V >: String](key: String, value: V): Map[String, V] = all.updated(key, value)
    val callback: Request => Unit = r => stock(r.param("user").get) = 1
    for user <- List("x", "x", "y", "x") do
      val request = Request("a", Watched("user" -> user))
      reads = 0
      assertEquals(claims(callback, request), writes(stock, user))
      assertEquals(reads, 1)

  test("the result of a stable method of the argument"):
    val callback: Request => Unit = r => stock.updateWith(r.path)(_.map(_ + 1)): Unit
    assertEquals(claims(callback, Request("a")), writes(stock, "a"))
    assertEquals(claims(callback, Request("b")), writes(stock, "b"))

  test("texts and numbers worked out from it by methods that return the same each time"):
    val callback: Request => Unit = r => names(r.path.trim.toInt) = r.path
    assertEquals(claims(callback, Request(" 12 ")), writes(names, 12))

  test("a key of another type than it should be may be any entry"):
    val callback: Request => Unit = r => names(r.path.toInt) = "x"
    assertEquals(claims(callback, Request("twelve")), writesAll(names))
    assertEquals(claims(callback, "no request"), writesAll(names))
    assertEquals(claims(callback), writesAll(names))

  test("a key that goes through methods, functions and collections' functions"):
    def add(map: SharedMap[String, Int], key: String): Unit = map(key) = read(map, key) + 1
    def read(map: SharedMap[String, Int], key: String): Int = map.getOrElse(key, 0)
    val callback: Request => Unit = r =>
      val key = r.path
      List(1, 2).foreach(_ => add(stock, key))
      val later = () => Named.put(other, key)
      later()
    assertEquals(claims(callback, Request("a")), writes(stock, "a") ++ writes(other, "a"))

  test("a method that is called with several keys"):
    def move(from: String, to: String): () => Unit = () =>
      take(from, -1)
      take(to, 1)
    def take(key: String, n: Int): Unit = stock.updateWith(key)(before => Some(before.getOrElse(0) + n)): Unit
    assertEquals(claims(move("a", "b")), writes(stock, "a", "b"))

  test("one of two keys, where what decides is known before"):
    def fallback(r: Request): String =
      if r.path.isEmpty then "none"
      else r.path
    def named(r: Request): String = r.param("user") match
      case Some(user) => user
      case None => r.path
    val chosen: Request => Unit = r => stock(if r.path.isEmpty then "none" else r.path) = 1
    val matched: Request => Unit = r =>
      val key = r.param("user") match
        case Some(user) => user
        case None => r.path
      stock(key) = 1
    val assigned: Request => Unit = r =>
      var key = "none"
      if !r.path.isEmpty then key = r.path
      stock(key) = 1
    val several: Request => Unit = r =>
      stock(
        if r.path.isEmpty then "none"
        else if r.path.startsWith("x") then "begins"
        else if r.param("user").isDefined then r.param("user").get
        else r.path
      ) = 1
    val inEach: Request => Unit = r =>
      for _ <- 1 to 2 do stock(if r.path.isEmpty then "none" else r.path) = 1
    val inTry: Request => Unit = r =>
      try stock(if r.path.isEmpty then "none" else r.path) = 1
      catch case e: IllegalStateException => println(e.getMessage)
    val method: Request => Unit = r => stock(fallback(r)) = 1
    val matching: Request => Unit = r => stock(named(r)) = 1
    val equal: Request => Unit = r => stock(if r.path == "x" then "begins" else r.path) = 1
    val both: Request => Unit = r =>
      stock(
        if r.path.startsWith("x") && r.param("user").nonEmpty then r.param("user").get else r.path + "!"
      ) = 1
    val oneOf: Request => Unit = r =>
      stock(if r.path.isEmpty || r.param("user").isEmpty then "none" else r.path) = 1
    val literals: Request => Unit = r =>
      val key = r.path match
        case "x" | "" => "none"
        case other => other
      stock(key) = 1
    val text: Request => Unit = r => stock(s"user:${if r.path.isEmpty then "none" else r.path}") = 1
    val requests =
      for path <- List("", "x", "y"); user <- List(Nil, List("user" -> "u")) yield Request(path, user.toMap)
    def orPath(r: Request) = r.param("user").getOrElse(r.path)
    def orNone(r: Request) = if r.path.isEmpty then "none" else r.path
    val all = List[(String, Request => Unit, Request => String)](
      ("chosen", chosen, orNone),
      ("matched", matched, orPath),
      ("assigned", assigned, orNone),
      (
        "several",
        several,
        r => if r.path.isEmpty then "none" else if r.path == "x" then "begins" else orPath(r)
      ),
      ("in each", inEach, orNone),
      ("in try", inTry, orNone),
      ("method", method, orNone),
      ("matching", matching, orPath),
      ("equal", equal, r => if r.path == "x" then "begins" else r.path),
      (
        "both",
        both,
        r => if r.path == "x" && r.param("user").isDefined then "u" else s"${r.path}!"
      ),
      ("one of", oneOf, r => if r.param("user").isEmpty then "none" else orNone(r)),
      ("literals", literals, r => if r.path == "x" then "none" else orNone(r)),
      ("text", text, r => s"user:${orNone(r)}")
    )
    for (what, callback, key) <- all; r <- requests do
      assertEquals(claims(callback, r), writes(stock, key(r)), s"$what: ${why(callback)}")
    assert(clue(Inference.explain("put" -> chosen)).contains(
      ", entry (if argument(0).path.isEmpty then none else argument(0).path) at "
    ))

  test("one of two keys may be any, where nobody knows which"):
    val unknown: Request => Unit = r => stock(if chosen.get.isEmpty then "a" else r.path) = 1
    val outside: Request => Unit = r =>
      stock(if chosen.get.isEmpty then if r.path.isEmpty then "a" else "b" else r.path) = 1
    val inside: Request => Unit = r =>
      stock(if r.path.isEmpty then if chosen.get.isEmpty then "a" else "b" else r.path) = 1
    val later: Request => Unit = r =>
      var key = "a"
      var n = 0
      while n < 2 do
        stock(key) = 1
        if !r.path.isEmpty then key = "b"
        n += 1
    val before: Request => Unit = r =>
      var key = "a"
      var n = 0
      while n < 2 do
        if n > 0 then
          if !r.path.isEmpty then key = r.path
        stock(key) = 1
        n += 1
    val caught: Request => Unit = r =>
      var key = "a"
      try
        if !r.path.isEmpty then key = r.path
        println(r.path.toInt)
        key = "b"
      catch case _: NumberFormatException => ()
      stock(key) = 1
    for
      (what, callback) <- List(
        "unknown" -> unknown,
        "outside" -> outside,
        "inside" -> inside,
        "later" -> later,
        "before" -> before,
        "caught" -> caught
      )
    do assert(claims(callback, Request("x")).contains(writesAll(stock).head), what)

  test("a key out of something shared may be any"):
    val callback = () => stock(chosen.get) = 1
    assertEquals(claims(callback), writesAll(stock) + Claim(Target.Shared(chosen), AccessKind.Reads))
    val found = () => names.get(1).foreach(key => stock(key) = 1)
    assertEquals(claims(found), writesAll(stock) ++ reads(names, 1))

  test("a key that changes may be any"):
    var key = "a"
    val captured = () =>
      stock(key) = 1
      key = "b"
    assert(claims(captured).contains(writesAll(stock).head))
    val counted = () =>
      var i = 0
      while i < 3 do
        names(i) = "x"
        i += 1
    assertEquals(claims(counted), writesAll(names))
    val once = () =>
      var i = 4
      i += 1
      names(i) = "x"
    assertEquals(claims(once), writesAll(names))
    val cart = Cart()
    val field = () => stock(cart.current) = 1
    assert(claims(field).contains(writesAll(stock).head))

  test("a key that changes as a method calls itself may be any"):
    def down(key: String): Unit = if key.nonEmpty then
      stock(key) = 1
      down(key.substring(1))
    val callback: Request => Unit = r => down(r.path)
    assert(claims(callback, Request("abc")).contains(writesAll(stock).head))

  test("keys beside the whole map"):
    val callback = () => stock("a") = stock.size
    assertEquals(claims(callback), writes(stock, "a") ++ readsAll(stock))

  test("many keys are as good as the whole"):
    val callback = () =>
      for map <- List(stock) do
        map("1") = 1; map("2") = 1; map("3") = 1; map("4") = 1; map("5") = 1; map("6") = 1; map("7") = 1
        map("8") = 1; map("9") = 1
    assertEquals(claims(callback), writesAll(stock))

  test("case classes, enums, tuples and opaque types of texts and numbers are keys"):
    def storing(key: Any): () => Unit = () => any(key) = 1
    for key <-
        List(Item("a"), Line(1, Item("b")), Colour.Plain, Colour.Mixed(3), (1, "a"), Some("a"), UUID(1, 2))
    do
      assertEquals(claims(storing(key)), writes(any, key))
    val id = ItemId("a")
    val byId = SharedMap[ItemId, Int]()
    assertEquals(claims(() => byId(id) = 1), writes(byId, "a"))
    val pair: Request => Unit = r => any((r.path, 1)) = 1
    assertEquals(claims(pair, Request("a")), writes(any, ("a", 1)))

  test("an object that may change, or compares in its own way, is no key"):
    def storing(key: Any): () => Unit = () => any(key) = 1
    for key <-
        List(Cart(), Loose("A"), Counted("a"), Line(1, Item("a")) -> Cart(), List("a"), Array(1), new Object)
    do
      val found = claims(storing(key)).filter(_.mode == AccessKind.Writes)
      assert(found.contains(writesAll(any).head), s"$key: $found")
      assert(!found.exists(_.target.isInstanceOf[Target.Entry]), s"$key: $found")

  test("equal keys lock the same, though their types differ"):
    def storing(key: Any): () => Unit = () => any(key) = 1
    def lock(key: Any) =
      Inference.lockSet(storing(key)).claims.map(c => eddy.state.internal.Locks.of(c.target))
    assertEquals(lock(1), lock(1L))
    assertEquals(lock('a'), lock(97))
    assertEquals(lock(1.0), lock(1))
    assertEquals(lock(Line(1, Item("b"))), lock(Line(1, Item("b"))))

  test("a map in a variable is looked up again, with its key"):
    val holder = MapHolder(SharedMap())
    val callback: Request => Unit = r => holder.map(r.path) = 1
    val first = holder.map
    assert(writes(first, "a").subsetOf(claims(callback, Request("a"))))
    holder.map = SharedMap()
    assert(writes(holder.map, "a").subsetOf(claims(callback, Request("a"))))

  test("an explanation shows the key, and who excludes whom only over the same"):
    val look: Request => Unit = r => println(stock.get(r.path))
    val buy: Request => Unit = r => stock(r.path) = 1
    val fixed: Request => Unit = _ => stock("a") = 1
    val all: Request => Unit = _ => stock.clear()
    val odd: Request => Unit = r => stock(r.path.sorted) = 1
    val said = Inference.explain("look" -> look, "buy" -> buy, "fixed" -> fixed, "all" -> all)
    assert(clue(said).contains("reads SharedMap"))
    assert(said.contains(", entry argument(0).path at "))
    assert(said.contains(", entry a at "))
    val matrix = said.linesIterator.toList
    assert(matrix.contains("1 . k k x  look"))
    assert(matrix.contains("3 k k x x  fixed"))
    assert(matrix.contains("k: never at the same time for the same key"))
    val coarse = Inference.explain("odd" -> odd)
    assert(clue(coarse).contains("because: which entry it is is not known before the call"))
    assert(
      coarse.contains("remedy: use a key that comes from the request (path, queryAs, cookie,")
    )

  test("an object of a value class is a key, whichever way it comes"):
    import ValueClasses.{Accounts, UserId, Visits}
    val accounts = Accounts()
    val ways = List[Request => Unit](
      r => accounts.names(UserId(r.path)) = "a",
      r => accounts.rename(UserId(r.path), "a"),
      r =>
        val id = UserId(r.path)
        if !id.isEmpty then accounts.rename(id, "a")
    )
    for way <- ways do
      assertEquals(claims(way, Request("/a")), writes(accounts.names, UserId("/a")))
      assert(clue(Inference.explain("put" -> way)).contains(".UserId(argument(0).path) at "))
    val inOption = List[Request => Unit](
      r => r.param("id").map(UserId(_)).foreach(id => accounts.names(id) = "a"),
      r => for id <- r.param("id").map(UserId.apply) do accounts.rename(id, "a"),
      r =>
        r.param("id").map(UserId(_)) match
          case Some(id) => accounts.names(id) = "a"
          case None => ()
    )
    for way <- inOption do
      assertEquals(claims(way, request("id" -> "/a")), writes(accounts.names, UserId("/a")))
      assertEquals(claims(way, request()), Set.empty[Claim])
    val orNobody: Request => Unit =
      r => accounts.names(r.param("id").map(UserId(_)).getOrElse(UserId("nobody"))) = "a"
    assertEquals(claims(orNobody, request()), writes(accounts.names, UserId("nobody")))
    val visit: Request => Unit = r => accounts.visit(Visits(r.path.length))
    assertEquals(claims(visit, Request("/a")), writes(accounts.visits, Visits(2)))

  test("an object that the handler makes with `new` is a key, and an older one of the same place is not"):
    val items = SharedMap[Item, Int]()
    val one: Request => Unit = r => items(new Item(r.path)) = 1
    assertEquals(claims(one, Request("/a")), writes(items, Item("/a")))
    val either: Request => Unit = r => items(new Item(if r.path.isEmpty then "none" else r.path)) = 1
    assertEquals(claims(either, Request("/a")), writes(items, Item("/a")))
    val older: Request => Unit = r =>
      var last = new Item("first")
      for path <- List(r.path, r.path + "b") do
        items(last) = 1
        last = new Item(path)
    assertEquals(claims(older, Request("/a")), writesAll(items))
    val kept: Request => Unit = r =>
      var last: Item | Null = null
      var n = 0
      while n < 2 do
        val next = new Item(r.path)
        if last != null then items(last) = 1
        last = if n == 0 then Item(r.path + "b") else next
        n += 1
    assertEquals(claims(kept, Request("/a")), writesAll(items))

  test("an object is not taken for one of its superclass while it is made"):
    val seen = SharedMap[Any, Int]()
    val make: Request => Unit = r => Heir(r.path, 1, seen): Unit
    assert(!clue(Inference.explain("make" -> make)).contains(", entry "))
    assertEquals(claims(make, Request("/a")), writesAll(seen))

  test("an object that no key can be is explained as none, wherever it is in the key"):
    val loose = SharedMap[Loose, Int]()
    val pairs = SharedMap[(Item, Loose), Int]()
    val lines = SharedMap[Line, Int]()
    def said(handler: Request => Unit) = Inference.explain("put" -> handler)
    val why = "not known before the call: subjects.Loose has a variable, or an equals or hashCode of its own"
    assert(clue(said(r => loose(Loose(r.path)) = 1)).contains(why))
    assert(clue(said(r => pairs((Item(r.path), Loose(r.path))) = 1)).contains(why))
    assert(
      clue(said(r => lines(Line(1, Item(r.path))) = 1)).contains(", entry subjects.Line(1, subjects.Item(")
    )
    val pathsAndItems = SharedMap[(String, Item), Int]()
    val entry = ", entry (argument(0).path, subjects.Item(argument(0).path)) at "
    assert(clue(said(r => pathsAndItems((r.path, Item(r.path))) = 1)).contains(entry))

  test("a key that a registered handler has captured is known to the explanation, as it is when that runs"):
    val app = App()
    val callback: Request => Unit = r =>
      val key = r.query("key")
      app.nextTick(stock(key) = 1)
    val targets = Inference.registered(callback).flatMap((_, s) => s.accesses.map(_.target))
    assert(clue(targets).nonEmpty)
    assert(targets.forall { case Target.Entry(map, _) => map eq stock; case _ => false })
    assert(clue(Inference.explain("put" -> callback)).contains("2 . k  put, nextTick at "))
    App.run(callback, "a")
    assertEquals(claims(app.registered.head), writes(stock, ""))

  test("one of two that are not told apart before"):
    val perhaps = SharedMap[Option[String], Int]()
    val captured: Option[String] = Some("a")
    def either(cond: () => Boolean): () => Unit = () =>
      val key = if cond() then captured else None
      perhaps(key) = 1
    assertEquals(
      claims(either(() => chosen.toString.isEmpty)).filter(_.mode == AccessKind.Writes),
      writesAll(perhaps)
    )
    val surely = () => perhaps(captured) = 1
    assertEquals(claims(surely), writes(perhaps, Some("a")))
end KeySuite
