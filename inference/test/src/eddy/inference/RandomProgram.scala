package eddy.inference

import scala.util.Random

/** Writes handlers at random, over a few shared objects that they reach in many ways. Their results
  * make no sense. By construction they terminate, and compile.
  */
final class RandomProgram(seed: Long, libraries: CallingLibraries):
  private val random = Random(seed)
  private var names = 0

  /** Variables in scope that hold a map, a session, a number. */
  private final case class Scope(
      var maps: List[String],
      var sessions: List[String],
      var numbers: List[String]
  )

  private def name(prefix: String): String =
    names += 1
    s"${prefix}Local$names"
  private def pick(choices: String*): String = choices(random.nextInt(choices.size))
  private def key: String =
    pick(
      "\"a\"",
      "\"b\"",
      "r.path",
      "r.path",
      "\"k\" + r.path.length",
      "box.key",
      "name",
      "r.path.trim",
      "turn.other"
    )

  private def number(s: Scope, depth: Int): String = random.nextInt(if depth > 0 then 14 else 4) match
    case 0 => random.nextInt(9).toString
    case 1 => pick("r.path.length" :: s.numbers*)
    case 2 => "r.path.length"
    case 3 => "Root.n"
    case 4 => s"${session(s, depth - 1)}.count"
    case 5 => s"${map(s, depth - 1)}.getOrElse($key, ${number(s, depth - 1)})"
    case 6 => s"${map(s, depth - 1)}.size"
    case 7 => s"fs(${random.nextInt(2)})(${number(s, depth - 1)})"
    case 8 => s"math.max(${number(s, depth - 1)}, ${number(s, depth - 1)})"
    case 9 => s"table.getOrElse($key, ${number(s, depth - 1)})"
    case 10 => s"old.getOrDefault($key, ${number(s, depth - 1)})"
    case 11 => s"buffer.map(_ + ${number(s, depth - 1)}).sum"
    case 12 => "cell.get"
    case _ => s"(if ${condition(s, depth - 1)} then ${number(s, depth - 1)} else ${number(s, depth - 1)})"

  private def condition(s: Scope, depth: Int): String = s"${number(s, depth)} > ${random.nextInt(6)}"

  private def map(s: Scope, depth: Int): String = random.nextInt(if depth > 0 then 24 else 4) match
    case 0 | 1 => pick(s.maps*)
    case 2 => "topMap"
    case 3 => "box.first"
    case 4 => "Root.map"
    case 5 => "box.second"
    case 6 => s"(if ${condition(s, depth - 1)} then ${map(s, depth - 1)} else ${map(s, depth - 1)})"
    case 7 => "ms(r.path.length % ms.length)"
    case 8 => "pair._1"
    case 9 => s"mm.getOrElse($key, ${map(s, depth - 1)})"
    case 10 => s"same(${map(s, depth - 1)})"
    case 11 => s"either(${condition(s, depth - 1)}, ${map(s, depth - 1)}, ${map(s, depth - 1)})"
    case 12 => s"Holder(${map(s, depth - 1)}).m"
    case 13 => s"option.getOrElse(${map(s, depth - 1)})"
    case 14 =>
      s"Some(${map(s, depth - 1)}).filter(x => ${condition(s, depth - 1)}).getOrElse(${map(s, depth - 1)})"
    case 15 => "array(r.path.length % 2)"
    case 16 =>
      s"(${map(s, depth - 1)} match { case x if ${condition(s, depth - 1)} => x; case _ => ${map(s, depth - 1)} })"
    case 17 => s"List(${map(s, depth - 1)}, ${map(s, depth - 1)}).head"
    case 18 => s"scala.collection.mutable.ArrayBuffer(${map(s, depth - 1)}).last"
    // by a list, since the compiler (3.8.4) does not type this map of a Map inside of an assignment: seed
    // 20129
    case 19 => "byName.toList.map((k, v) => (v, k)).head._1"
    case 20 => s"nested.flatten.zip(ms).map((x, y) => if ${condition(s, depth - 1)} then x else y).last"
    case 21 => "byName.values.toList.reverse.head"
    case 22 => s"ms.foldLeft(${map(s, depth - 1)})((x, y) => if x.size > 1 then x else y)"
    case _ => "chain.next.m"

  private def session(s: Scope, depth: Int): String = random.nextInt(if depth > 0 then 9 else 3) match
    case 0 | 1 => pick(s.sessions*)
    case 2 => "Root.s"
    case 3 => s"sessions.getOrElse($key, ${session(s, depth - 1)})"
    case 4 => "box.s"
    case 5 => s"Session(${number(s, depth - 1)})"
    case 6 => s"(if ${condition(s, depth - 1)} then ${session(s, depth - 1)} else ${session(s, depth - 1)})"
    case 7 => s"List(${session(s, depth - 1)}).map(x => x).last"
    case _ => s"concurrent.getOrDefault($key, ${session(s, depth - 1)})"

  private def block(outer: Scope, depth: Int, statements: Int): String =
    val s = outer.copy()
    List.fill(statements)(statement(s, depth)).mkString("{ ", "; ", " }")
  private def block(outer: Scope, depth: Int): String = block(outer, depth, 1 + random.nextInt(2))

  private def statement(s: Scope, depth: Int): String = random.nextInt(if depth > 0 then 60 else 6) match
    case 0 | 1 => s"${map(s, depth - 1)}.put($key, ${number(s, depth - 1)})"
    case 2 => s"${session(s, depth - 1)}.count += ${number(s, depth - 1)}"
    case 3 => s.numbers.filterNot(_.startsWith("r.")).headOption.fold("Root.n += 1")(v => s"$v += 1")
    case 4 => s"Root.n = ${number(s, depth - 1)}"
    case 5 => s"sink(${number(s, depth - 1)})"
    case 6 => s"box.second = ${map(s, depth - 1)}"
    case 7 => s"box.s = ${session(s, depth - 1)}"
    case 8 => s"if ${condition(s, depth - 1)} then ${block(s, depth - 1)} else ${block(s, depth - 1)}"
    case 9 =>
      s"try { ${statement(s.copy(), depth - 1)}; if ${condition(s, depth - 1)} then throw Failure(${map(s, depth - 1)}) } " +
        s"catch { case x: Failure => x.m.put($key, 1) }"
    case 10 => s"List(1, 2).foreach(${name("x")} => ${block(s, depth - 1)})"
    case 11 => s"for ${name("x")} <- ${map(s, depth - 1)}.get($key) do ${block(s, depth - 1)}"
    case 12 => s"twice(() => ${block(s, depth - 1)})"
    case 13 => s"again(${random.nextInt(4)}, ${map(s, depth - 1)}, ${session(s, depth - 1)})"
    case 14 => s"store.save($key, ${number(s, depth - 1)})"
    case 15 => s"stores.get($key).foreach(q => q.save(\"z\", ${number(s, depth - 1)}))"
    case 16 =>
      val f = name("f")
      s"val $f: Int => Int = y => { ${statement(s.copy(), depth - 1)}; y }; sink($f(${number(s, depth - 1)}))"
    case 17 => s"sessions.put($key, ${session(s, depth - 1)})"
    case 18 => s"mm.put($key, ${map(s, depth - 1)})"
    case 19 =>
      val (v, made) = (name("m"), map(s, depth - 1))
      s.maps = v :: s.maps
      s"val $v = $made"
    case 20 =>
      val (v, made) = (name("s"), session(s, depth - 1))
      s.sessions = v :: s.sessions
      s"val $v = $made"
    case 21 =>
      val (v, made) = (name("n"), number(s, depth - 1))
      s.numbers = v :: s.numbers
      s"var $v = $made"
    case 22 =>
      val (v, made) = (name("l"), map(s, depth - 1))
      s.maps = v :: s.maps
      s"lazy val $v = $made"
    case 23 => s"concurrent.put($key, ${session(s, depth - 1)})"
    case 24 => s"table.update($key, ${number(s, depth - 1)})"
    case 25 => s"old.put($key, ${number(s, depth - 1)})"
    case 26 => s"buffer += ${number(s, depth - 1)}"
    case 27 => s"counter += ${number(s, depth - 1)}"
    case 29 => s"for (${name("k")}, ${name("v")}) <- byName do ${block(s, depth - 1)}"
    case 30 => s"byName.foreach((k, v) => v.put(k, ${number(s, depth - 1)}))"
    case 28 => s"cell.update(x => x + ${number(s, depth - 1)})"
    case 31 =>
      s"{ box.key = $key; ${map(s, depth - 1)}.put(box.key, ${number(s, depth - 1)}); put(${map(s, depth - 1)}, $key) }"
    case 32 => s"chain.next = Chain(${map(s, depth - 1)})"
    case n if n < 46 => onArguments(s, depth)
    case _ =>
      val calls = libraryCalls(s, depth)
      calls(random.nextInt(calls.size))()

  private def libraryCalls(s: Scope, depth: Int) = libraries.calls(
    () => s"{ ${statement(s.copy(), depth - 1)}; () }",
    () => simple,
    () => key,
    () => number(s, depth - 1),
    () => session(s, depth - 1)
  )

  /** The same with the simplest parts, each of which has an effect. */
  private val simpleCalls =
    libraries.calls(() => simple, () => simple, () => key, () => "1", () => pick("s0", "Root.s"))

  /** A statement that needs no argument. */
  private def simple: String = pick(
    "{ val _ = m0.put(\"e\", 1) }",
    "{ val _ = topMap.put(\"e\", 1) }",
    "{ val _ = box.second.put(\"e\", 1) }",
    "{ s0.count += 1 }",
    "{ box.s.count += 1 }",
    "{ Root.n += 1 }",
    "{ v0 += 1 }"
  )

  /** Functions that change what the library passes to them, which other functions or objects have given to
    * it.
    */
  private def onArguments(s: Scope, depth: Int): String =
    def aSession = session(s, depth - 1)
    def found = s"k => sessions.getOrElse(k, $aSession)"
    random.nextInt(13) match
      case 0 => s"List($aSession, $aSession).map(x => { x.count += 1; x }).foreach(x => sink(x.count))"
      case 1 =>
        s"List(${map(s, depth - 1)}, ${map(s, depth - 1)}).foreach(x => x.put($key, ${number(s, depth - 1)}))"
      case 2 => s"sink(List($key, $key).map($found).reduce((x, y) => { x.count += y.count; y }).count)"
      case 3 =>
        s"sink(List($key, $key).foldLeft(Option.empty[Session])((x, k) => { x.foreach(_.count += 1); sessions.get(k) }).fold(0)(_.count))"
      case 4 => s"{ val f: String => Session = $found; f.andThen(x => x.count += 1)($key) }"
      case 5 =>
        s"java.util.stream.Stream.of[Session]($aSession).map[Session](x => { x.count += 1; x })" +
          ".collect(java.util.stream.Collectors.toList[Session]()).forEach(x => x.count += 1)"
      case 6 => s"List($key).map(Finder($aSession)).foreach(x => x.count += 1)"
      case 7 => s"Crowd($aSession).foreach(x => x.count += 1)"
      case 8 =>
        s"{ val f: PartialFunction[String, Session] = { case k => sessions.getOrElse(k, $aSession) }; sink(if f.runWith(x => x.count += 1)($key) then 1 else 0) }"
      case 9 => s"sink(Some($aSession).map(x => { x.count += 1; x.count }).getOrElse(0))"
      case 10 => s"sink(List($aSession, $aSession).sortBy(x => { x.count += 1; x.count }).last.count)"
      case 11 =>
        s"sink(List($key, $key).groupMapReduce(_.length)($found)((x, y) => { x.count += 1; y }).size)"
      case _ => s"sessions.get($key).orElse(Some($aSession)).foreach(x => x.count += 1)"
    end match
  end onArguments

  /** The source of an object `generated.Program` with methods that each make objects and register handlers
    * which share them: one method for each form of call of the libraries, and `more`.
    */
  def source(more: Int): String =
    def scope = Scope(List("m0", "m1", "m2"), List("s0", "s1"), List("v0", "v1"))
    val ofForms = List.tabulate(simpleCalls.size)(i => List(s"{ ${simpleCalls(i)()} }"))
    val ofMore = List.fill(more)(List.fill(2)(block(scope, 4, 1 + random.nextInt(4))))
    val methods = (ofForms ++ ofMore).zipWithIndex.map: (bodies, i) =>
      RandomProgram.register(i, libraries.prelude(bodies.mkString, () => simple), bodies)
    s"""${RandomProgram.domain(libraries)}
       |object Program:
       |${RandomProgram.helpers}
       |${methods.mkString("\n")}
       |  val all: List[App => Unit] = List(${methods.indices.map(i => s"c$i").mkString(", ")})
       |""".stripMargin
