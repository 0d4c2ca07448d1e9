package eddy.inference.internal.heap

import eddy.inference.internal.Limits
import eddy.inference.internal.bytecode.Descriptors
import eddy.inference.internal.library.LibraryModel

import java.lang.reflect.{Field, Modifier}
import java.util.concurrent.{Executor, ThreadPoolExecutor}
import scala.concurrent.ExecutionContext

/** Executors that exist. Any thread. */
private[inference] object Executors:

  /** It may run a function on the thread that hands it over: it is the application's, of a class that a fact
    * names, or made of such an executor.
    */
  def isOnTheSpot(o: AnyRef): Boolean = isOnTheSpot(o, Limits.Executors)

  private def isOnTheSpot(o: AnyRef | Null, depth: Int): Boolean = o match
    case null => false
    case pool: ThreadPoolExecutor if isOfPlatform(pool.getClass) =>
      isNamed(pool.getRejectedExecutionHandler.nn)
    // it cannot be looked into
    case _ if LibraryModel.standard.isOpaque(Descriptors.internalName(o.getClass)) => true
    case _: Executor | _: ExecutionContext =>
      isNamed(o) || parts.get(o.getClass).exists(f => depth == 0 || isOnTheSpot(f.get(o), depth - 1))
    case _ => false

  private def isNamed(o: AnyRef) =
    val c = o.getClass
    !LibraryModel.standard.isLibrary(c) || LibraryModel.standard.isOnTheSpot(Descriptors.internalName(c))

  private def isOfPlatform(c: Class[?]) =
    val loader = c.getClassLoader
    loader == null || (loader eq ClassLoader.getPlatformClassLoader)

  /** Executors that it may hand over to. */
  private val parts = new ClassValue[List[Field]]:
    override def computeValue(c: Class[?]): List[Field] =
      if isOfPlatform(c) then Nil
      else
        try
          c.getDeclaredFields.toList.filter(f =>
            !Modifier.isStatic(f.getModifiers) && mayHold(f.getType) && f.trySetAccessible()
          ) ++ Option(c.getSuperclass).toList.flatMap(get(_))
        catch case _: LinkageError => Nil

  private def mayHold(c: Class[?]) =
    classOf[Executor].isAssignableFrom(c) || classOf[ExecutionContext].isAssignableFrom(c)
end Executors
