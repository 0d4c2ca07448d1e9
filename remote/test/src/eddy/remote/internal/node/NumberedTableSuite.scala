package eddy.remote.internal.node

import eddy.testing.PatientSuite

class NumberedTableSuite extends PatientSuite:
  private final class Entry(val key: AnyRef)

  private def table = new NumberedTable[Entry](_.key)

  test("an entry is found by its number and by its object, once"):
    val all = table
    val (one, other) = (Entry(new Object), Entry(new Object))
    assertEquals(all.make(one), 1L)
    assert(all.enter(-1, other))
    assertEquals(all.remove(List(1, 5)), List(one))
    assertEquals(all.forget(List(one.key)), Nil)
    assertEquals(all.forget(List(other.key, one.key)), List(-1L))
    assertEquals(all.remove(List(-1)), Nil)
    assertEquals(all.size, 0)

  test("a number is used once, whatever was reserved"):
    val all = table
    assertEquals(all.reserve(), 1L)
    assertEquals(all.make(Entry(new Object)), 2L)
    assert(all.enter(1, Entry(new Object)))
    assertEquals(all.size, 2)

  test("a closed table takes nothing"):
    val all = table
    val one = Entry(new Object)
    val _ = all.make(one)
    assertEquals(all.close(), List(one))
    assertEquals((all.reserve(), all.make(one), all.enter(-1, one), all.size), (0L, 0L, false, 0))

  test("an entry that takes the number of another one is the only one of that number"):
    val all = table
    val (one, other) = (Entry(new Object), Entry(new Object))
    val _ = (all.enter(-1, one), all.enter(-1, other))
    assertEquals(all.forget(List(one.key)), Nil)
    assertEquals(all.forget(List(other.key)), List(-1L))
end NumberedTableSuite
