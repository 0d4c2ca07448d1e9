package subjects

import eddy.state.AccessKind

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, DataOutputStream, PrintWriter, StringWriter}
import java.nio.ByteBuffer
import scala.collection.{immutable, mutable}
import scala.jdk.CollectionConverters.*
import scala.util.control.TailCalls

import subjects.Expected.*

/** Objects that are changed through others, by names that elsewhere only read, or by functions that the
  * library keeps.
  */
object AliasCases:
  private def set[A](to: Array[A], i: Int, value: A): Unit = to(i) = value

  val all: List[Case] = List(
    Case(
      "an array of any type",
      a =>
        val m = new Array[Int](1)
        a.on(r => set(m, 0, r.path.length))
        exactly(writes(m))
    ),
    Case(
      "an array mapped in place",
      a =>
        val m = new Array[Int](1)
        a.on(_ => m.mapInPlace(_ + 1): Unit)
        exactly(writes(m))
    ),
    Case(
      "a captured wrapper of a Java map",
      a =>
        val m = java.util.HashMap[String, Int]().asScala
        a.on(r => m.put(r.path, 1): Unit)
        exactly(AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "a captured wrapper that is read",
      a =>
        val m = java.util.Collections.unmodifiableList(java.util.ArrayList[String]())
        a.on(_ => println(m.size))
        exactly(AnyLibrary(AccessKind.Reads))
    ),
    Case(
      "a captured list over an array",
      a =>
        val m = java.util.Arrays.asList("a", "b")
        a.on(r => m.set(0, r.path): Unit)
        exactly(AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "a captured list that cannot change, over an array that can",
      a =>
        val array = Array(1, 2)
        val m = immutable.ArraySeq.unsafeWrapArray(array)
        a.on(r => println(m.indexOf(r.path.length)))
        exactly(reads(array))
    ),
    Case(
      "one of objects, in a field, by its iterator",
      a =>
        val frozen = Frozen(Array("a", "b"))
        a.on(r => println(frozen.all.iterator.contains(r.path)))
        exactly(reads(frozen.array))
    ),
    Case(
      "a copy of it, which changes",
      a =>
        val frozen = Frozen(Array("a", "b"))
        a.on(r => println(frozen.all.toBuffer += r.path))
        exactly(reads(frozen.array))
    ),
    Case(
      "the array under it",
      a =>
        val m = immutable.ArraySeq.unsafeWrapArray(Array("a", "b"))
        a.on(r => set(m.unsafeArray.asInstanceOf[Array[String]], 0, r.path))
        exactly(writes(m.unsafeArray))
    ),
    Case(
      "a captured array that cannot change, over one that can",
      a =>
        val array = Array(1, 2)
        val m = IArray.unsafeFromArray(array)
        a.on(r => println(m(r.path.length % 2)))
        exactly(reads(array))
    ),
    Case(
      "a captured buffer over an array",
      a =>
        val m = ByteBuffer.wrap(new Array[Byte](4))
        a.on(r => println(m.get(0)))
        exactly(AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "a writer over a captured one",
      a =>
        val m = StringWriter()
        a.on(r => PrintWriter(m).println(r.path))
        exactly(writes(m))
    ),
    Case(
      "a stream over a captured one",
      a =>
        val m = ByteArrayOutputStream()
        a.on(r => DataOutputStream(m).writeInt(r.path.length))
        exactly(writes(m))
    ),
    Case(
      "a captured stream that is emptied into another",
      a =>
        val (from, to) = (ByteArrayInputStream(new Array[Byte](1)), ByteArrayOutputStream())
        a.on(_ => println(from.transferTo(to)))
        exactly(AnyLibrary(AccessKind.Writes), writes(to))
    ),
    Case(
      "the console turned into a captured stream",
      a =>
        val m = ByteArrayOutputStream()
        a.on(r => Console.withOut(m)(println(r.path)))
        exactly(writes(m))
    ),
    Case(
      "the next byte of a captured buffer",
      a =>
        val m = ByteBuffer.allocateDirect(4)
        a.on(_ => println(m.get()))
        exactly(AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "a text turned round",
      a =>
        val m = java.lang.StringBuilder("ab")
        a.on(_ => println(m.reverse()))
        exactly(writes(m))
    ),
    Case(
      "a list added to a captured text",
      a =>
        val m = mutable.StringBuilder()
        a.on(_ => println(List(1, 2).addString(m)))
        exactly(writes(m))
    ),
    Case(
      "steps kept from earlier",
      a =>
        var n = 0
        val steps = TailCalls.tailcall { n += 1; TailCalls.done(n) }
        a.on(_ => println(steps.result))
        exactly(
          Everything("kept from earlier calls functions that are not known"),
          Variable(AccessKind.Writes)
        )
    ),
    Case(
      "a consumer of a publisher",
      a =>
        var n = 0
        a.on(_ => new java.util.concurrent.SubmissionPublisher[Int]().consume(_ => n += 1): Unit)
        detached(Variable(AccessKind.Writes))
    )
  )
end AliasCases

final class Frozen(val array: Array[String]):
  val all: Seq[String] = immutable.ArraySeq.unsafeWrapArray(array)
