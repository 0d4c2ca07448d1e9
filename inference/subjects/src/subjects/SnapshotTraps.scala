package subjects

import eddy.state.{AccessKind, SharedBuffer, SharedMap}

import scala.collection.immutable
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** Handlers that come upon something that changes by way of what cannot.
  *
  * @param found
  *   what the inference has to find, alone or as any of its kind
  */
final case class Trap(name: String, callback: Request => Unit, found: AnyRef, how: AccessKind)

/** Ways to a buffer, an array or an object of the application's through collections that the library makes.
  */
object SnapshotTraps:
  private val buf = mutable.ArrayBuffer(1, 2)
  private val other = mutable.ArrayBuffer(3)
  private val bufs = SharedMap("a" -> buf)
  private val list = SharedBuffer(buf)
  private val kept = Vector(buf)
  private val keptMap = Map("a" -> buf)
  private val text = List("a", "b")
  private val array = Array(1, 2)
  private val arrays = SharedMap("a" -> array)
  private val tree = mutable.TreeMap(1 -> 1, 2 -> 2)
  private val trees = SharedMap("a" -> tree)
  private val plain = mutable.Map(1 -> 1)
  private val plains = SharedMap("a" -> plain)
  private val java = _root_.java.util.ArrayList[Int](_root_.java.util.List.of(1))
  private val javas = SharedMap("a" -> java)
  private val till = Till()
  private val tills = SharedMap("a" -> till)
  private val ordering = Ordering.by[Int, Int](n => n + till.add(1))

  private def reads(of: AnyRef)(callbacks: (String, Request => Unit)*) =
    callbacks.map((n, c) => Trap(n, c, of, AccessKind.Reads))
  private def writes(of: AnyRef)(callbacks: (String, Request => Unit)*) =
    callbacks.map((n, c) => Trap(n, c, of, AccessKind.Writes))

  private val elements = reads(buf)(
    """read bufs.snapshot.values.head""" -> (_ => println((bufs.snapshot.values.head).sum)),
    """read bufs.snapshot.values.last""" -> (_ => println((bufs.snapshot.values.last).sum)),
    """read bufs.snapshot.values.headOption.get""" -> (_ =>
      println((bufs.snapshot.values.headOption.get).sum)
    ),
    """read bufs.snapshot.values.find(_ => true).get""" -> (_ =>
      println((bufs.snapshot.values.find(_ => true).get).sum)
    ),
    """read bufs.snapshot.values.toList.head""" -> (_ => println((bufs.snapshot.values.toList.head).sum)),
    """read bufs.snapshot.values.toSeq(0)""" -> (_ => println((bufs.snapshot.values.toSeq(0)).sum)),
    """read bufs.snapshot.values.iterator.next()""" -> (_ =>
      println((bufs.snapshot.values.iterator.next()).sum)
    ),
    """read bufs.values.head""" -> (_ => println((bufs.values.head).sum)),
    """read bufs.values.toList.last""" -> (_ => println((bufs.values.toList.last).sum)),
    """read bufs.iterator.next()._2""" -> (_ => println((bufs.iterator.next()._2).sum)),
    """read bufs.snapshot.head._2""" -> (_ => println((bufs.snapshot.head._2).sum)),
    """read bufs.snapshot.valuesIterator.next()""" -> (_ =>
      println((bufs.snapshot.valuesIterator.next()).sum)
    ),
    """read bufs.snapshot("a")""" -> (_ => println((bufs.snapshot("a")).sum)),
    """read bufs.snapshot.getOrElse("a", other)""" -> (_ =>
      println((bufs.snapshot.getOrElse("a", other)).sum)
    ),
    """read bufs.snapshot.get("a").get""" -> (_ => println((bufs.snapshot.get("a").get).sum)),
    """read bufs.snapshot.lift("a").get""" -> (_ => println((bufs.snapshot.lift("a").get).sum)),
    """read bufs.snapshot.applyOrElse("a", _ => other)""" -> (_ =>
      println((bufs.snapshot.applyOrElse("a", _ => other)).sum)
    ),
    """read bufs.snapshot.toSeq.head._2""" -> (_ => println((bufs.snapshot.toSeq.head._2).sum)),
    """read bufs.snapshot.toList.unzip._2.head""" -> (_ => println((bufs.snapshot.toList.unzip._2.head).sum)),
    """read bufs.snapshot.values.maxBy(_ => 1)""" -> (_ => println((bufs.snapshot.values.maxBy(_ => 1)).sum)),
    """read bufs.snapshot.values.reduce((x, _) => x)""" -> (_ =>
      println((bufs.snapshot.values.reduce((x, _) => x)).sum)
    ),
    """read bufs.snapshot.values.fold(other)((_, y) => y)""" -> (_ =>
      println((bufs.snapshot.values.fold(other)((_, y) => y)).sum)
    ),
    """read bufs.snapshot.values.foldLeft(other)((_, y) => y)""" -> (_ =>
      println((bufs.snapshot.values.foldLeft(other)((_, y) => y)).sum)
    ),
    """read bufs.snapshot.values.foldRight(other)((y, _) => y)""" -> (_ =>
      println((bufs.snapshot.values.foldRight(other)((y, _) => y)).sum)
    ),
    """read bufs.snapshot.values.groupBy(_ => 1).values.head.head""" -> (_ =>
      println((bufs.snapshot.values.groupBy(_ => 1).values.head.head).sum)
    ),
    """read bufs.snapshot.values.toSeq.groupBy(_ => 1)(1).head""" -> (_ =>
      println((bufs.snapshot.values.toSeq.groupBy(_ => 1)(1).head).sum)
    ),
    """read bufs.snapshot.values.groupMap(_ => 1)(x => x)(1).head""" -> (_ =>
      println((bufs.snapshot.values.groupMap(_ => 1)(x => x)(1).head).sum)
    ),
    """read bufs.snapshot.values.groupMapReduce(_ => 1)(x => x)((x, _) => x)(1)""" -> (_ =>
      println((bufs.snapshot.values.groupMapReduce(_ => 1)(x => x)((x, _) => x)(1)).sum)
    ),
    """read bufs.snapshot.values.partition(_ => true)._1.head""" -> (_ =>
      println((bufs.snapshot.values.partition(_ => true)._1.head).sum)
    ),
    """read { val (x, y) = bufs.snapshot.values.partition(_ => true); (x ++ y).head }""" -> (_ =>
      println(({ val (x, y) = bufs.snapshot.values.partition(_ => true); (x ++ y).head }).sum)
    ),
    """read bufs.snapshot.values.span(_ => true)._1.head""" -> (_ =>
      println((bufs.snapshot.values.span(_ => true)._1.head).sum)
    ),
    """read bufs.snapshot.values.toVector.splitAt(1)._1.head""" -> (_ =>
      println((bufs.snapshot.values.toVector.splitAt(1)._1.head).sum)
    ),
    """read bufs.snapshot.values.partitionMap(x => if x eq other then Left(x) else Right(x))._2.head""" -> (
      _ =>
        println((bufs.snapshot.values.partitionMap(x =>
          if x eq other then Left(x) else Right(x)
        )._2.head).sum)
    ),
    """read bufs.snapshot.values.zip(text).head._1""" -> (_ =>
      println((bufs.snapshot.values.zip(text).head._1).sum)
    ),
    """read text.zip(bufs.snapshot.values).head._2""" -> (_ =>
      println((text.zip(bufs.snapshot.values).head._2).sum)
    ),
    """read bufs.snapshot.values.zipWithIndex.head._1""" -> (_ =>
      println((bufs.snapshot.values.zipWithIndex.head._1).sum)
    ),
    """read bufs.snapshot.values.zipAll(text, other, "z").head._1""" -> (_ =>
      println((bufs.snapshot.values.zipAll(text, other, "z").head._1).sum)
    ),
    """read text.lazyZip(bufs.snapshot.values).map((_, y) => y).head""" -> (_ =>
      println((text.lazyZip(bufs.snapshot.values).map((_, y) => y).head).sum)
    ),
    """read bufs.snapshot.values.sliding(1).next().head""" -> (_ =>
      println((bufs.snapshot.values.sliding(1).next().head).sum)
    ),
    """read bufs.snapshot.values.grouped(1).next().head""" -> (_ =>
      println((bufs.snapshot.values.grouped(1).next().head).sum)
    ),
    """read bufs.snapshot.values.toList.tails.next().head""" -> (_ =>
      println((bufs.snapshot.values.toList.tails.next().head).sum)
    ),
    """read bufs.snapshot.values.toList.inits.next().head""" -> (_ =>
      println((bufs.snapshot.values.toList.inits.next().head).sum)
    ),
    """read bufs.snapshot.values.toList.combinations(1).next().head""" -> (_ =>
      println((bufs.snapshot.values.toList.combinations(1).next().head).sum)
    ),
    """read bufs.snapshot.values.toList.permutations.next().head""" -> (_ =>
      println((bufs.snapshot.values.toList.permutations.next().head).sum)
    ),
    """read bufs.snapshot.values.map(x => x).head""" -> (_ =>
      println((bufs.snapshot.values.map(x => x).head).sum)
    ),
    """read bufs.snapshot.values.flatMap(x => List(x)).head""" -> (_ =>
      println((bufs.snapshot.values.flatMap(x => List(x)).head).sum)
    ),
    """read bufs.snapshot.values.view.map(x => x).head""" -> (_ =>
      println((bufs.snapshot.values.view.map(x => x).head).sum)
    ),
    """read bufs.snapshot.values.view.filter(_ => true).toList.head""" -> (_ =>
      println((bufs.snapshot.values.view.filter(_ => true).toList.head).sum)
    ),
    """read bufs.snapshot.view.mapValues(x => x).values.head""" -> (_ =>
      println((bufs.snapshot.view.mapValues(x => x).values.head).sum)
    ),
    """read bufs.snapshot.view.mapValues(x => x).toMap.apply("a")""" -> (_ =>
      println((bufs.snapshot.view.mapValues(x => x).toMap.apply("a")).sum)
    ),
    """read bufs.snapshot.view.filterKeys(_ => true).head._2""" -> (_ =>
      println((bufs.snapshot.view.filterKeys(_ => true).head._2).sum)
    ),
    """read bufs.snapshot.values.collect { case x if x ne other => x }.head""" -> (_ =>
      println((bufs.snapshot.values.collect { case x if x ne other => x }.head).sum)
    ),
    """read bufs.snapshot.values.collectFirst { case x if x ne other => x }.get""" -> (_ =>
      println((bufs.snapshot.values.collectFirst { case x if x ne other => x }.get).sum)
    ),
    """read bufs.snapshot.values.toArray.apply(0)""" -> (_ =>
      println((bufs.snapshot.values.toArray.apply(0)).sum)
    ),
    """read bufs.snapshot.values.toArray.head""" -> (_ => println((bufs.snapshot.values.toArray.head).sum)),
    """read bufs.snapshot.values.toArray.toList.head""" -> (_ =>
      println((bufs.snapshot.values.toArray.toList.head).sum)
    ),
    """read bufs.snapshot.values.toBuffer.head""" -> (_ => println((bufs.snapshot.values.toBuffer.head).sum)),
    """read bufs.snapshot.values.to(List).head""" -> (_ => println((bufs.snapshot.values.to(List).head).sum)),
    """read bufs.snapshot.values.to(mutable.ArrayBuffer).head""" -> (_ =>
      println((bufs.snapshot.values.to(mutable.ArrayBuffer).head).sum)
    ),
    """read bufs.snapshot.values.to(LazyList).head""" -> (_ =>
      println((bufs.snapshot.values.to(LazyList).head).sum)
    ),
    """read bufs.snapshot.values.toVector.reverse.head""" -> (_ =>
      println((bufs.snapshot.values.toVector.reverse.head).sum)
    ),
    """read bufs.snapshot.values.toIndexedSeq.apply(0)""" -> (_ =>
      println((bufs.snapshot.values.toIndexedSeq.apply(0)).sum)
    ),
    """read bufs.snapshot.values.toSet.head""" -> (_ => println((bufs.snapshot.values.toSet.head).sum)),
    """read bufs.snapshot.values.scanLeft(other)((_, y) => y).last""" -> (_ =>
      println((bufs.snapshot.values.scanLeft(other)((_, y) => y).last).sum)
    ),
    """read bufs.snapshot.values.toList.sortBy(_ => 1).head""" -> (_ =>
      println((bufs.snapshot.values.toList.sortBy(_ => 1).head).sum)
    ),
    """read bufs.snapshot.values.toList.sortWith((_, _) => true).head""" -> (_ =>
      println((bufs.snapshot.values.toList.sortWith((_, _) => true).head).sum)
    ),
    """read bufs.snapshot.values.toList.distinct.head""" -> (_ =>
      println((bufs.snapshot.values.toList.distinct.head).sum)
    ),
    """read bufs.snapshot.values.toList.distinctBy(_ => 1).head""" -> (_ =>
      println((bufs.snapshot.values.toList.distinctBy(_ => 1).head).sum)
    ),
    """read (bufs.snapshot.values ++ List(other)).head""" -> (_ =>
      println(((bufs.snapshot.values ++ List(other)).head).sum)
    ),
    """read (bufs.snapshot.values.toList :+ other).head""" -> (_ =>
      println(((bufs.snapshot.values.toList :+ other).head).sum)
    ),
    """read (other +: bufs.snapshot.values.toVector).last""" -> (_ =>
      println(((other +: bufs.snapshot.values.toVector).last).sum)
    ),
    """read bufs.snapshot.values.toVector.patch(0, Nil, 0).head""" -> (_ =>
      println((bufs.snapshot.values.toVector.patch(0, Nil, 0).head).sum)
    ),
    """read bufs.snapshot.values.toVector.updated(0, other).last""" -> (_ =>
      println((bufs.snapshot.values.toVector.updated(0, other).last).sum)
    ),
    """read bufs.snapshot.values.toList.diff(List(other)).head""" -> (_ =>
      println((bufs.snapshot.values.toList.diff(List(other)).head).sum)
    ),
    """read bufs.snapshot.values.toList.padTo(3, other).head""" -> (_ =>
      println((bufs.snapshot.values.toList.padTo(3, other).head).sum)
    ),
    """read bufs.snapshot.values.tapEach(_ => ()).head""" -> (_ =>
      println((bufs.snapshot.values.tapEach(_ => ()).head).sum)
    ),
    """read (for x <- bufs.snapshot.values if x ne other yield x).head""" -> (_ =>
      println(((for x <- bufs.snapshot.values if x ne other yield x).head).sum)
    ),
    """read (for (k, x) <- bufs.snapshot if k == "a" yield x).head""" -> (_ =>
      println(((for (k, x) <- bufs.snapshot if k == "a" yield x).head).sum)
    ),
    """read (for (k, x) <- bufs.snapshot yield k -> x)("a")""" -> (_ =>
      println(((for (k, x) <- bufs.snapshot yield k -> x)("a")).sum)
    ),
    """read LazyList.from(bufs.snapshot.values).head""" -> (_ =>
      println((LazyList.from(bufs.snapshot.values).head).sum)
    ),
    """read LazyList.from(bufs.snapshot.values).map(x => x).tail.head""" -> (_ =>
      println((LazyList.from(bufs.snapshot.values).map(x => x).tail.head).sum)
    ),
    """read bufs.snapshot.values.iterator.buffered.head""" -> (_ =>
      println((bufs.snapshot.values.iterator.buffered.head).sum)
    ),
    """read bufs.snapshot.values.iterator.duplicate._1.next()""" -> (_ =>
      println((bufs.snapshot.values.iterator.duplicate._1.next()).sum)
    ),
    """read bufs.snapshot.values.iterator.span(_ => true)._1.next()""" -> (_ =>
      println((bufs.snapshot.values.iterator.span(_ => true)._1.next()).sum)
    ),
    """read bufs.snapshot.values.iterator.grouped(1).next().head""" -> (_ =>
      println((bufs.snapshot.values.iterator.grouped(1).next().head).sum)
    ),
    """read (Iterator.empty ++ bufs.snapshot.values).next()""" -> (_ =>
      println(((Iterator.empty ++ bufs.snapshot.values).next()).sum)
    ),
    """read bufs.snapshot.values.asJava.iterator.next()""" -> (_ =>
      println((bufs.snapshot.values.asJava.iterator.next()).sum)
    ),
    """read bufs.snapshot.values.toList.asJava.get(0)""" -> (_ =>
      println((bufs.snapshot.values.toList.asJava.get(0)).sum)
    ),
    """read bufs.snapshot.asJava.get("a")""" -> (_ => println((bufs.snapshot.asJava.get("a")).sum)),
    """read bufs.snapshot.values.toList match { case x :: _ => x; case Nil => other }""" -> (_ =>
      println((bufs.snapshot.values.toList match
        case x :: _ => x;
        case Nil => other
      ).sum)
    ),
    """read { var p = (other, other); for x <- bufs.snapshot.values do p = (x, p._1); p._1 }""" -> (_ =>
      println(({ var p = (other, other); for x <- bufs.snapshot.values do p = (x, p._1); p._1 }).sum)
    ),
    """read { var p = (other, other); for x <- bufs.snapshot.values do p = (x, p._1); p.swap._2 }""" -> (_ =>
      println(({ var p = (other, other); for x <- bufs.snapshot.values do p = (x, p._1); p.swap._2 }).sum)
    ),
    """read bufs.snapshot.values.toList.zip(bufs.snapshot.values).unzip._1.head""" -> (_ =>
      println((bufs.snapshot.values.toList.zip(bufs.snapshot.values).unzip._1.head).sum)
    ),
    """read bufs.snapshot.values.map(x => (x, 1)).toMap.head._1""" -> (_ =>
      println((bufs.snapshot.values.map(x => (x, 1)).toMap.head._1).sum)
    ),
    """read bufs.snapshot.values.map(x => 1 -> x).toMap.apply(1)""" -> (_ =>
      println((bufs.snapshot.values.map(x => 1 -> x).toMap.apply(1)).sum)
    ),
    """read bufs.snapshot.values.map(x => 1 -> (2 -> x)).head._2._2""" -> (_ =>
      println((bufs.snapshot.values.map(x => 1 -> (2 -> x)).head._2._2).sum)
    ),
    """read bufs.snapshot.values.map(x => Option(x)).head.get""" -> (_ =>
      println((bufs.snapshot.values.map(x => Option(x)).head.get).sum)
    ),
    """read bufs.snapshot.values.map(x => List(List(x))).head.head.head""" -> (_ =>
      println((bufs.snapshot.values.map(x => List(List(x))).head.head.head).sum)
    ),
    """read bufs.snapshot.values.map(x => Array(x)).head.apply(0)""" -> (_ =>
      println((bufs.snapshot.values.map(x => Array(x)).head.apply(0)).sum)
    ),
    """read bufs.snapshot.values.map(x => (() => x)).head()""" -> (_ =>
      println((bufs.snapshot.values.map(x => (() => x)).head()).sum)
    ),
    """read list.snapshot.takeRight(5).reverse.head""" -> (_ =>
      println((list.snapshot.takeRight(5).reverse.head).sum)
    ),
    """read list.snapshot.view.reverse.head""" -> (_ => println((list.snapshot.view.reverse.head).sum)),
    """read list.snapshot.slice(0, 1).head""" -> (_ => println((list.snapshot.slice(0, 1).head).sum)),
    """read list.snapshot.indices.map(list.snapshot).head""" -> (_ =>
      println((list.snapshot.indices.map(list.snapshot).head).sum)
    ),
    """read list.snapshot.grouped(1).toList.head.head""" -> (_ =>
      println((list.snapshot.grouped(1).toList.head.head).sum)
    ),
    """read list.snapshot.init.lastOption.getOrElse(list.snapshot.last)""" -> (_ =>
      println((list.snapshot.init.lastOption.getOrElse(list.snapshot.last)).sum)
    ),
    """read list.snapshot.andThen(x => x)(0)""" -> (_ => println((list.snapshot.andThen(x => x)(0)).sum)),
    """read list.snapshot.partition(_ => true).swap._2.head""" -> (_ =>
      println((list.snapshot.partition(_ => true).swap._2.head).sum)
    ),
    """read list.snapshot.partition(_ => true).toList.head.head""" -> (_ =>
      println((list.snapshot.partition(_ => true).toList.head.head).sum)
    ),
    """read list.snapshot.partition(_ => true).copy(_2 = Vector(other))._1.head""" -> (_ =>
      println((list.snapshot.partition(_ => true).copy(_2 = Vector(other))._1.head).sum)
    ),
    """read list.snapshot.partition(_ => true).productIterator.next().asInstanceOf[Vector[mutable.ArrayBuffer[Int]]].head""" -> (
      _ =>
        println((list.snapshot.partition(_ => true).productIterator.next().asInstanceOf[Vector[
          mutable.ArrayBuffer[Int]
        ]].head).sum)
    ),
    """read Some(list.snapshot.span(_ => true)).get._1.head""" -> (_ =>
      println((Some(list.snapshot.span(_ => true)).get._1.head).sum)
    ),
    """read Map(1 -> list.snapshot.span(_ => true)).apply(1)._1.head""" -> (_ =>
      println((Map(1 -> list.snapshot.span(_ => true)).apply(1)._1.head).sum)
    ),
    """read List(list.snapshot.span(_ => true)).head._1.head""" -> (_ =>
      println((List(list.snapshot.span(_ => true)).head._1.head).sum)
    ),
    """read List(bufs.snapshot.values.partition(_ => true)).map(_._1).head.head""" -> (_ =>
      println((List(bufs.snapshot.values.partition(_ => true)).map(_._1).head.head).sum)
    )
  )

  private val changed = writes(buf)(
    """write bufs.snapshot.values.head""" -> (_ => (bufs.snapshot.values.head) += 1),
    """write bufs.snapshot.values.find(_ => true).get""" -> (_ =>
      (bufs.snapshot.values.find(_ => true).get) += 1
    ),
    """write bufs.snapshot.values.iterator.next()""" -> (_ => (bufs.snapshot.values.iterator.next()) += 1),
    """write bufs.iterator.next()._2""" -> (_ => (bufs.iterator.next()._2) += 1),
    """write bufs.snapshot("a")""" -> (_ => (bufs.snapshot("a")) += 1),
    """write bufs.snapshot.lift("a").get""" -> (_ => (bufs.snapshot.lift("a").get) += 1),
    """write bufs.snapshot.toList.unzip._2.head""" -> (_ => (bufs.snapshot.toList.unzip._2.head) += 1),
    """write bufs.snapshot.values.fold(other)((_, y) => y)""" -> (_ =>
      (bufs.snapshot.values.fold(other)((_, y) => y)) += 1
    ),
    """write bufs.snapshot.values.groupBy(_ => 1).values.head.head""" -> (_ =>
      (bufs.snapshot.values.groupBy(_ => 1).values.head.head) += 1
    ),
    """write bufs.snapshot.values.groupMapReduce(_ => 1)(x => x)((x, _) => x)(1)""" -> (_ =>
      (bufs.snapshot.values.groupMapReduce(_ => 1)(x => x)((x, _) => x)(1)) += 1
    ),
    """write bufs.snapshot.values.span(_ => true)._1.head""" -> (_ =>
      (bufs.snapshot.values.span(_ => true)._1.head) += 1
    ),
    """write bufs.snapshot.values.zip(text).head._1""" -> (_ =>
      (bufs.snapshot.values.zip(text).head._1) += 1
    ),
    """write bufs.snapshot.values.zipAll(text, other, "z").head._1""" -> (_ =>
      (bufs.snapshot.values.zipAll(text, other, "z").head._1) += 1
    ),
    """write bufs.snapshot.values.grouped(1).next().head""" -> (_ =>
      (bufs.snapshot.values.grouped(1).next().head) += 1
    ),
    """write bufs.snapshot.values.toList.combinations(1).next().head""" -> (_ =>
      (bufs.snapshot.values.toList.combinations(1).next().head) += 1
    ),
    """write bufs.snapshot.values.flatMap(x => List(x)).head""" -> (_ =>
      (bufs.snapshot.values.flatMap(x => List(x)).head) += 1
    ),
    """write bufs.snapshot.view.mapValues(x => x).values.head""" -> (_ =>
      (bufs.snapshot.view.mapValues(x => x).values.head) += 1
    ),
    """write bufs.snapshot.values.collect { case x if x ne other => x }.head""" -> (_ =>
      (bufs.snapshot.values.collect { case x if x ne other => x }.head) += 1
    ),
    """write bufs.snapshot.values.toArray.head""" -> (_ => (bufs.snapshot.values.toArray.head) += 1),
    """write bufs.snapshot.values.to(List).head""" -> (_ => (bufs.snapshot.values.to(List).head) += 1),
    """write bufs.snapshot.values.toVector.reverse.head""" -> (_ =>
      (bufs.snapshot.values.toVector.reverse.head) += 1
    ),
    """write bufs.snapshot.values.scanLeft(other)((_, y) => y).last""" -> (_ =>
      (bufs.snapshot.values.scanLeft(other)((_, y) => y).last) += 1
    ),
    """write bufs.snapshot.values.toList.distinct.head""" -> (_ =>
      (bufs.snapshot.values.toList.distinct.head) += 1
    ),
    """write (bufs.snapshot.values.toList :+ other).head""" -> (_ =>
      ((bufs.snapshot.values.toList :+ other).head) += 1
    ),
    """write bufs.snapshot.values.toVector.updated(0, other).last""" -> (_ =>
      (bufs.snapshot.values.toVector.updated(0, other).last) += 1
    ),
    """write bufs.snapshot.values.tapEach(_ => ()).head""" -> (_ =>
      (bufs.snapshot.values.tapEach(_ => ()).head) += 1
    ),
    """write (for (k, x) <- bufs.snapshot yield k -> x)("a")""" -> (_ =>
      ((for (k, x) <- bufs.snapshot yield k -> x)("a")) += 1
    ),
    """write bufs.snapshot.values.iterator.buffered.head""" -> (_ =>
      (bufs.snapshot.values.iterator.buffered.head) += 1
    ),
    """write bufs.snapshot.values.iterator.grouped(1).next().head""" -> (_ =>
      (bufs.snapshot.values.iterator.grouped(1).next().head) += 1
    ),
    """write bufs.snapshot.values.toList.asJava.get(0)""" -> (_ =>
      (bufs.snapshot.values.toList.asJava.get(0)) += 1
    ),
    """write { var p = (other, other); for x <- bufs.snapshot.values do p = (x, p._1); p._1 }""" -> (_ =>
      ({ var p = (other, other); for x <- bufs.snapshot.values do p = (x, p._1); p._1 }) += 1
    ),
    """write bufs.snapshot.values.map(x => (x, 1)).toMap.head._1""" -> (_ =>
      (bufs.snapshot.values.map(x => (x, 1)).toMap.head._1) += 1
    ),
    """write bufs.snapshot.values.map(x => Option(x)).head.get""" -> (_ =>
      (bufs.snapshot.values.map(x => Option(x)).head.get) += 1
    ),
    """write bufs.snapshot.values.map(x => (() => x)).head()""" -> (_ =>
      (bufs.snapshot.values.map(x => (() => x)).head()) += 1
    ),
    """write list.snapshot.slice(0, 1).head""" -> (_ => (list.snapshot.slice(0, 1).head) += 1),
    """write list.snapshot.init.lastOption.getOrElse(list.snapshot.last)""" -> (_ =>
      (list.snapshot.init.lastOption.getOrElse(list.snapshot.last)) += 1
    ),
    """write list.snapshot.partition(_ => true).toList.head.head""" -> (_ =>
      (list.snapshot.partition(_ => true).toList.head.head) += 1
    ),
    """write Some(list.snapshot.span(_ => true)).get._1.head""" -> (_ =>
      (Some(list.snapshot.span(_ => true)).get._1.head) += 1
    ),
    """write List(bufs.snapshot.values.partition(_ => true)).map(_._1).head.head""" -> (_ =>
      (List(bufs.snapshot.values.partition(_ => true)).map(_._1).head.head) += 1
    )
  )

  private val inner = reads(buf)(
    """bufs.snapshot.values.flatten.sum""" -> (_ => println(bufs.snapshot.values.flatten.sum)),
    """bufs.values.flatten.size""" -> (_ => println(bufs.values.flatten.size)),
    """bufs.snapshot.values.toList.flatten.size""" -> (_ =>
      println(bufs.snapshot.values.toList.flatten.size)
    ),
    """bufs.snapshot.values.view.flatten.toList""" -> (_ =>
      println(bufs.snapshot.values.view.flatten.toList)
    ),
    """bufs.snapshot.valuesIterator.flatten.size""" -> (_ =>
      println(bufs.snapshot.valuesIterator.flatten.size)
    ),
    """bufs.snapshot.values.toList.transpose""" -> (_ => println(bufs.snapshot.values.toList.transpose)),
    """bufs.snapshot.values.flatMap(x => x).size""" -> (_ =>
      println(bufs.snapshot.values.flatMap(x => x).size)
    ),
    """bufs.snapshot.values.view.flatMap(x => x).sum""" -> (_ =>
      println(bufs.snapshot.values.view.flatMap(x => x).sum)
    ),
    """bufs.snapshot.valuesIterator.flatMap(x => x).sum""" -> (_ =>
      println(bufs.snapshot.valuesIterator.flatMap(x => x).sum)
    ),
    """bufs.snapshot.flatMap((k, x) => x).size""" -> (_ => println(bufs.snapshot.flatMap((k, x) => x).size)),
    """list.snapshot.flatMap(x => x.view).size""" -> (_ => println(list.snapshot.flatMap(x => x.view).size)),
    """list.snapshot.flatMap(_.iterator).size""" -> (_ => println(list.snapshot.flatMap(_.iterator).size)),
    """(for x <- bufs.values; n <- x yield n).size""" -> (_ =>
      println((for x <- bufs.values; n <- x yield n).size)
    ),
    """text.flatMap(_ => buf).size""" -> (_ => println(text.flatMap(_ => buf).size)),
    """text.iterator.flatMap(_ => buf).size""" -> (_ => println(text.iterator.flatMap(_ => buf).size)),
    """text.view.flatMap(_ => buf).size""" -> (_ => println(text.view.flatMap(_ => buf).size)),
    """LazyList.from(text).flatMap(_ => buf).size""" -> (_ =>
      println(LazyList.from(text).flatMap(_ => buf).size)
    ),
    """text.map(_ => buf).flatten.size""" -> (_ => println(text.map(_ => buf).flatten.size)),
    """text.map(_ => buf).head.sum""" -> (_ => println(text.map(_ => buf).head.sum)),
    """List.fill(2)(buf).head.sum""" -> (_ => println(List.fill(2)(buf).head.sum)),
    """List.fill(2)(buf).flatten.size""" -> (_ => println(List.fill(2)(buf).flatten.size)),
    """List.tabulate(2)(_ => buf).head.sum""" -> (_ => println(List.tabulate(2)(_ => buf).head.sum)),
    """List.iterate(buf, 2)(x => x).head.sum""" -> (_ => println(List.iterate(buf, 2)(x => x).head.sum)),
    """List.unfold(0)(n => Option.when(n < 2)((buf, n + 1))).head.sum""" -> (_ =>
      println(List.unfold(0)(n => Option.when(n < 2)((buf, n + 1))).head.sum)
    ),
    """LazyList.continually(buf).head.sum""" -> (_ => println(LazyList.continually(buf).head.sum)),
    """Iterator.continually(buf).next().sum""" -> (_ => println(Iterator.continually(buf).next().sum)),
    """scala.collection.View.fill(2)(buf).head.sum""" -> (_ =>
      println(scala.collection.View.fill(2)(buf).head.sum)
    ),
    """List.concat(buf).size""" -> (_ => println(List.concat(buf).size)),
    """List.from(buf).size""" -> (_ => println(List.from(buf).size)),
    """Vector.from(buf).size""" -> (_ => println(Vector.from(buf).size)),
    """(Nil ++ buf).size""" -> (_ => println((Nil ++ buf).size)),
    """(Vector.empty ++ buf).size""" -> (_ => println((Vector.empty ++ buf).size)),
    """buf.toList.size""" -> (_ => println(buf.toList.size)),
    """buf.toSeq.sortBy(-_).size""" -> (_ => println(buf.toSeq.sortBy(-_).size)),
    """buf.view.map(_ + 1).toList""" -> (_ => println(buf.view.map(_ + 1).toList)),
    """buf.view.reverse.head""" -> (_ => println(buf.view.reverse.head)),
    """buf.partition(_ > 1)._1.size""" -> (_ => println(buf.partition(_ > 1)._1.size)),
    """buf.iterator.toList.size""" -> (_ => println(buf.iterator.toList.size)),
    """(Iterator.empty ++ buf).toList.size""" -> (_ => println((Iterator.empty ++ buf).toList.size)),
    """Map("a" -> buf).values.flatten.size""" -> (_ => println(Map("a" -> buf).values.flatten.size)),
    """Map("a" -> buf).view.mapValues(_.sum).toMap.size""" -> (_ =>
      println(Map("a" -> buf).view.mapValues(_.sum).toMap.size)
    ),
    """Map("a" -> buf).partition(_ => true)._1.head._2.sum""" -> (_ =>
      println(Map("a" -> buf).partition(_ => true)._1.head._2.sum)
    ),
    """List(buf).partition(_ => true)._1.head.sum""" -> (_ =>
      println(List(buf).partition(_ => true)._1.head.sum)
    ),
    """List(buf).span(_ => true)._1.flatten.size""" -> (_ =>
      println(List(buf).span(_ => true)._1.flatten.size)
    ),
    """Seq(buf).transpose.size""" -> (_ => println(Seq(buf).transpose.size)),
    """Option(buf).toList.flatten.size""" -> (_ => println(Option(buf).toList.flatten.size)),
    """Some(buf).toList.head.sum""" -> (_ => println(Some(buf).toList.head.sum)),
    """List(List(buf)).flatten.head.sum""" -> (_ => println(List(List(buf)).flatten.head.sum)),
    """List(List(buf)).flatten.flatten.size""" -> (_ => println(List(List(buf)).flatten.flatten.size)),
    """List(1, 2).zip(buf).size""" -> (_ => println(List(1, 2).zip(buf).size)),
    """List(1, 2).lazyZip(buf).map(_ + _).size""" -> (_ => println(List(1, 2).lazyZip(buf).map(_ + _).size)),
    """List(1, 2).sameElements(buf)""" -> (_ => println(List(1, 2).sameElements(buf))),
    """List(1, 2).concat(buf).size""" -> (_ => println(List(1, 2).concat(buf).size)),
    """immutable.Set(1).union(buf.toSet).size""" -> (_ => println(immutable.Set(1).union(buf.toSet).size)),
    """immutable.Queue(1).enqueueAll(buf).size""" -> (_ => println(immutable.Queue(1).enqueueAll(buf).size)),
    """immutable.BitSet.fromSpecific(buf).size""" -> (_ => println(immutable.BitSet.fromSpecific(buf).size)),
    """buf.asJava.size""" -> (_ => println(buf.asJava.size)),
    """buf.asJava.asScala.sum""" -> (_ => println(buf.asJava.asScala.sum)),
    """buf.toArray.sum""" -> (_ => println(buf.toArray.sum)),
    """List(buf).toArray.head.sum""" -> (_ => println(List(buf).toArray.head.sum)),
    """Array(buf).head.sum""" -> (_ => println(Array(buf).head.sum)),
    """Array(buf).map(x => x).head.sum""" -> (_ => println(Array(buf).map(x => x).head.sum)),
    """Array(buf).toSeq.head.sum""" -> (_ => println(Array(buf).toSeq.head.sum)),
    """Array(buf).toSeq.flatten.size""" -> (_ => println(Array(buf).toSeq.flatten.size)),
    """Array(buf).partition(_ => true)._1.head.sum""" -> (_ =>
      println(Array(buf).partition(_ => true)._1.head.sum)
    ),
    """List(1).foldLeft(buf)((b, _) => b).sum""" -> (_ => println(List(1).foldLeft(buf)((b, _) => b).sum)),
    """List(1).scanLeft(buf)((b, _) => b).last.sum""" -> (_ =>
      println(List(1).scanLeft(buf)((b, _) => b).last.sum)
    ),
    """{ val p = if text.isEmpty then (buf, other) else (other, buf); p._1.sum + p._2.sum }""" -> (_ =>
      println({ val p = if text.isEmpty then (buf, other) else (other, buf); p._1.sum + p._2.sum })
    ),
    """{ val p = Tuple2(buf, 1); p._1.sum }""" -> (_ => println({ val p = Tuple2(buf, 1); p._1.sum })),
    """(buf -> 1)._1.sum""" -> (_ => println((buf -> 1)._1.sum)),
    """(buf -> 1).swap._2.sum""" -> (_ => println((buf -> 1).swap._2.sum)),
    """{ val it = (buf, 1).productIterator; it.next().asInstanceOf[mutable.ArrayBuffer[Int]].sum }""" -> (_ =>
      println({ val it = (buf, 1).productIterator; it.next().asInstanceOf[mutable.ArrayBuffer[Int]].sum })
    ),
    """text.map(t => (t, buf)).head._2.sum""" -> (_ => println(text.map(t => (t, buf)).head._2.sum)),
    """text.map(t => (t, buf)).unzip._2.head.sum""" -> (_ =>
      println(text.map(t => (t, buf)).unzip._2.head.sum)
    ),
    """text.map(t => t -> buf).toMap.values.head.sum""" -> (_ =>
      println(text.map(t => t -> buf).toMap.values.head.sum)
    ),
    """text.zip(List(buf)).head._2.sum""" -> (_ => println(text.zip(List(buf)).head._2.sum)),
    """text.lazyZip(List(buf)).map((t, x) => (x, t)).head._1.sum""" -> (_ =>
      println(text.lazyZip(List(buf)).map((t, x) => (x, t)).head._1.sum)
    ),
    """text.map(t => (t, (buf, t))).map(_._2).map(_._1).head.sum""" -> (_ =>
      println(text.map(t => (t, (buf, t))).map(_._2).map(_._1).head.sum)
    )
  )

  private val intoArrays = writes(array)(
    """arrays.snapshot.values.head.update(0, 1)""" -> (_ =>
      println({ arrays.snapshot.values.head.update(0, 1) })
    ),
    """arrays.values.toList.head(0) = 1""" -> (_ => println({ arrays.values.toList.head(0) = 1 })),
    """arrays.snapshot.values.toArray.head.update(0, 1)""" -> (_ =>
      println({ arrays.snapshot.values.toArray.head.update(0, 1) })
    ),
    """mutable.ArraySeq.make(arrays.snapshot("a"))(0) = 1""" -> (_ =>
      println({ mutable.ArraySeq.make(arrays.snapshot("a"))(0) = 1 })
    ),
    """(arrays.snapshot("a"): mutable.Seq[Int])(0) = 1""" -> (_ =>
      println({ (arrays.snapshot("a"): mutable.Seq[Int])(0) = 1 })
    ),
    """arrays.snapshot.values.map(x => (x: mutable.IndexedSeq[Int])).head.update(0, 1)""" -> (_ =>
      println({ arrays.snapshot.values.map(x => (x: mutable.IndexedSeq[Int])).head.update(0, 1) })
    ),
    """arrays.snapshot.values.map(x => mutable.ArraySeq.make(x)).partition(_ => true)._1.head.update(0, 1)""" -> (
      _ =>
        println({
          arrays.snapshot.values.map(x => mutable.ArraySeq.make(x)).partition(_ => true)._1.head.update(0, 1)
        })
    ),
    """arrays.snapshot.values.head.mapInPlace(_ + 1)""" -> (_ =>
      println({ arrays.snapshot.values.head.mapInPlace(_ + 1) })
    ),
    """arrays.snapshot.keys.map(_.length).copyToArray(array)""" -> (_ =>
      println({ arrays.snapshot.keys.map(_.length).copyToArray(array) })
    ),
    """mutable.ArraySeq.make(array)(0) = 1""" -> (_ => println({ mutable.ArraySeq.make(array)(0) = 1 })),
    """(array: mutable.Seq[Int])(0) = 1""" -> (_ => println({ (array: mutable.Seq[Int])(0) = 1 })),
    """(array: mutable.IndexedSeq[Int]).mapInPlace(_ + 1)""" -> (_ =>
      println({ (array: mutable.IndexedSeq[Int]).mapInPlace(_ + 1) })
    ),
    """List(array).map(x => mutable.ArraySeq.make(x)).head.update(0, 1)""" -> (_ =>
      println({ List(array).map(x => mutable.ArraySeq.make(x)).head.update(0, 1) })
    ),
    """Map(1 -> array).values.head.update(0, 1)""" -> (_ =>
      println({ Map(1 -> array).values.head.update(0, 1) })
    ),
    """List(array).partition(_ => true)._1.head.update(0, 1)""" -> (_ =>
      println({ List(array).partition(_ => true)._1.head.update(0, 1) })
    ),
    """scala.util.Sorting.quickSort(List(array).head)""" -> (_ =>
      println({ scala.util.Sorting.quickSort(List(array).head) })
    )
  )

  private val ofArrays = reads(array)(
    """immutable.ArraySeq.unsafeWrapArray(array).sum""" -> (_ =>
      println({ immutable.ArraySeq.unsafeWrapArray(array).sum })
    ),
    """immutable.ArraySeq.from(array).sum""" -> (_ => println({ immutable.ArraySeq.from(array).sum })),
    """array.toSeq.sum""" -> (_ => println({ array.toSeq.sum })),
    """array.view.sum""" -> (_ => println({ array.view.sum })),
    """array.iterator.sum""" -> (_ => println({ array.iterator.sum })),
    """array.toList.size""" -> (_ => println({ array.toList.size })),
    """array.partition(_ > 1)._1.size""" -> (_ => println({ array.partition(_ > 1)._1.size })),
    """List(array).flatten.size""" -> (_ => println({ List(array).flatten.size })),
    """List(array).head.sum""" -> (_ => println({ List(array).head.sum })),
    """arrays.snapshot.values.flatten.size""" -> (_ => println({ arrays.snapshot.values.flatten.size })),
    """arrays.snapshot.values.flatMap(x => x).size""" -> (_ =>
      println({ arrays.snapshot.values.flatMap(x => x).size })
    ),
    """arrays.values.head.toSeq.sum""" -> (_ => println({ arrays.values.head.toSeq.sum })),
    """arrays.values.map(_.toSeq).head.sum""" -> (_ => println({ arrays.values.map(_.toSeq).head.sum })),
    """arrays.values.map(x => immutable.ArraySeq.unsafeWrapArray(x).sum).sum""" -> (_ =>
      println({ arrays.values.map(x => immutable.ArraySeq.unsafeWrapArray(x).sum).sum })
    )
  )

  private val ofTrees = writes(tree)(
    """trees.snapshot.values.head.put(1, 1)""" -> (_ => println({ trees.snapshot.values.head.put(1, 1) })),
    """trees.snapshot("a").range(1, 2).put(1, 1)""" -> (_ =>
      println({ trees.snapshot("a").range(1, 2).put(1, 1) })
    ),
    """trees.snapshot("a").rangeFrom(1).put(1, 1)""" -> (_ =>
      println({ trees.snapshot("a").rangeFrom(1).put(1, 1) })
    ),
    """trees.snapshot("a").rangeTo(1).put(1, 1)""" -> (_ =>
      println({ trees.snapshot("a").rangeTo(1).put(1, 1) })
    ),
    """trees.values.map(_.rangeUntil(2)).head.put(1, 1)""" -> (_ =>
      println({ trees.values.map(_.rangeUntil(2)).head.put(1, 1) })
    ),
    """trees.snapshot("a").withDefaultValue(0).put(1, 1)""" -> (_ =>
      println({ trees.snapshot("a").withDefaultValue(0).put(1, 1) })
    ),
    """tree.range(1, 2).put(1, 1)""" -> (_ => println({ tree.range(1, 2).put(1, 1) })),
    """List(tree).map(_.rangeFrom(1)).partition(_ => true)._1.head.put(1, 1)""" -> (_ =>
      println({ List(tree).map(_.rangeFrom(1)).partition(_ => true)._1.head.put(1, 1) })
    )
  )

  private val ofPlain = writes(plain)(
    """plains.snapshot("a").withDefault(_ => 0).put(1, 1)""" -> (_ =>
      println({ plains.snapshot("a").withDefault(_ => 0).put(1, 1) })
    ),
    """plains.values.head.withDefaultValue(0).update(1, 1)""" -> (_ =>
      println({ plains.values.head.withDefaultValue(0).update(1, 1) })
    ),
    """plains.values.map(_.withDefaultValue(0)).toList.head.update(1, 1)""" -> (_ =>
      println({ plains.values.map(_.withDefaultValue(0)).toList.head.update(1, 1) })
    ),
    """plains.snapshot("a").asJava.put(1, 1)""" -> (_ => println({ plains.snapshot("a").asJava.put(1, 1) })),
    """plains.snapshot("a").filterInPlace((_, _) => true)""" -> (_ =>
      println({ plains.snapshot("a").filterInPlace((_, _) => true) })
    ),
    """plains.snapshot("a").addAll(List(2 -> 2)).size""" -> (_ =>
      println({ plains.snapshot("a").addAll(List(2 -> 2)).size })
    ),
    """plains.snapshot("a").subtractAll(List(2)).size""" -> (_ =>
      println({ plains.snapshot("a").subtractAll(List(2)).size })
    ),
    """plain.withDefault(_ => 0).put(1, 1)""" -> (_ => println({ plain.withDefault(_ => 0).put(1, 1) })),
    """plain.asJava.put(1, 1)""" -> (_ => println({ plain.asJava.put(1, 1) }))
  )

  private val ofJava = writes(java)(
    """javas.snapshot("a").asScala += 1""" -> (_ => println({ javas.snapshot("a").asScala += 1 })),
    """javas.values.head.asScala.addOne(1)""" -> (_ => println({ javas.values.head.asScala.addOne(1) })),
    """javas.values.map(_.asScala).toList.head.append(1)""" -> (_ =>
      println({ javas.values.map(_.asScala).toList.head.append(1) })
    ),
    """javas.values.map(_.asScala).partition(_ => true)._1.head.append(1)""" -> (_ =>
      println({ javas.values.map(_.asScala).partition(_ => true)._1.head.append(1) })
    ),
    """java.asScala += 1""" -> (_ => println({ java.asScala += 1 })),
    """List(java.asScala).partition(_ => true)._1.head += 1""" -> (_ =>
      println({ List(java.asScala).partition(_ => true)._1.head += 1 })
    ),
    """javas.values.toList.asJava.get(0).add(1)""" -> (_ =>
      println({ javas.values.toList.asJava.get(0).add(1) })
    )
  )

  private val ofTills = writes(till)(
    """tills.values.map(_.add(1)).sum""" -> (_ => println({ tills.values.map(_.add(1)).sum })),
    """tills.values.view.map(_.add(1)).sum""" -> (_ => println({ tills.values.view.map(_.add(1)).sum })),
    """tills.snapshot.values.partition(_.add(1) > 1)._1.size""" -> (_ =>
      println({ tills.snapshot.values.partition(_.add(1) > 1)._1.size })
    ),
    """tills.snapshot.values.partition(_ => true)._1.head.add(1)""" -> (_ =>
      println({ tills.snapshot.values.partition(_ => true)._1.head.add(1) })
    ),
    """tills.snapshot.values.groupBy(_.add(1)).size""" -> (_ =>
      println({ tills.snapshot.values.groupBy(_.add(1)).size })
    ),
    """tills.snapshot.values.groupBy(_ => 1).view.mapValues(_.map(_.add(1)).sum).toMap""" -> (_ =>
      println({ tills.snapshot.values.groupBy(_ => 1).view.mapValues(_.map(_.add(1)).sum).toMap })
    ),
    """tills.snapshot.values.toList.sortBy(_.add(1)).size""" -> (_ =>
      println({ tills.snapshot.values.toList.sortBy(_.add(1)).size })
    ),
    """tills.snapshot.values.maxBy(_.add(1)) == null""" -> (_ =>
      println({ tills.snapshot.values.maxBy(_.add(1)) == null })
    ),
    """tills.snapshot.values.toArray.head.add(1)""" -> (_ =>
      println({ tills.snapshot.values.toArray.head.add(1) })
    ),
    """tills.snapshot.values.zipWithIndex.map((t, i) => t.add(i)).sum""" -> (_ =>
      println({ tills.snapshot.values.zipWithIndex.map((t, i) => t.add(i)).sum })
    ),
    """tills.snapshot.values.sliding(1).map(_.head.add(1)).sum""" -> (_ =>
      println({ tills.snapshot.values.sliding(1).map(_.head.add(1)).sum })
    ),
    """tills.snapshot.toSeq.map((k, t) => t -> k).toMap.keys.head.add(1)""" -> (_ =>
      println({ tills.snapshot.toSeq.map((k, t) => t -> k).toMap.keys.head.add(1) })
    ),
    """tills.snapshot.foldLeft(0)((n, e) => n + e._2.add(1))""" -> (_ =>
      println({ tills.snapshot.foldLeft(0)((n, e) => n + e._2.add(1)) })
    ),
    """tills.snapshot.values.foldLeft(till)((_, t) => t).add(1)""" -> (_ =>
      println({ tills.snapshot.values.foldLeft(till)((_, t) => t).add(1) })
    ),
    """tills.iterator.map(_._2).toList.head.add(1)""" -> (_ =>
      println({ tills.iterator.map(_._2).toList.head.add(1) })
    ),
    """tills.snapshot.values.toList.lazyZip(text).map((t, _) => t.add(1)).size""" -> (_ =>
      println({ tills.snapshot.values.toList.lazyZip(text).map((t, _) => t.add(1)).size })
    ),
    """List(1, 2).sorted(using ordering)""" -> (_ => println({ List(1, 2).sorted(using ordering) })),
    """List(1, 2).max(using ordering)""" -> (_ => println({ List(1, 2).max(using ordering) })),
    """List(1, 2).toSet.toList.sortBy(x => x)(using ordering)""" -> (_ =>
      println({ List(1, 2).toSet.toList.sortBy(x => x)(using ordering) })
    ),
    """immutable.TreeSet(1, 2)(using ordering).size""" -> (_ =>
      println({ immutable.TreeSet(1, 2)(using ordering).size })
    ),
    """immutable.TreeMap(1 -> 2, 2 -> 3)(using ordering).partition(_ => true)._1.size""" -> (_ =>
      println({ immutable.TreeMap(1 -> 2, 2 -> 3)(using ordering).partition(_ => true)._1.size })
    ),
    """SharedBuffer(1).snapshot.sorted(using ordering)""" -> (_ =>
      println({ SharedBuffer(1).snapshot.sorted(using ordering) })
    ),
    """text.partition(_ => till.add(1) > 1)._1.size""" -> (_ =>
      println({ text.partition(_ => till.add(1) > 1)._1.size })
    ),
    """text.view.map(_ => till.add(1)).toList""" -> (_ =>
      println({ text.view.map(_ => till.add(1)).toList })
    ),
    """text.view.map(_ => till).toList.head.add(1)""" -> (_ =>
      println({ text.view.map(_ => till).toList.head.add(1) })
    ),
    """text.map(_ => (till, 1)).head._1.add(1)""" -> (_ =>
      println({ text.map(_ => (till, 1)).head._1.add(1) })
    ),
    """LazyList.from(text).map(_ => till.add(1)).toList""" -> (_ =>
      println({ LazyList.from(text).map(_ => till.add(1)).toList })
    ),
    """text.to(CountingFactory(till)).size""" -> (_ => println({ text.to(CountingFactory(till)).size })),
    """text.map(x => x).to(CountingFactory(till)).head""" -> (_ =>
      println({ text.map(x => x).to(CountingFactory(till)).head })
    ),
    """text.flatMap(_ => CountingOnce(till)).size""" -> (_ =>
      println({ text.flatMap(_ => CountingOnce(till)).size })
    ),
    """text.map(_ => CountingOnce(till)).flatten.size""" -> (_ =>
      println({ text.map(_ => CountingOnce(till)).flatten.size })
    ),
    """text.iterator.flatMap(_ => CountingOnce(till)).size""" -> (_ =>
      println({ text.iterator.flatMap(_ => CountingOnce(till)).size })
    ),
    """(text ++ CountingOnce(till)).size""" -> (_ => println({ (text ++ CountingOnce(till)).size })),
    """List.from(CountingOnce(till)).size""" -> (_ => println({ List.from(CountingOnce(till)).size })),
    """text.zip(CountingOnce(till)).size""" -> (_ => println({ text.zip(CountingOnce(till)).size }))
  )

  private val ofKept = reads(buf)(
    """kept.zipWithIndex.head._1.sum""" -> (_ => println(kept.zipWithIndex.head._1.sum)),
    """kept.zip(text).head._1.sum""" -> (_ => println(kept.zip(text).head._1.sum)),
    """text.zip(kept).head._2.sum""" -> (_ => println(text.zip(kept).head._2.sum)),
    """kept.zipAll(text, other, "").head._1.sum""" -> (_ =>
      println(kept.zipAll(text, other, "").head._1.sum)
    ),
    """kept.view.zipWithIndex.toList.head._1.sum""" -> (_ =>
      println(kept.view.zipWithIndex.toList.head._1.sum)
    ),
    """kept.partition(_ => true)._1.head.sum""" -> (_ => println(kept.partition(_ => true)._1.head.sum)),
    """kept.span(_ => true)._1.head.sum""" -> (_ => println(kept.span(_ => true)._1.head.sum)),
    """kept.groupBy(_ => 1).head._2.head.sum""" -> (_ => println(kept.groupBy(_ => 1).head._2.head.sum)),
    """kept.grouped(1).next().head.sum""" -> (_ => println(kept.grouped(1).next().head.sum)),
    """kept.sliding(1).toList.head.head.sum""" -> (_ => println(kept.sliding(1).toList.head.head.sum)),
    """kept.flatten.size""" -> (_ => println(kept.flatten.size)),
    """kept.transpose.size""" -> (_ => println(kept.transpose.size)),
    """kept.flatMap(x => x).size""" -> (_ => println(kept.flatMap(x => x).size)),
    """kept.tail.headOption.getOrElse(kept.head).sum""" -> (_ =>
      println(kept.tail.headOption.getOrElse(kept.head).sum)
    ),
    """kept.toArray.head.sum""" -> (_ => println(kept.toArray.head.sum)),
    """kept.toVector.reverse.head.sum""" -> (_ => println(kept.toVector.reverse.head.sum)),
    """kept.toList.sortBy(_ => 1).head.sum""" -> (_ => println(kept.toList.sortBy(_ => 1).head.sum)),
    """kept.view.reverse.toList.head.sum""" -> (_ => println(kept.view.reverse.toList.head.sum)),
    """kept.map(x => (x, 1)).head._1.sum""" -> (_ => println(kept.map(x => (x, 1)).head._1.sum)),
    """kept.map(x => (x, 1)).unzip._1.head.sum""" -> (_ => println(kept.map(x => (x, 1)).unzip._1.head.sum)),
    """kept.lazyZip(text).map((x, _) => x).head.sum""" -> (_ =>
      println(kept.lazyZip(text).map((x, _) => x).head.sum)
    ),
    """keptMap.values.head.sum""" -> (_ => println(keptMap.values.head.sum)),
    """keptMap.values.partition(_ => true)._1.head.sum""" -> (_ =>
      println(keptMap.values.partition(_ => true)._1.head.sum)
    ),
    """keptMap.view.mapValues(x => x).values.head.sum""" -> (_ =>
      println(keptMap.view.mapValues(x => x).values.head.sum)
    ),
    """keptMap.map((k, x) => (x, k)).head._1.sum""" -> (_ =>
      println(keptMap.map((k, x) => (x, k)).head._1.sum)
    ),
    """keptMap.foldLeft(0)((n, e) => n + e._2.sum)""" -> (_ =>
      println(keptMap.foldLeft(0)((n, e) => n + e._2.sum))
    )
  )

  val all: List[Trap] =
    (ofKept ++ elements ++ changed ++ inner ++ intoArrays ++ ofArrays ++ ofTrees ++ ofPlain ++ ofJava ++ ofTills).toList
end SnapshotTraps

/** Count what is done with them. */
final class CountingOnce(till: Till) extends scala.collection.IterableOnce[Int]:
  def iterator: Iterator[Int] = Iterator(till.add(1))

final class CountingFactory(till: Till) extends scala.collection.Factory[String, List[String]]:
  def fromSpecific(it: scala.collection.IterableOnce[String]): List[String] =
    till.add(1)
    List.from(it)
  def newBuilder: mutable.Builder[String, List[String]] =
    till.add(1)
    List.newBuilder[String]
