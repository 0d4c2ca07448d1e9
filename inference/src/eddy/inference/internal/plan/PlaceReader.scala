package eddy.inference.internal.plan

import eddy.inference.internal.context.AnalysisContext
import eddy.inference.internal.heap.{AccessPath, Objects}

/** Reads which objects are at a path, as one object that can be compared with what was there before. Any
  * thread.
  *
  * @param sample
  *   a handler for whose class the path holds
  */
private[inference] final class PlaceReader(path: AccessPath, sample: AnyRef, context: AnalysisContext):
  import PlaceReader.*

  private val one: PathReader | Null = PathReader.of(path, sample, context).orNull
  private val container: PathReader | Null = path.steps match
    case AccessPath.Step.Contents :: before =>
      PathReader.of(AccessPath(path.root, before), sample, context).orNull
    case _ => null

  /** The object at the path itself is read. */
  def isSingle: Boolean = one != null

  /** The declared type of the last step, where what is read is the object itself. */
  def endType: Option[Class[?]] = Option(one).map(_.endType)

  /** What decides which objects they are: the object, the immutable collection that holds them, or all of
    * them. Null when no object is found, [[PathReader.Elsewhere]] when an object on the way is of a class
    * that has no such step.
    */
  def read(handler: AnyRef): AnyRef | Null =
    val reader = one
    if reader != null then reader.read(handler)
    else
      val outside = container
      val held = if outside == null then null else outside.read(handler)
      if held != null && ((held eq PathReader.Elsewhere) || Objects.isFixed(held)) then held
      else Several(context.objects.at(handler, path))

  /** The objects that what was read stands for, without nulls. */
  def objects(read: AnyRef | Null): List[AnyRef] = read match
    case null => Nil
    case several: Several => several.objects
    case it => if isSingle then List(it) else context.objects.contents(it)
end PlaceReader

private[inference] object PlaceReader:
  private final class Several(val objects: List[AnyRef])

  /** Both were read at the same path and stand for the same objects. */
  def isSame(a: AnyRef | Null, b: AnyRef | Null): Boolean = a match
    case these: Several =>
      b match
        case those: Several => these.objects.corresponds(those.objects)(_ eq _)
        case _ => false
    case _ => a eq b
