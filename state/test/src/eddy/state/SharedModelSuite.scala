package eddy.state

import scala.collection.mutable

import org.scalacheck.{Gen, Prop}

/** Every shared type does what the plain collection does. */
class SharedModelSuite extends munit.ScalaCheckSuite, eddy.testing.PatientSuite:
  private val small = Gen.choose(0, 9)
  private def steps[A](gen: Gen[A]): Gen[List[A]] = Gen.listOf(gen)

  test("a shared collection is mapped, filtered and copied like a plain one"):
    val stock = SharedMap("a" -> 1, "b" -> 2)
    assertEquals(stock.map((name, count) => s"$name$count").toSet, Set("a1", "b2"))
    assertEquals(stock.map((name, count) => count -> name).toMap, Map(1 -> "a", 2 -> "b"))
    assertEquals(stock.filter((_, count) => count > 1), Map("b" -> 2))
    assertEquals(stock.toMap, Map("a" -> 1, "b" -> 2))
    assertEquals(stock.toSeq.sorted, Seq("a" -> 1, "b" -> 2))
    val sorted = SharedSortedMap(2 -> "b", 1 -> "a", 3 -> "c")
    assertEquals(sorted.map((key, value) => s"$key$value").toSeq, Seq("1a", "2b", "3c"))
    assertEquals(sorted.filter((key, _) => key > 1).toSeq, Seq(2 -> "b", 3 -> "c"))
    assertEquals(sorted.toSeq, Seq(1 -> "a", 2 -> "b", 3 -> "c"))
    assertEquals(sorted.toMap, Map(1 -> "a", 2 -> "b", 3 -> "c"))
    val set = SharedSet(1, 2, 3)
    assertEquals((set.map(_ % 2), set.filter(_ > 1), set.toSet), (Set(0, 1), Set(2, 3), Set(1, 2, 3)))
    val buffer = SharedBuffer(3, 1, 2)
    assertEquals(
      (buffer.map(_ + 1), buffer.filter(_ > 1), buffer.toSeq),
      (Seq(4, 2, 3), Seq(3, 2), Seq(3, 1, 2))
    )
    val queue = SharedQueue(3, 1, 2)
    assertEquals(
      (queue.map(_ + 1), queue.filter(_ > 1), queue.toSeq),
      (Seq(4, 2, 3), Seq(3, 2), Seq(3, 1, 2))
    )
    val cache = SharedCache[String, Int](10)
    cache("a") = 1
    assertEquals(cache.toMap, Map("a" -> 1))

  property("a SharedMap is a mutable map"):
    Prop.forAll(steps(Gen.zip(Gen.choose(0, 9), small, small))): all =>
      val (map, model) = (SharedMap[Int, Int](), mutable.Map[Int, Int]())
      for (step, key, value) <- all do
        step match
          case 0 | 1 => assertEquals(map.put(key, value), model.put(key, value))
          case 2 => assertEquals(map.remove(key), model.remove(key))
          case 3 => assertEquals(map.getOrElseUpdate(key, value), model.getOrElseUpdate(key, value))
          case 4 =>
            def f(before: Option[Int]) = before.map(_ + value).filter(_ % 3 != 0)
            assertEquals(map.updateWith(key)(f), model.updateWith(key)(f))
          case 5 =>
            assertEquals(map.putIfAbsent(key, value), model.get(key))
            if !model.contains(key) then model(key) = value
          case 6 =>
            map.filterInPlace((k, v) => k + v > 3)
            model.filterInPlace((k, v) => k + v > 3): Unit
          case 7 =>
            map ++= List(key -> value, 3 -> 4)
            model ++= List(key -> value, 3 -> 4): Unit
          case 8 =>
            map --= List(key, value)
            model --= List(key, value): Unit
          case _ =>
            map.mapValuesInPlace(_ + _)
            model.mapValuesInPlace(_ + _): Unit
        end match
        assertEquals(map.get(key), model.get(key))
        assertEquals(map.contains(value), model.contains(value))
        assertEquals(map.getOrElse(key, -1), model.getOrElse(key, -1))
      end for
      map.snapshot == model.toMap && map.size == model.size && map.isEmpty == model.isEmpty &&
      map.keys.toSet == model.keySet && map.count(_._2 > 3) == model.count(_._2 > 3)

  property("a SharedSet is a mutable set"):
    Prop.forAll(steps(Gen.zip(Gen.choose(0, 5), small))): all =>
      val (set, model) = (SharedSet[Int](), mutable.Set[Int]())
      for (step, value) <- all do
        step match
          case 0 | 1 => assertEquals(set.add(value), model.add(value))
          case 2 => assertEquals(set.remove(value), model.remove(value))
          case 3 =>
            set ++= List(value, 2)
            model ++= List(value, 2): Unit
          case 4 =>
            set --= List(value, 2)
            model --= List(value, 2): Unit
          case _ =>
            set.filterInPlace(_ < value)
            model.filterInPlace(_ < value): Unit
        assertEquals(set(value), model(value))
      set.snapshot == model.toSet && set.size == model.size && set.exists(_ > 4) == model.exists(_ > 4)

  property("a SharedBuffer is a mutable buffer"):
    Prop.forAll(steps(Gen.zip(Gen.choose(0, 8), small, small))): all =>
      val (buffer, model) = (SharedBuffer[Int](), mutable.ArrayBuffer[Int]())
      for (step, n, value) <- all do
        val index = if model.isEmpty then 0 else n % model.size
        step match
          case 0 | 1 | 2 =>
            buffer += value
            model += value: Unit
          case 3 =>
            buffer.prepend(value)
            model.prepend(value): Unit
          case 4 =>
            buffer.insert(index, value)
            model.insert(index, value)
          case 5 => if model.nonEmpty then assertEquals(buffer.remove(index), model.remove(index))
          case 6 =>
            if model.nonEmpty then
              buffer(index) = value
              model(index) = value
          case 7 =>
            buffer -= value
            model -= value: Unit
          case _ =>
            buffer.takeRightInPlace(n)
            model.takeRightInPlace(n): Unit
        end match
        assertEquals(buffer.indexOf(value), model.indexOf(value))
      end for
      buffer.snapshot == model.toVector && buffer.headOption == model.headOption && buffer.size == model.size

  property("a SharedQueue is a mutable queue"):
    Prop.forAll(steps(Gen.zip(Gen.choose(0, 5), small))): all =>
      val (queue, model) = (SharedQueue[Int](), mutable.Queue[Int]())
      for (step, value) <- all do
        step match
          case 0 | 1 | 2 =>
            queue += value
            model += value: Unit
          case 3 =>
            val first = Option.when(model.nonEmpty)(model.dequeue())
            assertEquals(queue.dequeueOption(), first)
          case 4 =>
            queue.filterInPlace(_ < value)
            model.filterInPlace(_ < value): Unit
          case _ =>
            queue ++= List(value, 1)
            model ++= List(value, 1): Unit
        assertEquals(queue.headOption, model.headOption)
      queue.size == model.size && queue.removeAll().toList == model.toList && queue.isEmpty

  property("a SharedSortedMap is a mutable sorted map"):
    Prop.forAll(steps(Gen.zip(Gen.choose(0, 3), small, small))): all =>
      val (map, model) = (SharedSortedMap[Int, Int](), mutable.TreeMap[Int, Int]())
      for (step, key, value) <- all do
        step match
          case 0 | 1 => assertEquals(map.put(key, value), model.put(key, value))
          case 2 => assertEquals(map.remove(key), model.remove(key))
          case _ => assertEquals(map.updateWith(key)(_.map(_ + 1)), model.updateWith(key)(_.map(_ + 1)))
        assertEquals(map.minAfter(key), model.minAfter(key))
        assertEquals(map.maxBefore(key), model.maxBefore(key))
        assertEquals(map.range(key, value).toList, model.range(key, value).toList)
      map.snapshot.toList == model.toList && map.headOption == model.headOption && map.lastOption == model.lastOption

  property("a SharedCounter counts"):
    Prop.forAll(steps(Gen.choose(-100L, 100L)), small): (all, initial) =>
      val counter = SharedCounter(initial)
      all.foreach(n => if n % 2 == 0 then counter += n else counter -= n)
      val sum = initial + all.map(n => if n % 2 == 0 then n else -n).sum
      counter.value == sum && counter.reset() == sum && counter.value == 0

  property("a SharedRef is a variable"):
    Prop.forAll(steps(Gen.zip(Gen.choose(0, 3), small))): all =>
      val ref = SharedRef(0)
      var model = 0
      for (step, value) <- all do
        step match
          case 0 => ref.set(value)
          case 1 => assertEquals(ref.update(_ + value), model + value)
          case 2 => assertEquals(ref.getAndUpdate(_ * value), model)
          case _ => assertEquals(ref.compareAndSet(value, value + 1), model == value)
        model = step match
          case 0 => value
          case 1 => model + value
          case 2 => model * value
          case _ => if model == value then value + 1 else model
        assertEquals(ref.get, model)
      true

  test("an index that is not there is refused"):
    val buffer = SharedBuffer(1, 2)
    assert(intercept[IndexOutOfBoundsException](buffer.insert(
      3,
      0
    )).getMessage.nn.contains("must be from 0 to 2"))
    val _ = intercept[IndexOutOfBoundsException](buffer(2))
    assertEquals(buffer.snapshot, Vector(1, 2))

  test("an empty queue says so"):
    val queue = SharedQueue[Int]().named("jobs")
    assert(intercept[NoSuchElementException](queue.dequeue()).getMessage.nn.contains("\"jobs\" is empty"))

  test("what an update does to other entries of the map is kept"):
    val map = SharedMap("a" -> 1)
    val after = map.updateWith("a"): before =>
      map.put("b", 5): Unit
      before.map(_ + 1)
    assertEquals(after, Some(2))
    assertEquals(map.snapshot, Map("a" -> 2, "b" -> 5))

  test("a snapshot does not change any more"):
    val map = SharedMap("a" -> 1)
    val before = map.snapshot
    map.update("a", 2)
    assertEquals(before, Map("a" -> 1))
end SharedModelSuite
