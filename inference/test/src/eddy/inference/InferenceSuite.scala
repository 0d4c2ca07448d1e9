package eddy.inference

import eddy.inference.report.{AccessSummary, Kind}
import eddy.state.{AccessKind, SharedMap, Target}
import eddy.testing.Waits

import java.util.concurrent.{Callable, Executors, TimeUnit}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

import subjects.*

/** A summary is kept for a class of handlers, and holds for those only that look alike. */
class InferenceSuite extends eddy.testing.PatientSuite:
  private val holders = Holders()
  private def map() = SharedMap[String, Int]()
  private def written(callback: AnyRef): Set[Target] =
    Inference.lockSet(callback).claims.filter(_.mode == AccessKind.Writes).map(c => whole(c.target)).toSet
  // which entries is for KeySuite
  private def whole(target: Target): Target = target match
    case Target.Entry(map, _) => Target.Shared(map)
    case other => other
  private def shared(ms: SharedMap[?, ?]*): Set[Target] = ms.map(Target.Shared(_)).toSet

  private def fields(o: AnyRef): Set[Target] = Set(Target.Fields(o))

  test("two handlers of one class lock what each of them captured"):
    val (m, n) = (map(), map())
    assertEquals(written(holders.plain(m)), shared(m))
    assertEquals(written(holders.plain(n)), shared(n))

  test("another class behind a captured interface makes another summary"):
    val (m, s) = (map(), Session("s"))
    assertEquals(written(holders.store(MapStore(m))), shared(m))
    assertEquals(written(holders.store(SessionStore(s))), fields(s))
    assertEquals(written(holders.store(MapStore(m))), shared(m))

  test("so does another class among the elements of a captured list"):
    val (m, s) = (map(), Session("s"))
    assertEquals(written(holders.stores(List(MapStore(m)))), shared(m))
    assertEquals(written(holders.stores(List(MapStore(m), SessionStore(s)))), shared(m) + Target.Fields(s))
    assertEquals(written(holders.stores(Nil)), Set.empty[Target])

  test("so does a list with too many elements to look at"):
    val (m, n) = (map(), map())
    assertEquals(written(holders.stores(List(MapStore(m)))), shared(m))
    val many = List.fill(100)(MapStore(n))
    val targets = Inference.summary(holders.stores(many)).accesses.map(_.target)
    assert(targets.contains(Target.OfType(classOf[SharedMap[?, ?]])), targets)

  test("an empty option says nothing of a full one"):
    val m = map()
    assertEquals(written(holders.option(None)), Set.empty[Target])
    assertEquals(written(holders.option(Some(m))), shared(m))

  test("a captured null says nothing of an object"):
    val m = map()
    assertEquals(written(holders.maybe(null)), Set.empty[Target])
    assertEquals(written(holders.maybe(m)), shared(m))

  test("what a captured value is decides, not its type"):
    val (m, b) = (map(), mutable.ArrayBuffer(1))
    assertEquals(Inference.summary(holders.anything("text")).kind, Kind.Stateless)
    assertEquals(Inference.summary(holders.anything(m)).kind, Kind.ReadOnly)
    assertEquals(written(holders.anything(b)), fields(b))

  test("a captured closure is looked into"):
    val (m, s) = (map(), Session("s"))
    assertEquals(written(holders.nested(holders.giving(MapStore(m)))), shared(m))
    assertEquals(written(holders.nested(holders.giving(SessionStore(s)))), fields(s))

  test("handlers that touch globals only share one lock set"):
    assert(Inference.lockSet(holders.global) eq Inference.lockSet(holders.global))

  test("a variable on the way is followed at each dispatch"):
    val service = Service(App())
    service.varMap()
    val callback = service.app.registered.last
    val first = service.swap
    assert(written(callback).contains(Target.Shared(first)))
    service.swap = map()
    assertEquals(written(callback), shared(service.swap))

  test("a handler registered by a constructor is analysed again when the object is made"):
    var early = Option.empty[AccessSummary]
    val made = Constructing(c => early = Some(Inference.summary(c)))
    assertEquals(early.map(_.pending), Some(true))
    assertEquals(
      early.toList.flatMap(_.accesses.map(_.target)),
      List(Target.OfType(classOf[SharedMap[?, ?]]))
    )
    assertEquals(Inference.summary(made.callback).pending, false)
    assertEquals(written(made.callback), shared(made.map))

  test("a lazy val is not looked for at each run, and looked at again once it is initialised"):
    val lazily = Service(App())
    lazily.lazyCb()
    val callback = lazily.app.registered.last
    assert(Inference.summary(callback).pending)
    assertEquals(written(callback), Set[Target](Target.OfType(classOf[SharedMap[?, ?]])))
    assert(
      Inference.lockSet(callback) eq Inference.lockSet(callback),
      CasesSuite.show(Inference.summary(callback))
    )
    val made = lazily.lz
    assertEquals(written(callback), shared(made))
    assert(!Inference.summary(callback).pending)

  test("a lazy val that one object has initialised is another one's to initialise"):
    val services = List.fill(2)(Service(App()))
    services.foreach(_.lazyCb())
    val List(first, second) = services.map(_.app.registered.last): @unchecked
    val made = services.head.lz
    assertEquals(written(first), shared(made))
    assertEquals(written(second), Set[Target](Target.OfType(classOf[SharedMap[?, ?]])))

  test("analysing a handler initialises the objects that it uses, so that no handler does"):
    val callback = WithInitialiser.callback
    Initialised.done = false
    val _ = Inference.summary(callback)
    assert(Initialised.done)

  test("lock sets agree with summaries"):
    for c <- Cases.all do
      val app = App()
      val verdict = c.register(app)
      val callback = app.registered.last
      if !verdict.pending then
        val claimed = Inference.lockSet(callback).claims.map(c => whole(c.target)).toSet
        assertEquals(claimed, Inference.summary(callback).accesses.map(a => whole(a.target)).toSet, c.name)

  test("an object that is no handler excludes all others, and is no error"):
    for odd <- List[AnyRef]("text", new Object, java.util.ArrayList[String](), Array(1)) do
      assertEquals(Inference.summary(odd).accesses.map(_.target), List(Target.Everything), odd)

  test("an object that cannot be initialised makes the handler exclude all others, and is no error"):
    for _ <- 1 to 2 do
      assertEquals(Inference.summary(BrokenUser.callback).accesses.map(_.target), List(Target.Everything))
      assertEquals(written(BrokenUser.callback), Set[Target](Target.Everything))

  test("a closure of the JDK's own is understood"):
    assertEquals(Inference.summary(java.util.function.Function.identity[String]()).kind, Kind.Stateless)

  test("a class without class file excludes all others"):
    val proxy = java.lang.reflect.Proxy.newProxyInstance(
      getClass.getClassLoader,
      Array[Class[?]](classOf[PlainHandler]),
      (_, _, _) => ""
    )
    assertEquals(Inference.summary(proxy).accesses.map(_.target), List(Target.Everything))

  test("many threads may register at once"):
    val pool = Executors.newFixedThreadPool(8)
    try
      val maps = List.fill(200)(map())
      val tasks = maps.map(m => (() => written(holders.store(MapStore(m)))): Callable[Set[Target]])
      val found = pool.invokeAll(tasks.asJava).asScala.map(_.get).toList
      assertEquals(found, maps.map(m => shared(m)))
    finally
      pool.shutdown()
      assert(pool.awaitTermination(Waits.LimitSeconds, TimeUnit.SECONDS))
end InferenceSuite
