package eddy.inference.internal.keep

import eddy.inference.internal.bytecode.MethodName
import eddy.inference.internal.context.{Effect, Location, SymbolicSummary}
import eddy.inference.internal.heap.{AccessPath, Key}
import eddy.inference.report.{CallChain, CallSite, Coarse, Evidence}
import eddy.state.AccessKind

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, DataInputStream, DataOutputStream}
import scala.collection.mutable

/** Kept summaries as bytes. Texts and paths stand in tables, as most are used many times. */
private[inference] object SummaryFormat:
  /** Another one for each change of the format. */
  val Version = "eddy summaries 4"

  /** Something in it cannot be written. */
  private final class Unwritable extends RuntimeException("", null, false, false)

  /** Those that can be written: a key may be a constant of a class that the format does not know. */
  def write(all: Iterable[KeptSummary]): Array[Byte] =
    val out = Writer()
    val written = all.toList.flatMap(out.summary)
    out.toBytes(written)

  /** @throws Exception if these are not the bytes of [[write]] */
  def read(bytes: Array[Byte]): List[KeptSummary] = Reader(bytes).all()

  private final class Writer:
    private val texts = mutable.LinkedHashMap[String, Int]()
    private val paths = mutable.LinkedHashMap[AccessPath, Int]()
    private val ofPaths = ByteArrayOutputStream()
    private val pathsOut = DataOutputStream(ofPaths)
    private val maxText = 16_000

    def summary(s: KeptSummary): Option[Array[Byte]] =
      val bytes = ByteArrayOutputStream()
      try
        write(s)(using DataOutputStream(bytes))
        Some(bytes.toByteArray)
      catch case _: Unwritable => None

    def toBytes(summaries: List[Array[Byte]]): Array[Byte] =
      val bytes = ByteArrayOutputStream()
      val out = DataOutputStream(bytes)
      out.writeInt(texts.size)
      texts.keysIterator.foreach(out.writeUTF)
      out.writeInt(paths.size)
      out.write(ofPaths.toByteArray)
      out.writeInt(summaries.size)
      summaries.foreach(out.write)
      bytes.toByteArray

    private def write(s: KeptSummary)(using out: DataOutputStream): Unit =
      text(s.handler)
      many(s.seen): seen =>
        path(seen.path)
        many(seen.classes)(text)
        out.writeBoolean(seen.isComplete)
        out.writeBoolean(seen.isGuard)
      symbolic(s.own)
      option(s.registered)(many(_)(symbolic))

    private def symbolic(s: SymbolicSummary)(using out: DataOutputStream): Unit =
      many(s.effects)(effect(_, _))
      many(s.detached)(effect(_, _))
      out.writeBoolean(s.pending)
      many(s.notes)(text)
      out.writeBoolean(s.registers)

    private def effect(e: Effect, at: Evidence)(using out: DataOutputStream): Unit =
      e.place match
        case Location.At(p, family) =>
          out.writeByte(0)
          path(p)
          text(family)
        case Location.Entry(p, family, k) =>
          out.writeByte(1)
          path(p)
          text(family)
          key(k)
        case Location.StaticField(owner, name) =>
          out.writeByte(2)
          text(owner)
          text(name)
        case Location.AnyOf(cls) =>
          out.writeByte(3)
          text(cls)
        case Location.Everything => out.writeByte(4)
      out.writeByte(e.mode.ordinal)
      sighting(at)
    end effect

    private def sighting(at: Evidence)(using out: DataOutputStream): Unit =
      many(at.site.sites): s =>
        text(s.className)
        text(s.method)
        out.writeInt(s.line)
      option(at.coarse): c =>
        text(c.text)
        out.writeByte(c.cause.ordinal)
        out.writeBoolean(c.isAssumed)
      many(at.also)(sighting)
      option(at.variable)(text)

    private def key(k: Key)(using out: DataOutputStream): Unit = k match
      case Key.Constant(value) =>
        out.writeByte(0)
        constant(value)
      case Key.At(p) =>
        out.writeByte(1)
        path(p)
      case Key.Argument(index) =>
        out.writeByte(2)
        out.writeInt(index)
      case Key.Captured(index) =>
        out.writeByte(3)
        out.writeInt(index)
      case Key.Call(m, isStatic, of) =>
        out.writeByte(4)
        method(m)
        out.writeBoolean(isStatic)
        many(of)(key)
      case Key.Field(owner, name, of) =>
        out.writeByte(5)
        text(owner)
        text(name)
        key(of)
      case Key.Made(m, of) =>
        out.writeByte(6)
        method(m)
        many(of)(key)
      case Key.Text(recipe, of) =>
        out.writeByte(7)
        text(recipe)
        many(of)(key)
      case Key.Unwrapped(option) =>
        out.writeByte(8)
        key(option)
      case Key.Wrapped(value) =>
        out.writeByte(9)
        key(value)
      case Key.Either(condition, yes, no) =>
        out.writeByte(10)
        key(condition)
        key(yes)
        key(no)
      case Key.Parameter(index) =>
        out.writeByte(11)
        out.writeInt(index)
      case Key.Never => out.writeByte(12)
      case Key.Unknown => out.writeByte(13)
      case Key.Filtered(option, predicate, isNot) =>
        out.writeByte(14)
        key(option)
        key(predicate)
        out.writeBoolean(isNot)

    private def method(m: MethodName)(using out: DataOutputStream): Unit =
      text(m.owner)
      text(m.name)
      text(m.descriptor)

    private def constant(value: AnyRef)(using out: DataOutputStream): Unit = value match
      case s: String =>
        out.writeByte(0)
        text(s)
      case i: java.lang.Integer =>
        out.writeByte(1)
        out.writeInt(i)
      case l: java.lang.Long =>
        out.writeByte(2)
        out.writeLong(l)
      case d: java.lang.Double =>
        out.writeByte(3)
        out.writeDouble(d)
      case f: java.lang.Float =>
        out.writeByte(4)
        out.writeFloat(f)
      case None => out.writeByte(5)
      case _ => throw Unwritable()

    private def path(p: AccessPath)(using out: DataOutputStream): Unit = out.writeInt(indexOf(p))

    private def indexOf(p: AccessPath): Int = paths.getOrElse(
      p, {
        // the table holds the beginning first
        val before = p.steps match
          case Nil => -1
          case _ :: rest => indexOf(AccessPath(p.root, rest))
        given DataOutputStream = pathsOut
        pathsOut.writeInt(before)
        p.steps match
          case Nil => root(p.root)
          case step :: _ => writeStep(step)
        paths(p) = paths.size
        paths.size - 1
      }
    )

    private def root(r: AccessPath.Root)(using out: DataOutputStream): Unit = r match
      case AccessPath.Root.Handler => out.writeByte(0)
      case AccessPath.Root.Static(owner, field, stable) =>
        out.writeByte(1)
        text(owner)
        text(field)
        out.writeBoolean(stable)

    private def writeStep(s: AccessPath.Step)(using out: DataOutputStream): Unit = s match
      case AccessPath.Step.Captured(index) =>
        out.writeByte(0)
        out.writeInt(index)
      case AccessPath.Step.Field(owner, name, stable) =>
        out.writeByte(1)
        text(owner)
        text(name)
        out.writeBoolean(stable)
      case AccessPath.Step.Contents => out.writeByte(2)
      case AccessPath.Step.Helpers => out.writeByte(3)
      case AccessPath.Step.Held => out.writeByte(4)
      case AccessPath.Step.Collections => out.writeByte(5)

    private def text(t: String)(using out: DataOutputStream): Unit =
      // three bytes for a character at most, and 65,535 for a text
      if t.length > maxText then throw Unwritable()
      out.writeInt(texts.getOrElseUpdate(t, texts.size))

    private def many[A](all: Iterable[A])(one: A => Unit)(using out: DataOutputStream): Unit =
      out.writeInt(all.size)
      all.foreach(one)

    private def option[A](it: Option[A])(one: A => Unit)(using out: DataOutputStream): Unit =
      out.writeBoolean(it.isDefined)
      it.foreach(one)
  end Writer

  private final class Reader(bytes: Array[Byte]):
    private val in = DataInputStream(ByteArrayInputStream(bytes))
    private val texts = new Array[String](in.readInt())
    for i <- texts.indices do texts(i) = in.readUTF()
    private val paths = new Array[AccessPath](in.readInt())
    for i <- paths.indices do
      val before = in.readInt()
      paths(i) = if before < 0 then AccessPath(root(), Nil) else paths(before) / step()

    def all(): List[KeptSummary] = many(summary())

    private def summary() =
      KeptSummary(
        text(),
        many(KeptSummary.Seen(path(), many(text()).toSet, in.readBoolean(), in.readBoolean())),
        symbolic(),
        option(many(symbolic()))
      )

    private def symbolic() =
      SymbolicSummary(
        many(effect()),
        many(effect()),
        Map.empty,
        in.readBoolean(),
        many(text()),
        in.readBoolean()
      )

    private def effect() =
      val place = in.readByte() match
        case 0 => Location.At(path(), text())
        case 1 => Location.Entry(path(), text(), key())
        case 2 => Location.StaticField(text(), text())
        case 3 => Location.AnyOf(text())
        case 4 => Location.Everything
      val mode = AccessKind.fromOrdinal(in.readByte())
      (Effect(place, mode), sighting())

    private def sighting(): Evidence =
      Evidence(
        CallChain(many(CallSite(text(), text(), in.readInt()))),
        option(Coarse(text(), Coarse.Cause.fromOrdinal(in.readByte()), in.readBoolean())),
        many(sighting()),
        option(text())
      )

    private def key(): Key = in.readByte() match
      case 0 => Key.Constant(constant())
      case 1 => Key.At(path())
      case 2 => Key.Argument(in.readInt())
      case 3 => Key.Captured(in.readInt())
      case 4 => Key.Call(method(), in.readBoolean(), keys())
      case 5 => Key.Field(text(), text(), key())
      case 6 => Key.Made(method(), keys())
      case 7 => Key.Text(text(), keys())
      case 8 => Key.Unwrapped(key())
      case 9 => Key.Wrapped(key())
      case 10 => Key.Either(key(), key(), key())
      case 11 => Key.Parameter(in.readInt())
      case 12 => Key.Never
      case 13 => Key.Unknown
      case 14 => Key.Filtered(key(), key(), in.readBoolean())

    private def method() = MethodName(text(), text(), text())

    private def keys() = many(key()).toVector

    private def constant(): AnyRef = in.readByte() match
      case 0 => text()
      case 1 => Integer.valueOf(in.readInt())
      case 2 => java.lang.Long.valueOf(in.readLong())
      case 3 => java.lang.Double.valueOf(in.readDouble())
      case 4 => java.lang.Float.valueOf(in.readFloat())
      case 5 => None

    private def root() = in.readByte() match
      case 0 => AccessPath.Root.Handler
      case 1 => AccessPath.Root.Static(text(), text(), in.readBoolean())

    private def step() = in.readByte() match
      case 0 => AccessPath.Step.Captured(in.readInt())
      case 1 => AccessPath.Step.Field(text(), text(), in.readBoolean())
      case 2 => AccessPath.Step.Contents
      case 3 => AccessPath.Step.Helpers
      case 4 => AccessPath.Step.Held
      case 5 => AccessPath.Step.Collections

    private def path() = paths(in.readInt())
    private def text() = texts(in.readInt())

    // inlined: each start runs this once, and each function would be a class that the JVM has to make
    private inline def many[A](inline one: A): List[A] =
      val all = List.newBuilder[A]
      var left = in.readInt()
      while left > 0 do
        all += one
        left -= 1
      all.result()

    private inline def option[A](inline one: A): Option[A] = if in.readBoolean() then Some(one) else None
  end Reader
end SummaryFormat
