package subjects

import eddy.state.{SharedBuffer, SharedMap, SharedQueue, SharedRef, SharedSet, SharedSortedMap}

import scala.collection.mutable

import subjects.Expected.*

/** The usual ways to look at what a shared collection holds: they read that, and no other collection. */
object SnapshotCases:
  private val m = SharedMap("a" -> 1, "b" -> 2)
  private val b = SharedBuffer("a", "b", "c")
  private val s = SharedSet("a", "b")
  private val q = SharedQueue("a", "b")
  private val t = SharedSortedMap("a" -> 1, "b" -> 2)
  private val r = SharedRef(List(3, 1, 2))

  private inline def ofMap(name: String)(inline look: Any): Case =
    Case(
      s"a map's $name",
      a =>
        a.on(_ => println(look)); exactly(reads(m))
    )
  private inline def ofBuffer(name: String)(inline look: Any): Case =
    Case(
      s"a buffer's $name",
      a =>
        a.on(_ => println(look)); exactly(reads(b))
    )
  private inline def ofSet(name: String)(inline look: Any): Case =
    Case(
      s"a set's $name",
      a =>
        a.on(_ => println(look)); exactly(reads(s))
    )
  private inline def ofQueue(name: String)(inline look: Any): Case =
    Case(
      s"a queue's $name",
      a =>
        a.on(_ => println(look)); exactly(reads(q))
    )
  private inline def ofSorted(name: String)(inline look: Any): Case =
    Case(
      s"a sorted map's $name",
      a =>
        a.on(_ => println(look)); exactly(reads(t))
    )
  private inline def ofRef(name: String)(inline look: Any): Case =
    Case(
      s"a list's $name in a shared variable",
      a =>
        a.on(_ => println(look)); exactly(reads(r))
    )

  val all: List[Case] = List(
    ofMap("sum")(m.snapshot.values.sum),
    ofMap("sum of values")(m.values.sum),
    ofMap("sorted keys")(m.snapshot.keys.toList.sorted),
    ofMap("sorted keys, one after another")(m.keys.toSeq.sorted.mkString(",")),
    ofMap("key set")(m.snapshot.keySet.size),
    ofMap("best")(m.snapshot.toSeq.sortBy(-_._2).take(3)),
    ofMap("best as a text")(m.snapshot.toSeq.sortBy(-_._2).take(3).map((k, v) => s"$k $v").mkString("\n")),
    ofMap("greatest")(m.snapshot.maxBy(_._2)),
    ofMap("greatest value, if any")(m.snapshot.values.maxOption),
    ofMap("count after filtering")(m.snapshot.filter((_, v) => v > 1).size),
    ofMap("filtered keys")(m.snapshot.filter(_._2 > 1).keys.toList),
    ofMap("values, filtered")(m.snapshot.values.filter(_ > 1).size),
    ofMap("values, doubled")(m.snapshot.values.map(_ * 2).sum),
    ofMap("values, doubled by a view")(m.snapshot.view.mapValues(_ * 2).toMap),
    ofMap("keys in a view")(m.snapshot.view.filterKeys(_.nonEmpty).toMap.size),
    ofMap("view of values")(m.snapshot.values.view.map(_ + 1).sum),
    ofMap("halves")(m.snapshot.partition(_._2 > 1)._1.size),
    ofMap("values in halves") { val (x, y) = m.snapshot.values.partition(_ > 1); x.size - y.sum },
    ofMap("fold")(m.snapshot.foldLeft(0)((n, e) => n + e._2)),
    ofMap("fold of values")(m.snapshot.values.foldLeft(0)(_ + _)),
    ofMap("reduction")(m.snapshot.values.reduceOption(_ max _)),
    ofMap("keys with a for")(for (k, v) <- m.snapshot if v > 1 yield k),
    ofMap("values with an index")(m.snapshot.values.zipWithIndex.map((v, i) => v * i).sum),
    ofMap("groups")(m.snapshot.groupBy(_._2).map((k, all) => k -> all.size)),
    ofMap("groups, reduced")(m.snapshot.groupMapReduce(_._2)(_ => 1)(_ + _)),
    ofMap("groups of keys")(m.snapshot.groupMap(_._2)(_._1).view.mapValues(_.size).toMap),
    ofMap("array of values")(m.snapshot.values.toArray.length),
    ofMap("sorted array of keys") {
      val all = m.snapshot.keys.toArray; java.util.Arrays.sort(all.asInstanceOf[Array[AnyRef]]); all(0)
    },
    ofMap("values, collected")(m.snapshot.collect { case (k, v) if v > 1 => k }.toList),
    ofMap("iterator")(m.iterator.map(_._2).sum),
    ofMap("iterator of values")(m.snapshot.valuesIterator.filter(_ > 1).toList),
    ofMap("text")(m.snapshot.map((k, v) => s"$k=$v").mkString("&")),
    ofMap("next content")((m.snapshot + ("c" -> 3)).size),
    ofMap("content beside another")((m.snapshot ++ Map("c" -> 3)).values.sum),
    ofBuffer("last five, newest first")(b.snapshot.takeRight(5).reverse),
    ofBuffer("last five, joined")(b.snapshot.takeRight(5).reverse.map(_.toUpperCase).mkString(",")),
    ofBuffer("page")(b.snapshot.slice(2, 4).toList),
    ofBuffer("drop and take")(b.snapshot.drop(1).take(1).headOption),
    ofBuffer("numbered lines")(b.snapshot.zipWithIndex.map((x, i) => s"$i $x")),
    ofBuffer("groups of two")(b.snapshot.grouped(2).map(_.size).toList),
    ofBuffer("windows")(b.snapshot.sliding(2).map(_.mkString).toList),
    ofBuffer("distinct ones")(b.snapshot.distinct.size),
    ofBuffer("groups")(b.snapshot.groupBy(_.length).view.mapValues(_.size).toMap),
    ofBuffer("halves") { val (x, y) = b.snapshot.partition(_.isEmpty); x.size + y.size },
    ofBuffer("beginning and rest") { val (x, y) = b.snapshot.span(_.isEmpty); (x ++ y).size },
    ofBuffer("array")(b.snapshot.toArray.mkString),
    ofBuffer("words")(b.snapshot.flatMap(_.split(" ").toList).size),
    ofBuffer("reversed view")(b.snapshot.view.reverse.take(2).toList),
    ofBuffer("map by length")(b.snapshot.map(x => x.length -> x).toMap.get(1)),
    ofSet("sorted elements")(s.snapshot.toList.sorted),
    ofSet("filtered elements")(s.snapshot.filter(_.nonEmpty).size),
    ofSet("common elements")((s.snapshot & Set("a")).size),
    ofQueue("first ones")(q.snapshot.take(2).toList),
    ofSorted("last ones")(t.snapshot.takeRight(2).keys.toList),
    ofSorted("values in a range")(t.range("a", "b").values.sum),
    ofRef("sum of the greatest")(r.get.sorted.takeRight(2).sum)
  )
end SnapshotCases
