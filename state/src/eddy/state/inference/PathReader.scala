package eddy.state.inference

import java.lang.invoke.{MethodHandle, MethodHandles, MethodType}

/** A path made fast: handles that read captured values and fields one after another. Only for paths from the callback
  * that end at one object; [[PathReader.of]] says whether a path is one. Any thread.
  */
private[inference] final class PathReader(steps: Array[MethodHandle], val endType: Class[?]):
  /** The object at the path; null if something on the way is, [[PathReader.Elsewhere]] if an object on the way is of a class
    * that has no such step.
    */
  def read(callback: AnyRef): AnyRef | Null =
    var o: AnyRef | Null = callback
    var i = 0
    try
      while i < steps.length && o != null do
        val from: Object = o
        o = steps(i).invokeExact(from).asInstanceOf[AnyRef | Null]
        i += 1
      o
    catch case _: ClassCastException => PathReader.Elsewhere

private[inference] object PathReader:
  /** Stands for what is not where it was in the sample. */
  val Elsewhere: AnyRef = new Object

  private val ofObject = MethodType.methodType(classOf[Object], classOf[Object])

  /** @param sample
    *   a callback for whose class the path holds
    */
  def of(path: Path, sample: AnyRef, world: World): Option[PathReader] =
    if !path.fromCallback || !path.isSingle then None
    else
      val handles = Array.newBuilder[MethodHandle]
      var at: AnyRef | Null = sample
      var endType: Class[?] = sample.getClass
      for step <- path.steps.reverseIterator do
        val from = at
        if from != null then
          val handle = step match
            case Path.Step.Field(owner, name, _) =>
              val field = world.repository.field(owner, name)
              endType = field.getType
              MethodHandles.lookup().unreflectGetter(field).asType(ofObject)
            case Path.Step.Captured(i) =>
              val code = ClosureCode.of(from, world.repository)
              endType = code.capturedTypes(i)
              code.reader(i)
            case Path.Step.Contents | Path.Step.Helpers =>
              throw IllegalStateException(s"$path ends at more than one object")
          handles += handle
          val o: Object = from
          at = handle.invokeExact(o).asInstanceOf[AnyRef | Null]
      val all = handles.result()
      Option.when(all.length == path.steps.length)(PathReader(all, endType))
end PathReader
