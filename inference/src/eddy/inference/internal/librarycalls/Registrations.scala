package eddy.inference.internal.librarycalls

import eddy.inference.internal.bytecode.{Descriptors, MethodName}
import eddy.inference.internal.context.AnalysisState
import eddy.inference.internal.heap.{AbstractObject, AbstractValue, ClosureCode, Implementation, Key}
import eddy.inference.internal.values.{Closures, Reachability, Semantics}

import scala.collection.mutable

/** Handlers that a handler hands over to run later, each as an event of its own. They are no part of it;
  * where it is asked what they touch, each is looked at for itself.
  */
private[inference] final class Registrations(
    state: AnalysisState,
    reachability: Reachability,
    closures: Closures,
    semantics: Semantics
):
  import state.context.{library, overrides}
  import state.{effects, heap, snapshot, types}

  // code whose result is looked at just now, which may be made by the same code
  private val answering = mutable.HashSet[AnyRef]()

  /** To events of the same request: none of them runs beside this one, so that they may share what it has
    * made.
    */
  def ofEvents(called: MethodName, arguments: Vector[AbstractValue]): Unit =
    effects.registers()
    if state.followsRegistered then reachability.from(arguments).foreach(registered(called, _))

  /** To library code that runs them beside this one: others can see the objects that they share with it. */
  def beside(called: MethodName, arguments: Vector[AbstractValue]): AbstractValue =
    arguments.foreach(heap.escape)
    ofEvents(called, arguments)
    types.ofDescriptor(Descriptors.result(called.descriptor))

  private def registered(called: MethodName, a: AbstractObject): Unit = a match
    case c: AbstractObject.Closure =>
      registering(called, c.made.method, made(c))(
        closures.invoke(c.made, withKeys(c), _.map(types.ofRootParameter))
      )
      c.interfaces.foreach(methodsOf(called, _, a))
    case AbstractObject.Existing(p, _) if p.isStable =>
      for o <- snapshot.changeable(p).distinctBy(_.getClass) do
        if ClosureCode.isClosure(o.getClass) then
          registering(called, o.getClass)(closures.call(p, o, _.map(types.ofRootParameter)))
          ClosureCode.interfacesOf(o.getClass).foreach(methodsOf(called, _, a))
        else methodsOf(called, Descriptors.internalName(o.getClass), a)
    case AbstractObject.Made(c, site) => methodsOf(called, c, a, Set(site))
    case _ => ()

  private def made(c: AbstractObject.Closure): Set[Int] =
    reachability.from(c.captured).collect { case AbstractObject.Made(_, site) => site }

  /** Texts and numbers that are not known yet will be when it runs: its locks are found out then. */
  private def withKeys(c: AbstractObject.Closure): Vector[AbstractValue] =
    val m = c.made.method
    val parameters = Descriptors.parameters(m.descriptor)
    val types =
      if c.made.kind == Implementation.Static then parameters else Descriptors.ofClass(m.owner) +: parameters
    c.captured.zipWithIndex.map: (v, i) =>
      if v.key.isEmpty && types.lift(i).exists(Registrations.isPlain) then v.known(Some(Key.Captured(i)))
      else v

  /** An object of the application's, such as a subscriber: the code that gets it may call what it
    * implements for that.
    */
  private def methodsOf(
      called: MethodName,
      cls: String,
      self: AbstractObject,
      shared: Set[Int] = Set.empty
  ): Unit =
    val entries = if library.isUser(cls) then overrides.entries(cls) else Nil
    if entries.nonEmpty then
      registering(called, cls, shared)(AbstractValue.join(entries.map: m =>
        val passed = Descriptors.parameters(m.descriptor).map(types.ofRootParameter)
        semantics.exact(m.in(cls), AbstractValue.of(self) +: passed)))

  /** What the code returns is called later too, such as the sink that a form's file is to go to. */
  private def registering(called: MethodName, code: AnyRef, shared: Set[Int] = Set.empty)(
      look: => AbstractValue
  ): Unit =
    effects.registering(code, called.name, shared):
      val answer = look
      if answering.add(code) then
        try answer.objects.foreach(registered(called, _))
        finally
          val _ = answering.remove(code)
end Registrations

private[inference] object Registrations:
  private def isPlain(descriptor: String) =
    descriptor == "Ljava/lang/String;" || Descriptors.className(descriptor).isEmpty
