package eddy.state.internal

import eddy.state.*
import eddy.state.internal.lock.{ElisionEpoch, HandlerThread, Lock, LockMode}
import eddy.state.{LockSet, Target}

class LockSetSuite extends eddy.testing.PatientSuite:
  import AccessKind.*
  import LockSet.Claim

  private class Session
  private class Premium extends Session
  private class Other

  private def set(claims: (Target, AccessKind)*): LockSet = LockSet.of(claims.map(Claim(_, _)))
  private def shared(mode: AccessKind)(obj: SharedObject) = Target.Shared(obj) -> mode

  /** Without those of types, which other suites may have armed. */
  private def own(set: LockSet): List[Lock] = set.locks.toList.filter(_.name == null)

  test("locks are taken in ascending order, each once"):
    val all = List.fill(5)(SharedRef(0))
    val locks = set((all.reverse ++ all).map(shared(Writes))*)
    assertEquals(own(locks), all.map(_.lock))
    assertEquals(locks.locks.map(_.id).toList, locks.locks.map(_.id).toList.sorted)

  test("reading and commuting in one handler is writing"):
    val counter = SharedCounter()
    val both = set(shared(Reads)(counter), shared(Commutes)(counter))
    assertEquals(both.modes(both.locks.indexOf(counter.lock)), LockMode.Writes)

  test("an object that no handler writes needs no lock"):
    val config = SharedMap("a" -> 1)
    assertEquals(own(set(shared(Reads)(config))).size, 0)

  test(
    "an object that some handler writes is locked by those who read it, even if they were planned before"
  ):
    val map = SharedMap[Int, Int]()
    val reader = set(shared(Reads)(map))
    assertEquals(own(reader).size, 0)
    val writer = set(shared(Writes)(map))
    assertEquals(own(writer), List(map.lock))
    assertEquals(own(reader.fresh()), List(map.lock))

  test("a counter that no handler reads needs no lock, and one that is read does"):
    val counter = SharedCounter()
    val adder = set(shared(Commutes)(counter))
    assertEquals(own(adder).size, 0)
    assertEquals(own(set(shared(Reads)(counter))).size, 1)
    assertEquals(own(adder.fresh()).size, 1)

  test("filling an object before handlers read it is no reason to lock it"):
    val map = SharedMap[Int, Int]()
    map.put(1, 1): Unit
    assertEquals(own(set(shared(Reads)(map))).size, 0)

  test("a handler that uses a known object excludes one that uses any object of its type or of a type above"):
    val one = set(Target.Fields(Premium()) -> Writes)
    val any = set(Target.OfType(classOf[Session]) -> Reads)
    val anyOther = set(Target.OfType(classOf[Other]) -> Writes)
    assert(!one.goesWith(any))
    assert(!any.goesWith(one))
    assert(one.goesWith(anyOther))
    assert(one.fresh().locks.contains(Locks.of(Target.OfType(classOf[Session]))))

  test("readers of a known object and readers of any object go together"):
    val one = set(Target.Fields(Session()) -> Reads)
    val any = set(Target.OfType(classOf[Session]) -> Reads)
    assert(one.goesWith(any))
    assert(!one.goesWith(set(Target.OfType(classOf[Session]) -> Writes)))

  test("everything excludes all, and itself"):
    val everything = set(Target.Everything -> Writes)
    assert(!everything.goesWith(set(Target.Fields(Session()) -> Writes)))
    assert(!everything.goesWith(set(Target.OfType(classOf[Other]) -> Reads)))
    assert(!everything.goesWith(everything))

  test("commuting changes of unknown counters do not go beside changes of a known one"):
    val known = set(shared(Reads)(SharedCounter()))
    assert(!set(Target.OfType(classOf[SharedCounter]) -> Commutes).goesWith(known))

  test("entries with different keys go together; the whole map goes with none that is written"):
    val map = SharedMap[String, Int]()
    def entry(key: String, mode: AccessKind) = set(Target.Entry(map, key) -> mode)
    assert(entry("a", Writes).goesWith(entry("b", Writes)))
    assert(!entry("a", Writes).goesWith(entry("a", Reads)))
    assert(entry("a", Reads).goesWith(entry("a", Reads)))
    assert(!set(shared(Reads)(map)).goesWith(entry("a", Writes)))
    assert(set(shared(Reads)(map)).goesWith(entry("a", Reads)))
    assert(!set(shared(Writes)(map)).goesWith(entry("a", Reads)))

  test("entries that nobody writes need no lock; the first that is written arms those of its map, and once"):
    val (map, config) = (SharedMap[String, Int](), SharedMap[String, Int]())
    def entry(of: SharedMap[String, Int], key: Int, mode: AccessKind) = set(Target.Entry(of, s"$key") -> mode)
    val readers = List.tabulate(50)(entry(map, _, Reads))
    assert(readers.forall(own(_).isEmpty))
    val unelided = ElisionEpoch.unelided
    val writers = List.tabulate(50)(entry(map, _, Writes))
    assertEquals(ElisionEpoch.unelided, unelided + 1)
    assert(writers.forall(own(_).sizeIs == 1))
    assert(readers.map(_.fresh()).forall(own(_).sizeIs == 1))
    assertEquals(own(entry(config, 1, Reads)), Nil)

  test("a writer of the map unelides the locks of readers of its entries"):
    val map = SharedMap[String, Int]()
    val reader = set(Target.Entry(map, "a") -> Reads)
    assertEquals(own(reader), Nil)
    assertEquals(own(set(shared(Writes)(map))), List(map.lock))
    assertEquals(own(reader.fresh()), List(map.lock))

  test("all plain library objects are of one type, user classes that extend one included"):
    class Own extends java.util.LinkedHashMap[String, String]
    val any = set(Target.OfType(classOf[java.util.HashMap[?, ?]]) -> Writes)
    assert(!any.goesWith(set(Target.Fields(scala.collection.mutable.ArrayBuffer(1)) -> Reads)))
    assert(!any.goesWith(set(Target.Fields(Own()) -> Reads)))
    assert(!any.goesWith(set(Target.Fields(Array(1)) -> Reads)))
    assert(any.goesWith(set(Target.Fields(Session()) -> Writes)))

  test("static fields are locked one by one"):
    val field = Target.Static(classOf[Session], "a")
    assert(!set(field -> Writes).goesWith(set(field -> Reads)))
    assert(set(field -> Writes).goesWith(set(Target.Static(classOf[Session], "b") -> Writes)))

  test("a set covers exactly what it was made for"):
    val (map, other) = (SharedMap[Int, Int](), SharedMap[Int, Int]())
    val reads = set(shared(Reads)(map))
    assert(reads.covers(map, null, Reads))
    assert(!reads.covers(map, null, Writes))
    assert(!reads.covers(other, null, Reads))
    val any = set(Target.OfType(classOf[SharedMap[?, ?]]) -> Writes)
    assert(any.covers(map, null, Writes))
    assert(!any.covers(SharedRef(1), null, Reads))
    assert(set(Target.Everything -> Writes).covers(map, null, Writes))

  test("a set tried in vain holds nothing"):
    val refs = List.fill(3)(SharedRef(0))
    val all = set(refs.map(shared(Writes))*)
    val thread = HandlerThread.current
    assert(refs(1).lock.tryAcquire(LockMode.Writes))
    assertEquals(all.locks(all.tryAll(-1, thread)), refs(1).lock)
    assert(refs(0).lock.isFree)
    assert(refs(2).lock.isFree)
    refs(1).lock.release(LockMode.Writes, thread)
    assertEquals(all.tryAll(-1, thread), -1)
    all.release(all.locks.length, thread)
    assert(refs.forall(_.lock.isFree))
end LockSetSuite
