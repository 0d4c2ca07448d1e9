package eddy.inference

import java.lang.reflect.{Field, Modifier}
import java.nio.file.{Files, Path as FilePath}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Finds the mutable library objects that handlers can reach from captured values and static fields, through
  * fields of the handlers' own classes and elements of collections.
  *
  * @param root
  *   folder of the class files of the handlers
  * @param name
  *   of their package
  */
final class Reachable(root: FilePath, loader: ClassLoader, name: String):
  private val statics: List[Field] = Using.resource(Files.list(root.resolve(name))): files =>
    for
      file <- files.iterator.asScala.map(_.getFileName.toString).filter(_.endsWith(".class")).toList
      field <- Class.forName(s"$name.${file.dropRight(6)}", true, loader).getDeclaredFields
      if Modifier.isStatic(field.getModifiers) && !field.getType.isPrimitive && field.trySetAccessible()
    yield field

  def from(roots: Iterable[AnyRef]): List[AnyRef] =
    val seen = java.util.Collections.newSetFromMap(java.util.IdentityHashMap[AnyRef, java.lang.Boolean]())
    val found = mutable.ListBuffer[AnyRef]()
    val next = mutable.Stack[Any]()
    next.pushAll(roots)
    next.pushAll(statics.map(_.get(null)))
    while next.nonEmpty do
      next.pop() match
        case null => ()
        case o: AnyRef =>
          if seen.add(o) then
            // a wrapper stands for what is in it, which has the lock
            if Reachable.isMutableOfLibrary(o) && !Reachable.isWrapper(o) then found += o
            next.pushAll(parts(o))
    found.toList

  private def parts(o: AnyRef): Iterator[Any] =
    val className = o.getClass.getName
    o match
      case array: Array[AnyRef] => array.iterator
      case _ if className.startsWith(s"$name.") || className.startsWith("scala.runtime.") =>
        fields(o) ++ elements(o)
      case _ => elements(o)

  private def elements(o: AnyRef): Iterator[Any] = o match
    case map: mutable.Map.WithDefault[?, ?] => Iterator(map.underlying)
    case map: java.util.Map[?, ?] => map.asScala.iterator.flatMap((k, v) => List(k, v))
    case all: java.util.Collection[?] => all.asScala.iterator
    case map: scala.collection.Map[?, ?] => map.iterator.flatMap((k, v) => List(k, v))
    case all: scala.collection.Iterable[?] if all.knownSize >= 0 || all.isInstanceOf[List[?]] => all.iterator
    case product: Product => product.productIterator
    case _ => Iterator.empty

  private def fields(o: AnyRef): Iterator[Any] =
    Iterator.iterate[Class[?] | Null](o.getClass)(c => if c == null then null else c.getSuperclass)
      .takeWhile(c => c != null && !c.getName.startsWith("java.")).flatMap(_.nn.getDeclaredFields)
      .filter(f => !Modifier.isStatic(f.getModifiers) && !f.getType.isPrimitive && f.trySetAccessible()).map(
        _.get(o)
      )
end Reachable

object Reachable:
  private def isWrapper(o: AnyRef) =
    o.isInstanceOf[mutable.Map.WithDefault[?, ?]] || o.isInstanceOf[mutable.StringBuilder]

  private def isMutableOfLibrary(o: AnyRef) =
    val name = o.getClass.getName
    o.getClass.isArray || name.startsWith("scala.collection.mutable.") || name.startsWith("java.nio.") ||
    name == "java.lang.StringBuilder" ||
    name.startsWith("java.util.") && !name.startsWith("java.util.concurrent") &&
    (o.isInstanceOf[java.util.Collection[?]] || o.isInstanceOf[java.util.Map[
      ?,
      ?
    ]] || o.isInstanceOf[java.util.BitSet] ||
      o.isInstanceOf[java.util.Iterator[?]]) && !name.startsWith("java.util.ImmutableCollections")
end Reachable
