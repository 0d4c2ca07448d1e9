package eddy.actor.internal.bodycheck

import eddy.actor.*

import scala.quoted.*

/** Warns, at compile time, of bodies that end, or do nothing, without a visible reason:
  *
  *   - `done` in a reaction without a loop around it: the actor ends after that message;
  *   - a behavior that is made and dropped, in the function passed to `foreach` or to a `Future`, or in a
  *     `while`;
  *   - `reactWithin` without a case for the end of its time ([[TimeoutCheck]]);
  *   - an actor whose type of messages is not written and was inferred as `Any`.
  *
  * In doubt it does not warn: it does not inspect how a method of the program uses a behavior passed to it.
  */
private[internal] object SilentEndCheck:
  private val ends =
    "done ends this actor, for no loop is around it: it takes no other message. Put loop { … } around react, say what " +
      "comes next, or write stop where the end is meant"

  private val untyped =
    "the type of what this actor takes is not written, and so it is Any: whatever it is sent fits, and waits for ever " +
      "if no case matches. Write it as in actor[Message]"

  private def lost(where: String) =
    s"the behavior that $where is given is dropped: an actor does next what its body or its reaction ends in, and " +
      "nothing else. Write loop { … }, or a method that says what comes next"

  /** @param written where the program has the body */
  def check[M: Type](using
      quotes: Quotes
  )(body: quotes.reflect.Term, written: quotes.reflect.Position): Unit =
    import quotes.reflect.*

    val starts = BehaviorTypes.starts
    val library = TypeRepr.of[Actor[M]].typeSymbol.owner
    val future = TypeRepr.of[scala.concurrent.Future[Any]]

    def isBehavior(tpe: TypeRepr): Boolean = BehaviorTypes.isBehavior(tpe)

    def isLibrary(symbol: Symbol): Boolean =
      symbol.maybeOwner.maybeOwner == library && symbol.owner.name.endsWith("$package$")

    def containsBehavior(tpe: TypeRepr): Boolean = tpe.widen.dealias match
      case whole if isBehavior(whole) => true
      case AppliedType(_, arguments) => arguments.exists(containsBehavior)
      case OrType(a, b) => containsBehavior(a) || containsBehavior(b)
      case _ => false

    /** A function that returns a behavior. */
    def makesBehavior(tpe: TypeRepr): Boolean = tpe.widen.dealias match
      case AppliedType(function, arguments) =>
        (function.typeSymbol.name.matches("Function\\d+") || function.typeSymbol.name == "PartialFunction") &&
        isBehavior(arguments.last)
      case _ => false

    var reacts = false
    var loops = false
    // in methods of the body, which a loop may use
    var inMethods = List.empty[Position]

    final case class Place(inReaction: Boolean, inLoop: Boolean, inMethod: Boolean)

    def arguments(call: Term): List[Term] = call match
      case Apply(method, some) => arguments(method) ::: some
      case TypeApply(method, _) => arguments(method)
      case _ => Nil

    def isWhole(call: Term): Boolean = call.tpe.widen match
      case _: MethodType => false
      case _ => true

    def isMade(one: Term): Boolean = isBehavior(one.tpe) || makesBehavior(one.tpe)

    final class Walk(place: Place) extends TreeTraverser:
      private def inside(next: Place): Walk = if next == place then this else new Walk(next)

      override def traverseTree(tree: Tree)(owner: Symbol): Unit = tree match
        // what another actor does that is started here
        case start: Apply if starts(start.symbol.maybeOwner) => ()
        case method: DefDef if method.name != "$anonfun" =>
          inside(place.copy(inMethod = true, inLoop = false)).traverseTreeChildren(method)(owner)
        case value: ValDef if isBehavior(value.tpt.tpe) =>
          inside(place.copy(inMethod = true, inLoop = false)).traverseTreeChildren(value)(owner)
        case While(_, repeated) if isBehavior(repeated.tpe) =>
          report.warning(lost("while"), repeated.pos)
          traverseTreeChildren(tree)(owner)
        case call: Apply if isLibrary(call.symbol) && isWhole(call) => library(call)(owner)
        case call: Apply if isWhole(call) && arguments(call).exists(isMade) =>
          if !containsBehavior(call.tpe) || call.tpe.widen <:< future then dropped(call)
          // it may do so again and again
          loops = true
          inside(place.copy(inLoop = true)).traverseTreeChildren(call)(owner)
        case Block(statements, _) =>
          for case lostOne: Term <- statements if !isBehavior(lostOne.tpe) && containsBehavior(lostOne.tpe) do
            if !(lostOne.tpe.widen <:< future) then
              report.warning(lost(nameOf(lostOne)), lostOne.pos)
          traverseTreeChildren(tree)(owner)
        case reference: Ref if reference.symbol.name == "done" && isLibrary(reference.symbol) =>
          if place.inReaction && !place.inLoop then
            if place.inMethod then inMethods ::= reference.pos else report.warning(ends, reference.pos)
        case _ => traverseTreeChildren(tree)(owner)
      end traverseTree

      private def library(call: Apply)(owner: Symbol): Unit = call.symbol.name match
        case "loop" | "loopWhile" =>
          loops = true
          inside(place.copy(inLoop = true)).traverseTreeChildren(call)(owner)
        case "andThen" =>
          loops = true
          val parts = arguments(call)
          parts.dropRight(1).foreach(inside(place.copy(inLoop = true)).traverseTree(_)(owner))
          parts.lastOption.foreach(traverseTree(_)(owner))
        case "react" | "reactWithin" =>
          reacts = true
          TimeoutCheck.check(call)
          inside(place.copy(inReaction = true)).traverseTreeChildren(call)(owner)
        case _ => traverseTreeChildren(call)(owner)
    end Walk

    def nameOf(call: Term): String = call match
      case Apply(method, _) => nameOf(method)
      case TypeApply(method, _) => nameOf(method)
      case Select(receiver, "apply") => nameOf(receiver)
      case reference: Ref => reference.symbol.name
      case Inlined(_, _, inner) => nameOf(inner)
      case _ => "this"

    /** Warns if the method says nothing of behaviors: its parameter returns a type that the caller chooses,
      * and that the result does not contain; or if it returns a future.
      */
    def dropped(call: Apply): Unit =
      val declared = call.symbol.owner.typeRef.memberType(call.symbol)
      def parameters(of: TypeRepr): List[TypeRepr] = of match
        case PolyType(_, _, inner) => parameters(inner)
        case MethodType(_, some, inner) => some ::: parameters(inner)
        case _ => Nil
      def isFree(parameter: TypeRepr): Boolean = parameter.dealias match
        case ByNameType(result) => !containsBehavior(result)
        case AppliedType(_, several) if several.nonEmpty => !containsBehavior(several.last)
        case _ => false
      if parameters(declared).zip(arguments(call)).exists((of, argument) => isMade(argument) && isFree(of))
      then
        report.warning(lost(nameOf(call)), call.pos)

    new Walk(Place(
      inReaction = false,
      inLoop = false,
      inMethod = false
    )).traverseTree(body)(Symbol.spliceOwner)
    if !loops then inMethods.foreach(report.warning(ends, _))
    if reacts && TypeRepr.of[M] =:= TypeRepr.of[Any] && !isTypeWritten(written) then
      report.warning(untyped, written)
  end check

  /** Between the word that starts the actor and the body, or where the actor goes: to a value or method with
    * a written type, or as an argument. What starts otherwise, such as a setup that is kept in a value, may
    * have its type elsewhere.
    */
  private def isTypeWritten(using quotes: Quotes)(body: quotes.reflect.Position): Boolean =
    val before = body.sourceFile.content.fold("")(_.substring(0, body.start).nn)
    val start = words.map(word => before.lastIndexOf(word)).max
    start < 0 || body.start - start > Far || before.substring(start).nn.contains('[') ||
    isArgument(before.substring(0, start).nn) || isOfTyped(body)

  private def isArgument(before: String): Boolean =
    before.stripTrailing.nn.lastOption.exists(last => last == '(' || last == ',')

  /** The value or method around it that the program names has a written type. */
  private def isOfTyped(using quotes: Quotes)(body: quotes.reflect.Position): Boolean =
    import quotes.reflect.*
    val owners = Iterator.iterate(Symbol.spliceOwner)(_.maybeOwner).takeWhile(!_.isNoSymbol)
    owners.find(owner => (owner.isValDef || owner.isDefDef) && !isMade(owner.flags) && owner.name != "macro")
      .flatMap(owner => owner.pos.map(at => textOf(at, body)))
      .exists(text => typeMark.matches(text))

  private def isMade(using quotes: Quotes)(flags: quotes.reflect.Flags): Boolean =
    import quotes.reflect.*
    flags.is(Flags.Synthetic) || flags.is(Flags.Artifact) || flags.is(Flags.Macro)

  private def textOf(using
      quotes: Quotes
  )(from: quotes.reflect.Position, to: quotes.reflect.Position): String =
    if from.start > to.start then ""
    else to.sourceFile.content.fold("")(_.substring(from.start, to.start).nn)

  // a name, parameters in parentheses or brackets, and a colon
  private val typeMark = "(?s)[^=:(\\[]*((\\([^)]*\\)|\\[[^\\]]*\\])\\s*)*:[^=:].*".r

  private val words = List("actor(", "actor.", "actor:", "actor {", "actor[", "Child(", "Child[")

  /** No start of an actor is so long. */
  private inline val Far = 200
end SilentEndCheck
