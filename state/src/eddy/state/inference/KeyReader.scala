package eddy.state.inference

import java.lang.invoke.{MethodHandle, MethodHandles, MethodType}
import scala.util.control.NonFatal

/** Works a key out, for one callback object that is about to run. Any thread.
  *
  * @param sample
  *   a callback for whose class the key holds
  */
private[inference] final class KeyReader(key: Key, sample: AnyRef, world: World):
  private val step = KeyReader.step(key, sample, world)

  /** Null if it cannot be known, or is nothing that entries can be told apart by: then it may be any entry.
    *
    * @param argument
    *   the first that the callback will get; null if nobody knows
    */
  def read(callback: AnyRef, argument: AnyRef | Null): AnyRef | Null =
    try
      val found = step(callback, argument)
      if found != null && world.keyTypes.isSafe(found) then found else null
    // what the accessor throws, the callback will meet itself
    catch case _: LinkageError | NonFatal(_) => null
end KeyReader

private[inference] object KeyReader:
  private type Step = (AnyRef, AnyRef | Null) => AnyRef | Null

  private def step(key: Key, sample: AnyRef, world: World): Step = key match
    case Key.Constant(value) => (_, _) => value
    case Key.Argument(0) => (_, argument) => argument
    case Key.Argument(_) | Key.Captured(_) => (_, _) => null
    case Key.At(path) if !path.fromCallback =>
      // nobody assigns what is on the way
      lazy val there: AnyRef | Null = world.objects.at(sample, path).headOption.orNull
      (_, _) => there
    case Key.At(path) =>
      PathReader.of(path, sample, world) match
        case Some(reader) => (callback, _) => reader.read(callback)
        case None => (callback, _) => world.objects.at(callback, path).headOption.orNull
    case Key.Call(method, isStatic, of) =>
      val steps = of.map(step(_, sample, world)).toArray
      handle(method, isStatic, of.size, world) match
        case None => (_, _) => null
        case Some(made) =>
          (callback, argument) =>
            val values = new Array[AnyRef | Null](steps.length)
            for i <- steps.indices do values(i) = steps(i)(callback, argument)
            if values.contains(null) then null
            else made.invokeExact(values).asInstanceOf[AnyRef | Null]

  /** Takes an array of what the method takes. */
  private def handle(m: MethodName, isStatic: Boolean, count: Int, world: World): Option[MethodHandle] =
    try
      val owner = world.repository.runtime(m.owner)
      val shape = MethodType.fromMethodDescriptorString(m.descriptor, world.repository.loader)
      owner.map: c =>
        val lookup =
          if LibraryModel.standard.isUser(m.owner) then
            MethodHandles.privateLookupIn(c, MethodHandles.lookup())
          else MethodHandles.publicLookup()
        val found =
          if isStatic then lookup.findStatic(c, m.name, shape) else lookup.findVirtual(c, m.name, shape)
        found.asFixedArity().asType(MethodType.genericMethodType(count))
          .asSpreader(classOf[Array[Object]], count)
          .asType(MethodType.methodType(classOf[Object], classOf[Array[Object]]))
    catch case _: ReflectiveOperationException | _: LinkageError => None
end KeyReader
