package eddy.inference.internal.plan

import eddy.inference.internal.context.AnalysisContext
import eddy.inference.internal.heap.{AccessPath, ClosureCode}

import java.lang.invoke.{MethodHandle, MethodHandles, MethodType}

/** A path made fast: handles that read captured values and fields one after another. Only for paths from the
  * handler that end at one object; [[PathReader.of]] says whether a path is one. Any thread.
  */
private[inference] final class PathReader(
    steps: Array[MethodHandle],
    holders: Array[Class[?] | Null],
    val endType: Class[?]
):
  /** The object at the path; null if something on the way is, or is of a class without that field: its uses
    * have a path of their own. [[PathReader.Elsewhere]] if a closure on
    * the way is another one than the analysis has seen.
    */
  def read(handler: AnyRef): AnyRef | Null =
    var o: AnyRef | Null = handler
    var i = 0
    try
      while i < steps.length && o != null do
        val from: Object = o
        val holder = holders(i)
        o = if holder != null && !holder.isInstance(from) then null
        else steps(i).invokeExact(from).asInstanceOf[AnyRef | Null]
        i += 1
      o
    catch case _: ClassCastException => PathReader.Elsewhere
end PathReader

private[inference] object PathReader:
  /** Stands for what is not where it was in the sample. */
  val Elsewhere: AnyRef = new Object

  private val ofObject = MethodType.methodType(classOf[Object], classOf[Object])

  /** @param sample
    *   a handler for whose class the path holds
    */
  def of(path: AccessPath, sample: AnyRef, context: AnalysisContext): Option[PathReader] =
    if !path.fromHandler || !path.isSingle then None
    else
      val handles = Array.newBuilder[MethodHandle]
      val holders = Array.newBuilder[Class[?] | Null]
      var at: AnyRef | Null = sample
      var endType: Class[?] = sample.getClass
      for step <- path.steps.reverseIterator do
        val from = at
        if from != null && hasStep(from, step, context) then
          val handle = step match
            case AccessPath.Step.Field(owner, name, _) =>
              val field = context.repository.field(owner, name)
              endType = field.getType
              holders += field.getDeclaringClass
              MethodHandles.lookup().unreflectGetter(field).asType(ofObject)
            case AccessPath.Step.Captured(i) =>
              val code = ClosureCode.of(from, context.repository)
              endType = code.capturedTypes(i)
              holders += null
              code.reader(i)
            case _ =>
              throw IllegalStateException(s"$path ends at more than one object")
          handles += handle
          val o: Object = from
          at = handle.invokeExact(o).asInstanceOf[AnyRef | Null]
        else at = null
      end for
      val all = handles.result()
      Option.when(all.length == path.steps.length)(PathReader(all, holders.result(), endType))

  /** A variable on the way may hold an object of another class now. */
  private def hasStep(o: AnyRef, step: AccessPath.Step, context: AnalysisContext) = step match
    case AccessPath.Step.Field(owner, name, _) =>
      context.repository.field(owner, name).getDeclaringClass.isInstance(o)
    case AccessPath.Step.Captured(_) => ClosureCode.isClosure(o.getClass)
    case _ => step.isOfSeveral
end PathReader
