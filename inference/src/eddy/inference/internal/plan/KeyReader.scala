package eddy.inference.internal.plan

import eddy.inference.internal.bytecode.{Descriptors, MethodName}
import eddy.inference.internal.context.AnalysisContext
import eddy.inference.internal.heap.Key
import eddy.inference.internal.library.LibraryModel

import java.lang.invoke.{MethodHandle, MethodHandles, MethodType}
import scala.runtime.LazyVals
import scala.util.control.NonFatal

/** Works a key out, for one handler object that is about to run. Any thread.
  *
  * @param sample
  *   a handler for whose class the key holds
  */
private[inference] final class KeyReader(key: Key, sample: AnyRef, context: AnalysisContext):
  import KeyReader.Absent

  private val step = KeyReader.step(key, sample, context)

  /** Null if the value is unknown or does not identify one entry: then it may be any entry.
    * [[KeyReader.Absent]] if the handler never uses it, so that no entry is meant.
    *
    * @param argument
    *   the first that the handler will get; null if nobody knows
    */
  def read(handler: AnyRef, argument: AnyRef | Null): AnyRef | Null =
    try
      val found = step(handler, argument)
      if found != null && ((found eq Absent) || context.keyTypes.isSafe(found)) then found else null
    // what the accessor throws, the handler will meet itself
    catch case _: LinkageError | NonFatal(_) => null
end KeyReader

