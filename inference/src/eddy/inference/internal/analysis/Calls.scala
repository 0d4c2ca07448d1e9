package eddy.inference.internal.analysis

import eddy.inference.internal.Limits
import eddy.inference.internal.bytecode.{Conventions, Descriptors, MethodName, Names}
import eddy.inference.internal.classpath.DeclaredEffect
import eddy.inference.internal.context.AnalysisState
import eddy.inference.internal.heap.{AbstractObject, AbstractValue, AccessPath, ClosureCode}
import eddy.inference.internal.librarycalls.{LibraryCalls, LibraryReentry}
import eddy.inference.internal.values.Closures
import eddy.inference.report.Coarse

/** Which bodies a call runs. */
private[inference] final class Calls(
    state: AnalysisState,
    closures: Closures,
    reentry: LibraryReentry,
    libraryCalls: LibraryCalls,
    declaredCalls: DeclaredCalls,
    methods: Methods
):
  import state.context.{declaredEffects, implementations, library, repository}
  import state.{snapshot, types, unknown}

  def static(called: MethodName, arguments: Vector[AbstractValue]): AbstractValue =
    if library.isLibrary(called.owner) then libraryCalls.result(called, None, arguments)
    else
      byDeclaration(
        called,
        AbstractValue.none,
        arguments
      ).getOrElse(methods.result(repository.inherited(called), arguments))

  /** Without dynamic binding: constructors, `super`, private methods, receivers of known class. */
  def exact(called: MethodName, arguments: Vector[AbstractValue]): AbstractValue =
    if library.isLibrary(called.owner) then libraryCalls.result(called, Some(arguments.head), arguments.tail)
    else
      byDeclaration(called, arguments.head, arguments.tail).getOrElse:
        repository.resolve(called) match
          case Some(m) if library.isLibrary(m.owner) =>
            libraryCalls.result(m, Some(arguments.head), arguments.tail)
          case Some(m) => methods.result(m, arguments)
          case None => fromLibrary(called, arguments)

  /** The body is in a library class above, or nowhere. */
  private def fromLibrary(called: MethodName, arguments: Vector[AbstractValue]): AbstractValue =
    repository.runtime(called.owner) match
      case Some(c) if repository.info(called.owner).exists(!_.declares(called.inClass)) =>
        libraryCalls.result(called.in(types.libraryClass(c)), Some(arguments.head), arguments.tail)
      case _ => unknown(called, s"$called is native, abstract or missing")

  def virtual(called: MethodName, arguments: Vector[AbstractValue]): AbstractValue =
    val receiver = arguments.head
    if receiver.isEmpty then onNothing(called, arguments)
    // javac calls them like others, and none below is meant (JVMS 5.4.6)
    else if isPrivate(called) then
      exact(called, arguments.updated(0, types.narrow(receiver, called.owner, snapshot)))
    else if receiver.isPlain then
      val a = receiver.objects.head
      if types.mayBe(a, called.owner, snapshot) then on(a, called, arguments) else AbstractValue.none
    else
      val possible = types.receivers(receiver, called.owner, snapshot)
      AbstractValue.join(possible.map(a =>
        on(a, called, arguments.updated(0, AbstractValue.of(a).known(receiver.key)))
      ))

  private def isPrivate(called: MethodName) =
    !library.isLibrary(called.owner) && repository.info(called.owner).exists(_.isPrivate(called.inClass))

  /** The receiver is null, immutable, or an object of the framework's or the library's that is always there.
    */
  private def onNothing(called: MethodName, arguments: Vector[AbstractValue]): AbstractValue =
    if library.isLibrary(called.owner) then libraryCalls.result(called, Some(arguments.head), arguments.tail)
    else if library.isFramework(called.owner) && called.owner.endsWith("$") then exact(called, arguments)
    else AbstractValue.none

  private def on(
      receiver: AbstractObject,
      called: MethodName,
      arguments: Vector[AbstractValue]
  ): AbstractValue = receiver match
    case AbstractObject.Existing(p, _) if p.isStable && snapshot.objects(p).nonEmpty =>
      onObjects(p, called, arguments)
    case AbstractObject.Existing(_, d) => typed(nearer(called.owner, d), called, arguments)
    case AbstractObject.Part(_, c) =>
      libraryCalls.result(
        if library.isLibrary(called.owner) then called else called.in(c),
        Some(arguments.head),
        arguments.tail
      )
    // combined with others
    case AbstractObject.Made(c, _)
        if library.isFunction(c) && library.isLibrary(called.owner) && !closures.isTheMethod(called) =>
      closures.onDefault(called, arguments)
    case AbstractObject.Made(c, _) => onClass(c, called, arguments)
    case c: AbstractObject.Closure => closures.on(c, called, arguments)
    case AbstractObject.Confined(c) => onConfined(c, called, arguments)
    case AbstractObject.Passed(_) => on(AbstractValue.anything, called, arguments)
    case AbstractObject.Unknown(Descriptors.AnyObject) if library.isLibrary(called.owner) =>
      typed(called.owner, called, arguments.updated(0, AbstractValue.of(types.unknownObject(called.owner))))
    case AbstractObject.Unknown(c) => typed(nearer(called.owner, c), called, arguments)

  /** A collection that a request gave holds anything, and calls what it is given as others do. */
  private def onConfined(c: String, called: MethodName, arguments: Vector[AbstractValue]): AbstractValue =
    def anything = types.ofDescriptor(Descriptors.result(called.descriptor))
    if c == Conventions.Fallback then AbstractValue.none
    else if library.isFunction(c) then
      reentry.hears(arguments.tail)
      arguments.tail.foreach(reentry.handedOver(_, Vector.empty): Unit)
      anything
    else if library.isLibrary(c) && library.isLibrary(called.owner) then
      libraryCalls.result(called, Some(arguments.head), arguments.tail) | anything
    else if library.isLibrary(called.owner) then
      byDeclaration(called.in(c), arguments.head, arguments.tail).getOrElse(anything)
    else
      byDeclaration(
        called,
        arguments.head,
        arguments.tail
      ).getOrElse(typed(nearer(called.owner, c), called, arguments))

  /** The objects exist: each class among them is called as it is. */
  private def onObjects(p: AccessPath, called: MethodName, arguments: Vector[AbstractValue]): AbstractValue =
    val owner = repository.runtime(called.owner)
    val fit = snapshot.byClass(p).filter((c, _) => owner.forall(_.isAssignableFrom(c)))
    AbstractValue.join(fit.map: (c, objects) =>
      if ClosureCode.isClosure(c) then closures.existing(p, objects.head, called, arguments)
      else onClass(Descriptors.internalName(c), called, arguments))

  private def onClass(c: String, called: MethodName, arguments: Vector[AbstractValue]): AbstractValue =
    if library.isLibrary(c) then
      libraryCalls.result(
        if library.isLibrary(called.owner) then called else called.in(c),
        Some(arguments.head),
        arguments.tail
      )
    else exact(called.in(c), arguments)

  /** An object of a type of the library's whose method of the application's is called is of both types. */
  private def nearer(owner: String, declared: String) =
    if repository.isSubtype(owner, declared) || library.isLibrary(declared) && !library.isLibrary(owner) then
      owner
    else declared

  /** The receiver is known by its type only: all that the closed world holds. */
  private def typed(t: String, called: MethodName, arguments: Vector[AbstractValue]): AbstractValue =
    if library.isLibrary(t) then
      // comparing or showing a function calls nothing
      if library.isFunction(t) && Conventions.ofEverything(called.name) then
        types.blank(Descriptors.result(called.descriptor))
      else if library.isFunction(t) && closures.isTheMethod(called) then
        // that is how collections of numbers are read, too
        val isRead = t == Conventions.Function && mayRead(called)
        val or = if isRead then ", or a collection of numbers that is read by index or key" else ""
        unknown(
          called,
          s"calls a function value that is not known before the call (${Names.ofClass(t)}$or)",
          if isRead then Coarse.Cause.FunctionOrCollection else Coarse.Cause.Function
        )
      else
        libraryCalls.result(
          called,
          Some(arguments.head),
          arguments.tail
        ) | reentry.ofOpen(t, called, arguments)
    else
      val inType = called.in(t)
      byDeclaration(inType, arguments.head, arguments.tail).getOrElse(inApplication(inType, arguments))

  private def mayRead(called: MethodName) =
    Descriptors.general(called.name) != called.name && Descriptors.result(called.descriptor) != "V"

  private def inApplication(called: MethodName, arguments: Vector[AbstractValue]): AbstractValue =
    val bodies = implementations.inApplication(called)
    val sites = implementations.closures(called)
    val defaults = implementations.defaults(called)
    if bodies.isEmpty && sites.isEmpty && defaults.isEmpty then
      unknown(called, s"no implementation of $called is in the application")
    else if bodies.size + sites.size + defaults.size > Limits.Implementations then
      unknown(
        called,
        s"$called has more than ${Limits.Implementations} implementations",
        Coarse.Cause.Implementations
      )
    else
      val ofClasses = bodies.map: (m, classes) =>
        val self = arguments.head.objects.head match
          // which of them it is then may change
          case AbstractObject.Existing(p, _) =>
            AbstractValue.of(AbstractObject.Existing(
              p,
              if classes.sizeIs == 1 then classes.head else m.owner
            ))
          case _ => AbstractValue.of(classes.map(types.unknownObject).toSet)
        exact(m, arguments.updated(0, self))
      val onClosures =
        defaults.map((m, made) =>
          exact(m, arguments.updated(0, AbstractValue.of(made.map(closures.any).toSet)))
        )
      AbstractValue.join(ofClasses ++ onClosures ++ sites.map(s =>
        closures.call(closures.any(s), arguments.tail)
      ))
    end if
  end inApplication

  private def byDeclaration(
      called: MethodName,
      receiver: AbstractValue,
      arguments: Vector[AbstractValue]
  ): Option[AbstractValue] =
    declaredEffects.of(called) match
      case Some(mark) => Some(declaredCalls.result(mark, called, receiver, arguments))
      case None if library.isFramework(called.owner) && called.name == "<init>" =>
        Some(declaredCalls.result(DeclaredEffect.Pure, called, receiver, arguments))
      case None => None
end Calls
