package eddy.inference.internal.context

import eddy.inference.internal.bytecode.{Conventions, Descriptors, GenericTypes, Memo, MethodName}
import eddy.inference.internal.classpath.{ClassRepository, DeclaredEffects}
import eddy.inference.internal.heap.{AbstractObject, AbstractValue, AccessPath, ClosureCode}
import eddy.inference.internal.library.{ClassIndex, LibraryModel}

import java.lang.invoke.MethodType
import java.lang.reflect.{Method, Modifier, ParameterizedType, Proxy, Type, TypeVariable, WildcardType}
import scala.jdk.CollectionConverters.*

/** What static types say about values. */
private[inference] final class Types(
    repository: ClassRepository,
    index: ClassIndex,
    library: LibraryModel,
    declaredEffects: DeclaredEffects
):
  /** Nothing that a value of the type refers to can change. */
  def isImmutable(cls: String): Boolean = library.isImmutable(cls) && !isExtended(cls)

  /** An immutable type of the library, such as Number, below which the application has classes of its own,
    * which may not be.
    */
  def isExtended(cls: String): Boolean =
    library.isImmutable(cls) && extensible(cls) && extended(cls)
  private val extended = index.answers[String, Boolean](cls =>
    index.concreteBelow(cls).exists(library.isUser) || index.closuresBelow(cls).nonEmpty
  )

  // whether classes of the application may stand behind the type
  private val extensible = Memo[String, java.lang.Boolean](cls =>
    repository.runtime(cls).exists: c =>
      // enums are many, and seldom behind that name
      !Modifier.isFinal(c.getModifiers) && !c.isSealed && c != classOf[Enum[?]]
  )

  /** Any object of the type. */
  def unknownObject(cls: String): AbstractObject =
    if !library.isLibrary(cls) && declaredEffects.isConfined(cls) then AbstractObject.Confined(cls)
    else AbstractObject.Unknown(cls)
  def unknown(cls: String): AbstractValue = unknowns(cls)
  private val unknowns =
    index.answers[String, AbstractValue](c =>
      if isImmutable(c) then AbstractValue.none else AbstractValue.of(unknownObject(c))
    )

  /** Whatever fits a field or parameter of that descriptor. */
  def ofDescriptor(d: String): AbstractValue =
    if Descriptors.isWide(d) then AbstractValue.wide
    else Descriptors.className(d).fold(AbstractValue.none)(unknown)

  /** What a root method gets from the code that runs the handler: functions and subscribers are the
    * framework's own.
    */
  def ofRootParameter(d: String): AbstractValue = Descriptors.className(d) match
    case Some(c) if library.isSupplied(c) => AbstractValue.of(AbstractObject.Confined(c))
    case _ => ofDescriptor(d)

  /** The type that makes objects of the class call functions that they were given earlier. */
  def deferred(cls: Class[?]): Option[String] =
    if isOfThirdParty(cls) then None else findDeferred(cls)

  /** A proxy that calls code of a library. */
  private def isOfThirdParty(cls: Class[?]) =
    Proxy.isProxyClass(cls) && cls.getInterfaces.exists(library.isThirdParty(_))

  private def findDeferred(cls: Class[?]): Option[String] =
    Option(Descriptors.internalName(cls)).filter(library.isDeferred)
      .orElse((Option(cls.getSuperclass).toList ++ cls.getInterfaces).flatMap(findDeferred).headOption)

  /** The nearest library class that the class extends; a library class itself. */
  def libraryClass(cls: Class[?]): String = libraryClasses(cls)
  private val libraryClasses = Memo[Class[?], String](findLibraryClass)
  private def findLibraryClass(cls: Class[?]): String =
    val name = Descriptors.internalName(cls)
    if ClosureCode.isClosure(cls) then Descriptors.AnyObject
    // it does what its interface says
    else if Proxy.isProxyClass(cls) && cls.getInterfaces.nonEmpty then
      Descriptors.internalName(cls.getInterfaces.head)
    else if library.isLibrary(name) then name
    else Option(cls.getSuperclass).fold(Descriptors.AnyObject)(libraryClass)

  /** Its result is an immutable collection, option or tuple of texts and the like, as its generic type tells.
    */
  val givesPlain: MethodName => Boolean =
    val known = Memo[MethodName, java.lang.Boolean](m =>
      repository.runtime(m.owner).exists: c =>
        (c.getMethods ++ c.getDeclaredMethods).exists(d =>
          d.getName == m.name && m.descriptor == Types.descriptor(d) && isPlain(GenericTypes.ofResult(d))
        )
    )
    known(_)

  val hasVarArgs: MethodName => Boolean =
    val known = Memo[MethodName, java.lang.Boolean](m =>
      m.descriptor.contains("[") && repository.runtime(m.owner).exists(methods(_, m).exists(_.isVarArgs))
    )
    known(_)

  private def isPlain(t: Type | Null): Boolean = t match
    case c: Class[?] => Modifier.isFinal(c.getModifiers) && library.isImmutable(Descriptors.internalName(c))
    case p: ParameterizedType => p.getRawType match
        case c: Class[?] =>
          library.isContainer(Descriptors.internalName(c)) && p.getActualTypeArguments.forall(isPlain(_))
        case _ => false
    case _ => false

  /** The result of a method of a shared object, by the generic type of the field that holds the object. Who
    * passes it on as any object, or reads a collection of numbers by index or key, casts it to nothing that
    * says so.
    */
  def givenBy(holder: AccessPath, called: MethodName): Option[String] =
    for
      (owner, name) <- holder.field
      variable <- parameterGiven(called)
      c <- GenericTypes.ofField(repository.field(owner, name)) match
        case t: ParameterizedType if t.getRawType == variable.getGenericDeclaration =>
          val parameters = variable.getGenericDeclaration.getTypeParameters
          rawClass(t.getActualTypeArguments.apply(parameters.indexOf(variable)))
        case _ => None
      found = Descriptors.internalName(c)
      if found != Descriptors.AnyObject && !library.isFunction(found)
    yield found

  /** The classes of what a shared object holds, by the generic type of the field that holds the object:
    * of keys and values, in this order. None if one of them says nothing.
    */
  def heldBy(holder: AccessPath): Option[List[String]] =
    for
      (owner, name) <- holder.field
      found <- GenericTypes.ofField(repository.field(owner, name)) match
        case t: ParameterizedType =>
          val known = t.getActualTypeArguments.toList.map(rawClass)
          Option.when(!known.contains(None))(known.flatten)
        case _ => None
      classes = found.map(Descriptors.internalName)
      if classes.nonEmpty && classes.forall(c => c != Descriptors.AnyObject && !library.isFunction(c))
    yield classes

  // the type parameter of its class that is the method's result
  private val parameterGiven = Memo[MethodName, Option[TypeVariable[?]]](m =>
    repository.runtime(m.owner).flatMap: c =>
      c.getDeclaredMethods.find(d => d.getName == m.name && m.descriptor == Types.descriptor(d))
        .map(GenericTypes.ofResult).collect { case v: TypeVariable[?] if v.getGenericDeclaration == c => v }
  )

  private def rawClass(t: Type): Option[Class[?]] = t match
    case c: Class[?] => Some(c)
    case p: ParameterizedType => rawClass(p.getRawType)
    case w: WildcardType => rawClass(w.getUpperBounds.head)
    case _ => None

  /** The primitive of that descriptor, or nothing. */
  def blank(d: String): AbstractValue =
    if Descriptors.isWide(d) then AbstractValue.wide else AbstractValue.none

  /** The rest of a value that turned out to be of a type, by a cast or a parameter. */
  def narrow(v: AbstractValue, t: String, snapshot: HeapSnapshot): AbstractValue =
    if v.isEmpty || t == Descriptors.AnyObject then v
    else if isImmutable(t) then AbstractValue.none.known(v.key).lostLike(v)
    else
      val fit = v.objects.flatMap(narrow(_, t, snapshot))
      if fit == v.objects && !v.wide && !v.isFull then v else AbstractValue.of(fit).known(v.key).lostLike(v)

  /** A third party's argument, as a parameter of that type takes it. */
  def received(v: AbstractValue, descriptor: String): AbstractValue =
    val passed = v.objects.collect { case a @ AbstractObject.Passed(own) => (a, own) }
    if passed.isEmpty then v
    else
      val isOwn = Descriptors.className(descriptor).exists(c => passed.exists((_, own) => own(c)))
      val rest = v.objects -- passed.map(_(0))
      AbstractValue.of(if isOwn then rest else rest + AbstractValue.anything)

  /** The third party's types whose objects a call passes to the functions that it takes: named by a fact, or
    * in the types of its parameters, and not by type variables, which stand for the application's.
    */
  val passedBy: MethodName => Set[String] =
    index.answers(m =>
      library.passes(m.owner) ++ repository.runtime(m.owner).toList.flatMap(c =>
        methods(c, m).flatMap(GenericTypes.ofParameters).flatMap(namedIn) ++
          // it stands for the type variable of what declares the method
          (if m.name == "forEach" then iterated(c).toList.flatMap(named) else Nil)
      )
    )

  private def methods(c: Class[?], m: MethodName): List[Method] =
    (c.getMethods ++ c.getDeclaredMethods).toList.filter(d =>
      d.getName == m.name && m.descriptor == Types.descriptor(d)
    )

  /** The result is an object of the library's, not one that it keeps for the application: those are of a type
    * variable, or of any type.
    */
  val givesOwn: MethodName => Boolean =
    index.answers(m =>
      repository.runtime(m.owner).toList.flatMap(methods(_, m)).exists(GenericTypes.ofResult(_) match
        case c: Class[?] => library.isLibrary(c) && c != classOf[Object]
        case p: ParameterizedType =>
          rawClass(p).exists(library.isLibrary(_))
        case _ => false)
    )

  /** The content of the method's result, as the arguments of its generic type tell; none if it has none. */
  val elementsOf: MethodName => Option[List[Types.Given]] =
    index.answers(m =>
      repository.runtime(m.owner).toList.flatMap(methods(_, m)).map(GenericTypes.ofResult).collectFirst {
        case p: ParameterizedType => p.getActualTypeArguments.toList.map(givenAs)
      }
    )

  private def givenAs(t: Type): Types.Given = t match
    case p: ParameterizedType => givenAs(p.getRawType) match
        case Types.Given.Own(c, _) => Types.Given.Own(c, Some(p.getActualTypeArguments.toList.map(givenAs)))
        case other => other
    case w: WildcardType => givenAs(w.getUpperBounds.head)
    case c: Class[?] =>
      val name = Descriptors.internalName(c)
      if !library.isLibrary(name) || c.isArray || c == classOf[Object] || library.isFunction(name) then
        Types.Given.Anything
      else Types.Given.Own(name, None)
    case _ => Types.Given.Anything

  /** Code of the JDK or of Scala's takes things out of a third party's object of the class: it is of a type
    * of theirs that says more than that it can be closed or compared.
    */
  val isOpened: String => Boolean = Memo[String, java.lang.Boolean](c =>
    repository.runtime(c).forall(standardAbove(_).exists(t =>
      t == Conventions.AnyIterable || !saysNothing(t)
    ))
  )(_)

  private def saysNothing(t: String) = library.isGeneral(t) || library.isVague(t) || library.isForeign(t)

  private def standardAbove(c: Class[?]): Set[String] =
    (Option(c.getSuperclass).toList ++ c.getInterfaces).flatMap(t =>
      standardAbove(t) + Descriptors.internalName(t)
    ).toSet

  /** It can be iterated over, and it may be one of its own elements, as with a tree. */
  val holdsItsLike: String => Boolean = Memo[String, java.lang.Boolean](c =>
    repository.runtime(c).exists: k =>
      !standardAbove(k).exists(t => t != Conventions.AnyIterable && !saysNothing(t)) &&
        iterated(k).flatMap(rawClass).exists(_.isAssignableFrom(k))
  )(_)

  /** The type of the elements of an iteration over such an object. */
  def elementOf(c: String): String =
    repository.runtime(
      c
    ).flatMap(iterated).flatMap(rawClass).fold(Descriptors.AnyObject)(Descriptors.internalName)

  private def iterated(c: Class[?]): Option[Type] =
    GenericTypes.ofInterfaces(c).collectFirst {
      case p: ParameterizedType if p.getRawType == classOf[java.lang.Iterable[?]] =>
        p.getActualTypeArguments.head
    }.orElse((Option(c.getSuperclass).toList ++ c.getInterfaces).flatMap(iterated).headOption)

  private def namedIn(t: Type): List[String] = t match
    case p: ParameterizedType =>
      rawClass(p).toList.flatMap(takenBy) ++ p.getActualTypeArguments.flatMap(named)
    case c: Class[?] => takenBy(c)
    case _ => Nil

  private def named(t: Type): List[String] = t match
    case p: ParameterizedType => rawClass(p).toList.flatMap(own) ++ p.getActualTypeArguments.flatMap(named)
    case w: WildcardType => (w.getLowerBounds ++ w.getUpperBounds).toList.flatMap(named)
    case c: Class[?] => own(c)
    case _ => Nil

  /** By the methods of a third party's interface. */
  private def takenBy(c: Class[?]): List[String] =
    if !c.isInterface || !library.isThirdParty(Descriptors.internalName(c)) then Nil
    else c.getMethods.toList.flatMap(_.getParameterTypes).flatMap(own)

  private def own(c: Class[?]): List[String] =
    List(Descriptors.internalName(c)).filter(library.isForeign)

  def narrowTo(v: AbstractValue, descriptor: String, snapshot: HeapSnapshot): AbstractValue =
    if Descriptors.isWide(descriptor) then AbstractValue.wide.known(v.key).lostLike(v)
    else
      Descriptors.className(descriptor).fold(AbstractValue.none.known(v.key).lostLike(v))(narrow(
        v,
        _,
        snapshot
      ))

  private def narrow(a: AbstractObject, t: String, snapshot: HeapSnapshot): List[AbstractObject] = a match
    case AbstractObject.Existing(p, _) if p.isStable =>
      list(a)(repository.runtime(t).forall(k => snapshot.objects(p).exists(k.isInstance)))
    case AbstractObject.Existing(p, d) =>
      if repository.isSubtype(t, d) then List(AbstractObject.Existing(p, t))
      else if !mayBe(AbstractObject.Unknown(d), t, snapshot) then Nil
      // it is of both types, and only the library's says what its methods do
      else if !library.isLibrary(d) && library.isMutable(t) && !library.isGeneral(t) && !repository.isSubtype(
          d,
          t
        )
      then List(a, AbstractObject.Existing(p, t))
      else List(a)
    case AbstractObject.Made(c, _) =>
      if c.startsWith("[") || t.startsWith("[") then
        list(a)(
          c.startsWith("[") == t.startsWith("[") || Conventions.ofArrays(t)
        )
      // an object of the application's that a third party has returned
      else if library.isForeign(c) && library.isUser(t) && repository.isSubtype(t, c) then
        List(unknownObject(t))
      // what a library call makes is known by its declared result only
      else
        list(a)(repository.isSubtype(
          c,
          t
        ) || repository.runtime(c).isEmpty || library.isLibrary(c) && library.isLibrary(t) && mayPassFor(
          c,
          t
        ))
    case AbstractObject.Part(p, _) =>
      List(if library.isLibrary(t) then AbstractObject.Part(p, t) else unknownObject(t))
    case AbstractObject.Closure(_, interfaces, _) =>
      // one that the library has made of others may be of a narrower type
      list(a)(isOne(
        interfaces,
        t
      ) || library.isFunction(t) && interfaces.exists(repository.isSubtype(t, _)))
    case AbstractObject.Confined(c) => list(a)(repository.isSubtype(c, t) || repository.isSubtype(t, c))
    case AbstractObject.Passed(own) => if own(t) then Nil else narrow(AbstractValue.anything, t, snapshot)
    case AbstractObject.Unknown(c) =>
      if repository.isSubtype(t, c) then List(unknownObject(t))
      else if repository.isSubtype(c, t) then List(a)
      else
        val classes =
          for x <- repository.runtime(c); y <- repository.runtime(t) yield !x.isInterface && !y.isInterface
        // an object of the application's is of that type, too, only if one of its classes is
        list(unknownObject(t))(!classes.contains(true) && (
          if library.isLibrary(c) then
            mayPassFor(t, c) || index.concreteBelow(t).exists(repository.isSubtype(_, c))
          else haveCommonSubtype(c, t)
        ))

  private def list(a: AbstractObject)(fits: Boolean): List[AbstractObject] = if fits then List(a) else Nil

  /** Whether the object can be the receiver of a method of `owner`: values that come out of library code may
    * be more than types allow.
    */
  def mayBe(a: AbstractObject, owner: String, snapshot: HeapSnapshot): Boolean =
    owner == Descriptors.AnyObject || (a match
      case AbstractObject.Made(c, _) =>
        c.startsWith("[") || library.isLibrary(c) && library.isLibrary(owner) || repository.isSubtype(
          c,
          owner
        )
      case AbstractObject.Closure(_, interfaces, _) => isOne(interfaces, owner)
      case AbstractObject.Existing(p, d) if !p.isStable => mayBe(AbstractObject.Unknown(d), owner, snapshot)
      case AbstractObject.Existing(p, _) =>
        repository.runtime(owner).forall(k => snapshot.objects(p).exists(k.isInstance))
      case AbstractObject.Unknown(c) =>
        c.startsWith("[") || repository.isSubtype(c, owner) || repository.isSubtype(
          owner,
          c
        ) || haveCommonSubtype(c, owner)
      case _ => true)

  /** An object that a library made may be of the type, or stand for one of it: a driver's for none of the
    * JDK's or of Scala's that it does not implement.
    */
  private def mayPassFor(c: String, t: String) =
    !library.isDriver(c) || saysNothing(t) || repository.isSubtype(t, c)

  /** Those that can be. Where some are of the type, a third party's object that cannot be has come out of
    * library code together with these.
    */
  def receivers(v: AbstractValue, owner: String, snapshot: HeapSnapshot): List[AbstractObject] =
    val possible = v.objects.toList.filter(mayBe(_, owner, snapshot))
    def isApart(a: AbstractObject) = a match
      case AbstractObject.Made(c, _) => library.isForeign(c) && areApart(c, owner)
      case _ => false
    val (apart, others) = possible.partition(isApart)
    if others.isEmpty then apart else others

  /** No object is of both types: a third party's of a class is of no interface of the JDK's or of Scala's
    * that its class does not implement.
    */
  private def areApart(c: String, t: String) =
    !repository.isSubtype(c, t) && !repository.isSubtype(t, c) &&
      (for x <- repository.runtime(c); y <- repository.runtime(t)
      yield !x.isInterface && !(y.isInterface && library.isThirdParty(t)) || Modifier.isFinal(
        x.getModifiers
      ) || Modifier.isFinal(
        y.getModifiers
      )).getOrElse(false)

  /** A closure of these interfaces is of that type; it may be serializable, too. Of a class it never is. */
  private def isOne(interfaces: List[String], t: String) =
    library.isGeneral(t) && repository.runtime(t).forall(_.isInterface) || interfaces.exists(i =>
      repository.isSubtype(i, t) || isConverted(i, t)
    )

  /** A Scala function wrapped as a Java one, or the other way round. */
  private def isConverted(from: String, to: String) =
    library.isFunction(to) && library.isLibrary(from) && Conventions.isOfScala(from) != Conventions.isOfScala(
      to
    )

  private def haveCommonSubtype(c: String, owner: String): Boolean = common((c, owner))
  private val common = index.answers[(String, String), Boolean](findCommonSubtype)
  private def findCommonSubtype(c: String, owner: String): Boolean =
    (for x <- repository.runtime(c); y <- repository.runtime(owner)
    yield
      if Modifier.isFinal(x.getModifiers) || Modifier.isFinal(
          y.getModifiers
        ) || !x.isInterface && !y.isInterface
      then false
      else if library.isUser(c) then
        index.concreteBelow(c).exists(repository.isSubtype(_, owner)) ||
        x.isInterface && index.closuresBelow(c).exists(s =>
          !library.isLibrary(owner) || isOne(s.interfaces.asScala.toList, owner)
        )
      else true).getOrElse(true)
end Types

private[inference] object Types:
  /** What the generic type of a method says of a part of its result. */
  enum Given derives CanEqual:
    /** An object of a library's type; `of`: the arguments of that. */
    case Own(cls: String, of: Option[List[Given]])
    case Anything

  private def descriptor(m: Method): String =
    MethodType.methodType(m.getReturnType, m.getParameterTypes).descriptorString
