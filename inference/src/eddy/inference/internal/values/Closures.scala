package eddy.inference.internal.values

import eddy.inference.internal.Limits
import eddy.inference.internal.bytecode.{Conventions, Descriptors, Instruction, LambdaSite, MethodName}
import eddy.inference.internal.context.{AnalysisState, Effects}
import eddy.inference.internal.heap.{
  AbstractObject,
  AbstractValue,
  AccessPath,
  ClosureCode,
  Implementation,
  Key
}

import java.lang.reflect.InaccessibleObjectException
import scala.jdk.CollectionConverters.*

/** Calls of closures: those the handler makes, those it captured, and those of which only the type is known.
  */
private[inference] final class Closures(
    state: AnalysisState,
    keys: Keys,
    kinds: ObjectKinds,
    reachability: Reachability,
    records: Records,
    semantics: Semantics
):
  import state.context.{implementations, library, repository}
  import state.{effects, heap, snapshot, tasks, types}

  /** What an invokedynamic makes. */
  def dynamic(i: Instruction, arguments: Vector[AbstractValue]): AbstractValue = Option(i.lambda) match
    case Some(site) =>
      val made = closure(site, arguments)
      // a closure that captures closures of its own kind, as in a recursive combinator, would grow for ever
      AbstractValue.of(if nesting(made) > Limits.Closures then AbstractObject.Unknown(site.interfaceName)
      else made)
    case None => i.owner match
        case Conventions.Concatenation =>
          val _ = semantics.library(MethodName(Conventions.Text, "concat", i.descriptor), None, arguments)
          AbstractValue.none.known(keys.ofText(i, arguments))
        case Conventions.Switch => AbstractValue.none
        case Conventions.ObjectMethods =>
          records.ask(i.name, i.descriptor, arguments)
          AbstractValue.none
        case other =>
          effects.everything(s"an invokedynamic is bound by $other, which is not known")
          types.ofDescriptor(Descriptors.result(i.descriptor))

  private def closure(site: LambdaSite, captured: Vector[AbstractValue]) =
    new AbstractObject.Closure(Implementation(site), site.interfaces.asScala.toList, captured)

  /** Any closure made at that place. */
  def any(site: LambdaSite): AbstractObject.Closure =
    closure(site, Descriptors.parameters(site.siteDescriptor).map(types.ofDescriptor))

  /** Code of the library's behind a closure, which counts separately in another manner, as methods do. */
  private final case class OfLibrary(
      made: Implementation,
      captured: Vector[AbstractValue],
      arguments: Vector[AbstractValue],
      on: Effects.Thread,
      part: Effects.HandlerEffects
  )

  /** Runs an implementation. `rest` returns the arguments after the captured ones, from their descriptors. */
  def invoke(
      made: Implementation,
      captured: Vector[AbstractValue],
      rest: Vector[String] => Vector[AbstractValue]
  ): AbstractValue =
    if !library.isLibrary(made.method.owner) then run(made, captured, rest)
    else
      // library code that gets itself among its arguments calls itself
      val arguments = rest(parametersAfter(made, captured.size))
      tasks.result(OfLibrary(made, captured, arguments, effects.thread, effects.inPart)):
        severally(run(made, captured, _ => arguments) | inside(captured, arguments), arguments)

  /** A function that the library has made of one that takes its arguments one after another, as
    * `Function.uncurried` does, calls what that returns.
    */
  private def severally(returned: AbstractValue, arguments: Vector[AbstractValue]): AbstractValue =
    arguments.drop(1).foldLeft(returned): (all, _) =>
      val functions = all.only(kinds.isFunction)
      if functions.isEmpty then all else all | semantics.together(functions, arguments)

  /** A function that the library has made of several calls those, as `Function.chain` does. */
  private def inside(captured: Vector[AbstractValue], arguments: Vector[AbstractValue]): AbstractValue =
    val kept = reachability.from(captured) -- captured.flatMap(_.objects)
    semantics.together(AbstractValue.of(kept).only(kinds.isFunction), arguments)

  private def run(
      made: Implementation,
      captured: Vector[AbstractValue],
      rest: Vector[String] => Vector[AbstractValue]
  ): AbstractValue =
    val m = made.method
    val all = captured ++ rest(parametersAfter(made, captured.size))
    made.kind match
      case Implementation.Static => semantics.static(m, all)
      case Implementation.NewObject =>
        val built = AbstractValue.of(AbstractObject.Made(m.owner, heap.site(m, -1)))
        val _ = semantics.exact(m, built +: all)
        built
      case Implementation.Special => semantics.exact(m, all)
      case _ => semantics.virtual(m, all)

  /** The parameters of the method, and the object that it is called on, that are not captured. */
  private def parametersAfter(made: Implementation, captured: Int): Vector[String] =
    val m = made.method
    val parameters = Descriptors.parameters(m.descriptor)
    made.kind match
      case Implementation.Static | Implementation.NewObject => parameters.drop(captured)
      case _ => (Descriptors.ofClass(m.owner) +: parameters).drop(captured)

  /** A method of a closure that the handler made. */
  def on(
      closure: AbstractObject.Closure,
      called: MethodName,
      arguments: Vector[AbstractValue]
  ): AbstractValue =
    on(closure.interfaces, called, arguments)(call(closure, arguments.tail))

  /** What a call runs: default methods of the application's, the method that the closure implements, or the
    * library's code.
    */
  private def on(
      interfaces: List[String],
      called: MethodName,
      arguments: Vector[AbstractValue]
  )(theMethod: => AbstractValue): AbstractValue =
    implementations.default(interfaces, called) match
      case Some(m) if !library.isLibrary(m.owner) => semantics.body(m, arguments)
      case None
          if !library.isLibrary(interfaces.head) || !library.isLibrary(called.owner) || isTheMethod(called) =>
        theMethod
      case _ => onDefault(called, arguments)

  def call(closure: AbstractObject.Closure, arguments: Vector[AbstractValue]): AbstractValue =
    invoke(closure.made, closure.captured, fit(_, arguments))

  /** A method of a closure object that exists. */
  def existing(
      path: AccessPath,
      closure: AnyRef,
      called: MethodName,
      arguments: Vector[AbstractValue]
  ): AbstractValue =
    opened(closure).fold(AbstractValue.of(AbstractValue.anything)): code =>
      on(code.interfaces, called, arguments)(call(path, closure, fit(_, arguments.tail)))

  /** Runs what a closure object runs, which is one of the implementations that it may have. */
  def call(path: AccessPath, closure: AnyRef, rest: Vector[String] => Vector[AbstractValue]): AbstractValue =
    AbstractValue.join(ways(path, closure, rest).map(_()))

  /** The same, one implementation after another. */
  def ways(
      path: AccessPath,
      closure: AnyRef,
      rest: Vector[String] => Vector[AbstractValue]
  ): List[() => AbstractValue] =
    opened(closure).fold(List(() => AbstractValue.of(AbstractValue.anything))): code =>
      val captured = Vector.tabulate(code.capturedCount): i =>
        val at = path / AccessPath.Step.Captured(i)
        if code.capturedTypes(i).isPrimitive then
          types.blank(code.capturedTypes(i).descriptorString()).known(Key.at(at))
        else snapshot.value(at, Descriptors.AnyObject)
      code.implementations.map(made => () => invoke(made, captured, rest))

  private def opened(closure: AnyRef): Option[ClosureCode] =
    try
      val code = ClosureCode.of(closure, repository)
      if code.implementations.isEmpty then
        effects.everything(s"the code of the closure ${closure.getClass.getName} was not found")
      Option.when(code.implementations.nonEmpty)(code)
    catch
      case e: (IllegalAccessException | InaccessibleObjectException) =>
        effects.everything(s"the closure ${closure.getClass.getName} cannot be looked into: ${e.getMessage}")
        None

  /** Arguments as the parameters take them; a missing one may be anything. */
  def fit(parameters: Vector[String], arguments: Vector[AbstractValue]): Vector[AbstractValue] =
    parameters.zipWithIndex.map: (p, i) =>
      arguments.lift(i).fold(types.ofDescriptor(p))(a =>
        types.narrowTo(types.received(a, p), p, snapshot)
      )

  /** The one abstract method of a functional interface of the library's, by any of the names that
    * it has by specialisation.
    */
  def isTheMethod(called: MethodName): Boolean = library.isCall(called.owner, called.name)

  /** andThen, compose, tupled: the result is a function that calls all that went in, and may pass to one what
    * another returns.
    */
  def onDefault(called: MethodName, arguments: Vector[AbstractValue]): AbstractValue =
    Descriptors.className(Descriptors.result(called.descriptor)).filter(library.isFunction) match
      // it gets its arguments one after another
      case Some(made) if library.curries(called.owner, called.name) => types.unknown(made)
      case Some(made) => combined(made, called, arguments)
      case None if Conventions.ofEverything(called.name) => AbstractValue.none
      case None => semantics.library(called, Some(arguments.head), arguments.tail)

  /** A function of the library's, as if its code were a method that takes what it is made of first. */
  private def combined(interfaceName: String, called: MethodName, of: Vector[AbstractValue]): AbstractValue =
    val taken = Vector.fill(of.size + arity(interfaceName))(Descriptors.ofClass(Descriptors.AnyObject))
    val code = MethodName(
      interfaceName,
      called.name,
      taken.mkString("(", "", s")${Descriptors.ofClass(Descriptors.AnyObject)}")
    )
    // one made of such functions may be one of them, as in a loop: it calls all that went into any of them
    if of.exists(_.objects.exists(isCombined)) then
      val made = new AbstractObject.Made(interfaceName, state.siteOf(called))
      of.foreach(heap.add(made.site, _))
      AbstractValue.of(made)
    else
      AbstractValue.of(new AbstractObject.Closure(
        Implementation(Implementation.Static, code),
        List(interfaceName),
        of
      ))

  private def isCombined(a: AbstractObject) = a match
    case AbstractObject.Closure(made, interfaces, _) => interfaces.contains(made.method.owner)
    case AbstractObject.Made(c, _) => library.isFunction(c)
    case _ => false

  /** How many arguments it may get; a partial function also what to do where it is not defined. */
  private def arity(interfaceName: String): Int =
    repository.runtime(interfaceName).fold(Closures.MostArguments): c =>
      c.getMethods.iterator.filter(m => library.isCall(interfaceName, m.getName)).map(
        _.getParameterCount
      )
        .maxOption.getOrElse(0)

  private def nesting(c: AbstractObject.Closure): Int =
    1 + c.captured.iterator.flatMap(_.objects).collect { case inner: AbstractObject.Closure =>
      nesting(inner)
    }.maxOption.getOrElse(0)
end Closures

private[inference] object Closures:
  private val MostArguments = 3
