package eddy.inference.internal.verdict

import eddy.inference.internal.bytecode.{Conventions, Descriptors, Names}
import eddy.inference.internal.library.LibraryModel
import eddy.inference.report.Access
import eddy.inference.report.Coarse.Cause
import eddy.state.{AccessKind, SharedCounter, SharedObject, Target}

import java.lang.reflect.Modifier

/** What lets a handler run beside more others. */
private[inference] object Hints:
  def of(a: Access): Option[String] = a.target match
    case _ if a.why.exists(_.isAssumed) =>
      Some(
        "declare a narrower type where that object is taken from, or let the class not be of that type: it could have one as a member"
      )
    case Target.Everything => Some(forEverything(cause(a)))
    case Target.OfType(c) if LibraryModel.standard.isLibrary(c) => Some(forLibrary(c))
    case Target.OfType(_) if cause(a) == Cause.Assigned =>
      Some("make the variable a val, or keep what it holds as an immutable value in a SharedRef")
    case Target.OfType(c) if classOf[SharedObject].isAssignableFrom(c) =>
      Some(
        "reach it by vals and immutable collections, or keep plain values in one shared map instead of shared objects in it"
      )
    case Target.OfType(c) =>
      val changing = if a.variables.isEmpty then "" else s" (it changes in ${a.variableNames})"
      Some(
        s"make ${c.getSimpleName} immutable$changing and keep it in a SharedMap, where updateWith replaces it: only its entry changes"
      )
    case Target.Static(_, _) | Target.Fields(_) if a.mode == AccessKind.Reads => None
    case Target.Static(owner, field) =>
      Some(
        s"make ${Names.ofVariable(Descriptors.internalName(owner), field)} a val that holds a SharedRef, or a SharedCounter if it is only added to"
      )
    case Target.Fields(o) => forFields(o, a.variableNames)
    case Target.Shared(_) if cause(a) == Cause.EntryOfEnum =>
      Some(
        "let the enum derive Param, and take it from the request as a typed parameter (pathAs, queryAs, formAs): such a " +
          "key is known before the handler begins, and only its entry is locked"
      )
    case Target.Shared(_) if cause(a) == Cause.Entry =>
      Some(
        "use a key that comes from the request (path, queryAs, cookie, through only trim, toInt and the like), not one " +
          "that was read from an object; or work the key out first, and hand the rest over with it: in nextTick(() => ...) " +
          "a text or number that it captured is known"
      )
    case Target.Shared(_: SharedCounter) if a.mode == AccessKind.Reads =>
      Some(
        "handlers that add to it wait until this one has ended, and it waits for them: add in a nextTick where more " +
          "that is slow follows, and read the value in a handler that is quick; on a thread of its own value waits for nobody"
      )
    case Target.Shared(_) | Target.Entry(_, _) => None

  private def cause(a: Access): Cause = a.why.fold(Cause.Other)(_.cause)

  private def forLibrary(c: Class[?]): String =
    if isOfSql(c) then
      "take the connection from a pool in the handler, by getConnection of its DataSource, and use nothing but what comes of it"
    else if operations(c) then
      "name it with its type before it is used, as in val prices: Seq[Int] = all.get, then prices.sum"
    else if isCollection(c) then
      s"keep it in a val that the handler can see, or use ${twin(c)}; inside of a shared object keep an immutable " +
        "collection instead"
    else s"keep it in a val that the handler can see, or ${forOthers(c)}"

  /** An object of a library that is no collection: in a handler nobody else has it. */
  private def forOthers(c: Class[?]): String =
    val make = "make it in the handler"
    if factsOf(c).isEmpty then make else s"$make; or, if threads may share it, add to $FactsFile:"

  /** Where applications say what they know of libraries. */
  private val FactsFile = "META-INF/eddy/library.txt"

  /** The lines for [[FactsFile]] with which the access needs no lock, if threads may share the object. */
  def facts(a: Access): List[String] = a.target match
    case _ if a.why.exists(_.isAssumed) => Nil
    case Target.OfType(c) => factsOf(c)
    case Target.Fields(o) if a.mode != AccessKind.Reads => factsOf(o.getClass)
    case _ => Nil

  private def factsOf(c: Class[?]): List[String] =
    if !LibraryModel.standard.isLibrary(c) || isCollection(c) || operations(c) || isOfSql(c) ||
      Conventions.isVariable(Descriptors.internalName(c))
    then Nil
    else
      named(c, classes = List(c)).toList.flatMap: known =>
        List(
          s"# threads may share a ${known.getName}, says its documentation",
          s"safe ${Descriptors.internalName(known)}"
        )

  /** The first type that other code can name. A fact about a type of a third party holds for its subtypes. */
  private def named(c: Class[?], classes: List[Class[?]]): Option[Class[?]] =
    if classes.isEmpty then None
    else
      val isThirdParty = LibraryModel.standard.isThirdParty(c)
      def isName(k: Class[?]) =
        Modifier.isPublic(k.getModifiers) && k.getCanonicalName != null && k != classOf[Object] &&
          (k == c || isThirdParty && LibraryModel.standard.isThirdParty(k))
      classes.find(isName).orElse:
        named(c, classes.flatMap(k => Option(k.getSuperclass).toList ++ k.getInterfaces))

  /** Only declares methods of collections: the compiler's name for a receiver whose own type is erased. */
  private def operations(c: Class[?]) =
    LibraryModel.standard.operations.contains(Descriptors.internalName(c))

  private def isOfSql(c: Class[?]) = LibraryModel.standard.isDriver(Descriptors.internalName(c))

  /** Some objects of third parties can be iterated, and are more than a collection. */
  private def isCollection(c: Class[?]) =
    c.isArray || collections.exists(_.isAssignableFrom(c)) || c == classOf[Object] ||
      classOf[java.lang.Iterable[?]].isAssignableFrom(c) && !LibraryModel.standard.isThirdParty(c)
  private val collections: List[Class[?]] = List(
    classOf[scala.collection.IterableOnce[?]],
    classOf[scala.collection.mutable.Growable[?]],
    classOf[scala.collection.mutable.Shrinkable[?]],
    classOf[java.util.Collection[?]],
    classOf[java.util.Map[?, ?]],
    classOf[java.util.Iterator[?]]
  )

  /** The shared collection that does what this one does. */
  private def twin(c: Class[?]): String =
    twins.collectFirst { case (types, shared) if types.exists(_.isAssignableFrom(c)) => s"a $shared" }
      .getOrElse(if c.isArray then "a SharedBuffer" else "the shared collection of its kind")

  private val twins: List[(List[Class[?]], String)] = List(
    List(classOf[java.util.SortedMap[?, ?]], classOf[scala.collection.SortedMap[?, ?]]) -> "SharedSortedMap",
    List(classOf[java.util.Map[?, ?]], classOf[scala.collection.Map[?, ?]]) -> "SharedMap",
    List(classOf[java.util.Set[?]], classOf[scala.collection.Set[?]]) -> "SharedSet",
    List(classOf[java.util.Queue[?]], classOf[scala.collection.mutable.Queue[?]]) -> "SharedQueue",
    List(classOf[java.util.List[?]], classOf[scala.collection.Seq[?]]) -> "SharedBuffer"
  )

  /** @param names see [[Access.variableNames]] */
  private def forFields(o: AnyRef, names: String): Option[String] =
    if Conventions.isVariable(Descriptors.internalName(o.getClass)) then
      Some(s"use a SharedCounter or a SharedRef instead of the variable $names".trim)
    else if isCollection(o.getClass) then
      Some(if names.isEmpty then s"use ${twin(o.getClass)}" else s"make $names ${twin(o.getClass)}")
    else if LibraryModel.standard.isLibrary(o.getClass) then Some(forOthers(o.getClass))
    else
      Some(
        s"keep ${
            if names.isEmpty then s"what changes of ${simple(o.getClass)}" else names
          } in a SharedMap by its " +
          "key, or, if vals alone lead to it, in a SharedRef or SharedCounter"
      )

  /** The cases of an enum may be anonymous classes. */
  private def simple(c: Class[?]): String =
    val name = c.getSimpleName
    if name.nonEmpty then name else Option(c.getSuperclass).fold("it")(simple)

  private def forEverything(why: Cause): String = why match
    case Cause.Reflection => "call the method directly, through a trait if there are several"
    case Cause.FunctionOrCollection =>
      "if it is a collection, name it with its type before it is read, as in val prices: Seq[Int] = all.get, then prices(i); " +
        "keep functions in vals or immutable collections that the handler captures"
    case Cause.Function =>
      "keep functions in vals or immutable collections that the handler captures, or give them a trait of their own"
    case Cause.Deferred =>
      "share a strict collection instead (toVector, toMap), and take numbers from a SharedCounter, not from an iterator"
    case Cause.Implementations => "declare a narrower type for the receiver, or make the class final"
    case Cause.Entry | Cause.EntryOfEnum | Cause.Assigned | Cause.Other =>
      "move that code into a handler of its own"
end Hints