private[inference] object KeyReader:
  /** Stands for what is in an empty option, or of what code throws that would give it. */
  object Absent

  private type Step = (AnyRef, AnyRef | Null) => AnyRef | Null

  // while a thread initialises a lazy val, its field holds a mark, which is no key
  private def present(found: AnyRef | Null): AnyRef | Null = found match
    case _: LazyVals.LazyValControlState => null
    case other => other

  private def step(key: Key, sample: AnyRef, context: AnalysisContext): Step = key match
    case Key.Constant(value) => (_, _) => value
    case Key.Argument(0) => (_, argument) => argument
    case Key.Never => (_, _) => Absent
    case Key.Argument(_) | Key.Captured(_) | Key.Parameter(_) | Key.Unknown => (_, _) => null
    case Key.At(path) if !path.fromHandler =>
      // nobody assigns what is on the way
      lazy val there: AnyRef | Null = present(context.objects.at(sample, path).headOption.orNull)
      (_, _) => there
    case Key.At(path) =>
      PathReader.of(path, sample, context) match
        case Some(reader) => (handler, _) => present(reader.read(handler))
        case None => (handler, _) => present(context.objects.at(handler, path).headOption.orNull)
    case Key.Call(method, isStatic, of) =>
      // a library that is given such a text reads it, and the text may change before the handler runs
      val ofTexts = Descriptors.parameters(method.descriptor).map(_ == Text)
      calling(
        handle(method, isStatic, of.size, context),
        of,
        sample,
        context,
        if Key.equalities(method) then Vector(true, true)
        else if isStatic then ofTexts
        else false +: ofTexts
      )
    case Key.Made(constructor, of) => calling(maker(constructor, context), of, sample, context, Vector.empty)
    case Key.Field(owner, name, of) =>
      val holder = step(of, sample, context)
      lazy val field = context.repository.field(owner, name)
      (handler, argument) =>
        holder(handler, argument) match
          case null => null
          case Absent => Absent
          case o => field.get(o)
    case Key.Text(recipe, of) =>
      val steps = of.map(step(_, sample, context))
      (handler, argument) =>
        val values = steps.map(_(handler, argument))
        if values.contains(null) || !values.forall(v => (v eq Absent) || context.keyTypes.isPlain(v)) then
          null
        else if values.exists(_ eq Absent) then Absent
        else text(recipe, values)
    case Key.Wrapped(value) =>
      val inside = step(value, sample, context)
      (handler, argument) =>
        inside(handler, argument) match
          case null => null
          case Absent => Absent
          case o => Some(o)
    case Key.Unwrapped(option) =>
      val outside = step(option, sample, context)
      (handler, argument) =>
        outside(handler, argument) match
          case Some(o: AnyRef) => o
          case None | Absent => Absent
          case _ => null
    case Key.Either(condition, yes, no) =>
      val (asked, holding, failing) =
        (step(condition, sample, context), step(yes, sample, context), step(no, sample, context))
      (handler, argument) =>
        asked(handler, argument) match
          case holds: java.lang.Boolean =>
            if holds then holding(handler, argument) else failing(handler, argument)
          // as bytecode has it
          case n: Integer => if n != 0 then holding(handler, argument) else failing(handler, argument)
          case Absent => Absent
          case _ => null

    case Key.Filtered(option, predicate, isNot) =>
      val (asked, holds) = (step(option, sample, context), step(predicate, sample, context))
      (handler, argument) =>
        asked(handler, argument) match
          case full @ Some(_) =>
            holds(handler, argument) match
              case yes: java.lang.Boolean => if yes != isNot then full else None
              case _ => null
          case empty => empty

  private val Text = "Ljava/lang/CharSequence;"

  /** Of what is known of all parts.
    *
    * @param plain
    *   which of them must be texts or numbers that cannot change
    */
  private def calling(
      handle: Option[MethodHandle],
      of: Vector[Key],
      sample: AnyRef,
      context: AnalysisContext,
      plain: Vector[Boolean]
  ): Step =
    val steps = of.map(step(_, sample, context)).toArray
    def mayChange(v: AnyRef | Null, i: Int) =
      plain.lift(i).contains(true) && !(v eq Absent) && !context.keyTypes.isPlain(v)
    handle match
      case None => (_, _) => null
      case Some(made) =>
        (handler, argument) =>
          val values = new Array[AnyRef | Null](steps.length)
          for i <- steps.indices do values(i) = steps(i)(handler, argument)
          if values.contains(null) || values.indices.exists(i => mayChange(values(i), i)) then null
          else if values.contains(Absent) then Absent
          else made.invokeExact(values).asInstanceOf[AnyRef | Null]

  private def text(recipe: String, values: Vector[AnyRef | Null]): String =
    val made = StringBuilder()
    var next = 0
    for c <- recipe do
      if c == '\u0001' then
        made.append(values(next))
        next += 1
      else made.append(c)
    made.toString

  /** Takes an array of what the method takes. */
  private def handle(
      m: MethodName,
      isStatic: Boolean,
      count: Int,
      context: AnalysisContext
  ): Option[MethodHandle] =
    try
      val owner = context.repository.runtime(m.owner)
      val shape = MethodType.fromMethodDescriptorString(m.descriptor, context.repository.loader)
      owner.map: c =>
        val lookup =
          if LibraryModel.standard.isUser(m.owner) then
            MethodHandles.privateLookupIn(c, MethodHandles.lookup())
          else MethodHandles.publicLookup()
        val found =
          if isStatic then lookup.findStatic(c, m.name, shape) else lookup.findVirtual(c, m.name, shape)
        spread(found, count)
    catch case _: ReflectiveOperationException | _: LinkageError => None

  /** Takes an array of what the constructor takes. */
  private def maker(m: MethodName, context: AnalysisContext): Option[MethodHandle] =
    try
      val shape = MethodType.fromMethodDescriptorString(m.descriptor, context.repository.loader)
      context.repository.runtime(m.owner).map: c =>
        spread(
          MethodHandles.privateLookupIn(c, MethodHandles.lookup()).findConstructor(c, shape),
          shape.parameterCount
        )
    catch case _: ReflectiveOperationException | _: LinkageError => None

  private def spread(handle: MethodHandle, count: Int): MethodHandle =
    handle.asFixedArity().asType(MethodType.genericMethodType(count))
      .asSpreader(classOf[Array[Object]], count)
      .asType(MethodType.methodType(classOf[Object], classOf[Array[Object]]))
end KeyReader
