package eddy.inference.internal.library

import eddy.inference.internal.bytecode.{Descriptors, GenericTypes, Memo, MethodName}
import eddy.inference.internal.classpath.ClassRepository

import java.lang.reflect.{GenericDeclaration, Method, ParameterizedType, Type, TypeVariable}
import scala.collection.mutable

/** Tells by the generic types of collections whether a method returns a collection, which is
  * never one of the elements, as the library makes it or returns its receiver or an argument. Any thread.
  */
private[inference] final class ResultTypes(repository: ClassRepository, library: LibraryModel):
  import ResultTypes.*

  /** The same of a method of Java's collections: a view or an iterator of them is no element either. */
  val givesOfJava: MethodName => Boolean =
    val known = Memo[MethodName, java.lang.Boolean](m =>
      library.isTyped(m.owner) && repository.runtime(m.owner).exists(c =>
        above(c).flatMap(_.getDeclaredMethods).exists(d =>
          d.getName == m.name &&
            d.getParameterTypes.toVector.map(_.descriptorString) == Descriptors.parameters(m.descriptor) &&
            isOfJava(d.getReturnType) && isConcrete(GenericTypes.ofResult(d))
        )
      )
    )
    known(_)

  /** The method returns an object that only stands for the collection that it is called on or passed, one of
    * Java's for one of Scala's or the other way round.
    */
  def converts(m: MethodName): Boolean = library.isConverter(m.owner)

  /** The method returns a collection or, as its result type shows, a pair of them. */
  val gives: MethodName => Boolean =
    val known = Memo[MethodName, java.lang.Boolean](m =>
      library.isTyped(m.owner) && repository.runtime(m.owner).exists(c =>
        declarations(c, m).exists(d => isCollection(GenericTypes.ofResult(d)))
      )
    )
    known(_)

  /** In the class and all above: what stands in for a method of a trait has no generic type. */
  private def declarations(c: Class[?], m: MethodName): List[Method] =
    val parameters = Descriptors.parameters(m.descriptor)
    declared(c).getOrElse(
      m.name,
      Nil
    ).filter(_.getParameterTypes.toVector.map(_.descriptorString) == parameters)

  private val declared = Memo[Class[?], Map[String, List[Method]]](c =>
    above(
      c
    ).filter(t => library.isTyped(Descriptors.internalName(t))).flatMap(
      _.getDeclaredMethods
    ).groupBy(_.getName)
  )

  private def above(c: Class[?]): List[Class[?]] =
    val seen = mutable.LinkedHashSet[Class[?]]()
    def visit(t: Class[?]): Unit = if seen.add(t) then
      Option(t.getSuperclass).foreach(visit)
      t.getInterfaces.foreach(visit)
    visit(c)
    seen.toList
end ResultTypes

private[inference] object ResultTypes:
  private def isOfJava(c: Class[?]) = List(
    classOf[java.lang.Iterable[?]],
    classOf[java.util.Map[?, ?]],
    classOf[java.util.Iterator[?]],
    classOf[java.util.stream.BaseStream[?, ?]]
  ).exists(_.isAssignableFrom(c))

  private def isConcrete(t: Type) = t match
    case _: TypeVariable[?] => false
    case _ => true

  private def isCollection(c: Class[?]) =
    classOf[scala.collection.IterableOnce[?]].isAssignableFrom(c) ||
      classOf[scala.collection.WithFilter[?, ?]].isAssignableFrom(c)

  /** The classes whose type parameters of these names stand for collections. */
  private val named = Set("CC", "C", "IterableCC")
  private val owners: List[Class[?]] = List(
    classOf[scala.collection.IterableOps[?, ?, ?]],
    classOf[scala.collection.SortedOps[?, ?]],
    classOf[scala.collection.WithFilter[?, ?]],
    classOf[scala.collection.IterableFactory[?]],
    classOf[scala.collection.MapFactory[?]]
  )

  private def isCollection(t: Type): Boolean = t match
    case v: TypeVariable[?] => named(v.getName) && isOwner(v.getGenericDeclaration)
    case c: Class[?] => isCollection(c)
    case p: ParameterizedType => p.getRawType match
        case c: Class[?] if c == classOf[(?, ?)] => p.getActualTypeArguments.forall(isCollection)
        case c: Class[?] => isCollection(c)
        case _ => false
    case _ => false

  private def isOwner(d: GenericDeclaration) = d match
    case c: Class[?] => owners.exists(_.isAssignableFrom(c))
    case _ => false
end ResultTypes