end RandomProgram

object RandomProgram:
  private def domain(libraries: CallingLibraries) =
    s"""package generated
import eddy.state.*
import eddy.inference.Oracle.track
import subjects.App
type M = SharedMap[String, Int]
val topMap: M = SharedMap[String, Int]()
object Root { val map: M = SharedMap[String, Int](); var n = 0; val s = Session(9) }
class Session(var count: Int)
class Box(val first: M, var second: M, var s: Session):
  var key = "a"
class Turn:
  private val i = java.util.concurrent.atomic.AtomicInteger()
  def other: String = "o" + i.incrementAndGet()
class Holder(val m: M)
class Chain(val m: M) { var next: Chain = this }
class Finder(s: Session) extends (String => Session) { def apply(k: String): Session = s }
class Crowd(s: Session) extends Iterable[Session] { def iterator: Iterator[Session] = Iterator(s) }
class Failure(val m: M) extends RuntimeException
${libraries.domain}trait Store { def save(k: String, v: Int): Unit }
class MapStore(m: M) extends Store { def save(k: String, v: Int): Unit = m.put(k, v) }
class SessionStore(s: Session) extends Store { def save(k: String, v: Int): Unit = { s.count += v; Root.n += 1 } }
"""
  private val helpers = """  def sink(i: Int): Unit = ()
  def put(m: M, key: String): Unit = m.put(key, m.getOrElse(key, 0) + 1)
  def same(m: M): M = m
  def either(b: Boolean, x: M, y: M): M = if b then x else y
  def twice(f: () => Unit): Unit = { f(); f() }
  def again(n: Int, m: M, s: Session): Unit =
    if n > 0 then { m.put("r", n); again(n - 1, either(n > 2, m, topMap), s) } else s.count += 1
"""
  private def register(i: Int, prelude: String, bodies: List[String]) = s"""  def c$i(a: App): Unit =
    val m0: M = SharedMap[String, Int](); val m1: M = SharedMap[String, Int](); val m2: M = SharedMap[String, Int]()
    val s0 = Session(1); val s1 = Session(2); var v0 = 0; var v1 = 0
    val name = "n$i"; val turn = Turn()
    val box = Box(SharedMap(), m1, s1); val ms = List(m0, m2); val pair = (m2, 7); val option: Option[M] = Some(m1)
    val mm = SharedMap[String, M](); mm.put("a", m0)
    val sessions = SharedMap[String, Session](); sessions.put("a", s0); sessions.put("b", Session(3))
    val concurrent = java.util.concurrent.ConcurrentHashMap[String, Session](); concurrent.put("b", s1)
    val array = Array(m0, m1); val chain = Chain(m0); chain.next = Chain(m2)
    val table = scala.collection.mutable.HashMap[String, Int](); track(table)
    val old = java.util.HashMap[String, Int](); track(old)
    val buffer = scala.collection.mutable.ArrayBuffer(1, 2); track(buffer)
    val counter = SharedCounter(); val cell = SharedRef(0)
    val byName = Map("a" -> m2, "b" -> SharedMap[String, Int]()); val nested = List(List(m0), List(SharedMap[String, Int]()))
    val fs = List[Int => Int](x => { v1 += x; v1 }, x => m1.getOrElse("q", x))
    val store: Store = if $i % 2 == 0 then MapStore(m0) else SessionStore(s0)
    val stores = SharedMap[String, Store](); stores.put("a", MapStore(m2)); stores.put("b", SessionStore(s1))
    for x <- List(m0, m1, m2) do x.put("a", 5)
$prelude${bodies.map(b => s"    a.on(r => $b)").mkString("\n")}"""
end RandomProgram
