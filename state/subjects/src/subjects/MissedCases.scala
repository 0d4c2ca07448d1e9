package subjects

import scala.collection.mutable

import subjects.Expected.*

/** Accesses that earlier versions missed: each was a lost update. */
object MissedCases:
  private def stock() = mutable.HashMap("tea" -> 1)

  val all: List[Case] = List(
    Case(
      "a captured function that reads a mutable map, or else another",
      a =>
        val (m, other) = (stock(), stock())
        val find = m.orElse(other)
        a.on(r => println(find(r.path)))
        exactly(reads(m), reads(other))
    ),
    Case(
      "a captured function that looks up a mutable map",
      a =>
        val m = stock()
        val find = m.lift
        a.on(r => println(find(r.path)))
        exactly(reads(m))
    ),
    Case(
      "a captured function that reads a mutable buffer, and then computes",
      a =>
        val b = mutable.ArrayBuffer(1, 2)
        val next = b.andThen(_ + 1)
        a.on(r => println(next(r.path.length)))
        exactly(reads(b))
    ),
    Given.writing("a generator of random numbers whose constructor sets the seed"): (a, m) =>
      final class Seeded(seed: Long) extends java.util.Random(seed):
        override def setSeed(seed: Long): Unit =
          m("seed") = 1
          super.setSeed(seed)
      a.on(r => println(new Seeded(r.path.length.toLong).nextInt()))
    ,
    Given.writing("an exception that notes where it was made"): (a, m) =>
      final class Noted(text: String) extends RuntimeException(text):
        override def fillInStackTrace(): Throwable =
          m("made") = 1
          this
      a.on(r => println(new Noted(r.path)))
  )
end MissedCases
