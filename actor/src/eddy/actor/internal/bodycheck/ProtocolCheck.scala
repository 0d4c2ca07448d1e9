package eddy.actor.internal.bodycheck

import eddy.actor.*

import scala.quoted.*

/** Looks, at compile time, for cases of an actor's protocol that no reaction of it can ever take.
  *
  * It speaks only when it sees everything: each `react` in the body has its cases written out, and no
  * behavior comes from outside, as a value, a method's result, or a method that is given the actor. A
  * pattern counts for a case unless it is sure that it matches none of its messages, whatever its guard says;
  * see [[ClassOverlap]].
  */
private[actor] object ProtocolCheck:
  def check[M: Type](using quotes: Quotes)(body: quotes.reflect.Term): Unit =
    import quotes.reflect.*

    val library = TypeRepr.of[Actor[M]].typeSymbol.owner
    val permission = TypeRepr.of[Actor[Nothing]].typeSymbol
    var local = Set.empty[Symbol]
    var taken = Set.empty[Symbol]
    var sawAll = true
    var reacts = false

    // of a type that is one case, or that the caller of a method chooses, no others are known
    def casesOf(tpe: TypeRepr): List[Symbol] = tpe.dealias match
      case OrType(a, b) => casesOf(a) ++ casesOf(b)
      case whole @ (_: TypeRef | _: AppliedType) if whole.typeSymbol.flags.is(Flags.Sealed) =>
        whole.typeSymbol.children.filter(isCaseOf(whole, _))
      case _ => Nil

    /** Of a generic protocol: it is one for these type arguments, as far as can be seen. */
    def isCaseOf(whole: TypeRepr, one: Symbol): Boolean = whole match
      case _: TypeRef => true
      case _ if one.isTerm => one.termRef <:< whole
      case _ =>
        one.typeRef.baseType(whole.typeSymbol) match
          case base @ AppliedType(_, arguments) => base <:< whole || canBecome(one, arguments, whole.typeArgs)
          case _ => true

    /** All of these are type parameters of `one`, each occurs once, and may be the wanted type. */
    def canBecome(one: Symbol, arguments: List[TypeRepr], wanted: List[TypeRepr]): Boolean =
      def allows(parameter: Symbol, argument: TypeRepr) = one.typeRef.memberType(parameter) match
        case TypeBounds(low, high) => low <:< argument && argument <:< high
        case _ => false
      val parameters = arguments.map(_.typeSymbol)
      parameters.forall(_.isTypeParam) && parameters.distinct.size == parameters.size &&
      parameters.zip(wanted).forall(allows)

    val protocol = casesOf(TypeRepr.of[M])

    val starts = BehaviorTypes.starts

    def isKnown(symbol: Symbol): Boolean =
      // the library's methods are written outside classes, but for those that start other actors
      local(symbol) || starts(symbol.maybeOwner) ||
        symbol.maybeOwner.maybeOwner == library && symbol.owner.name.endsWith("$package$")

    def isBehavior(tpe: TypeRepr): Boolean = BehaviorTypes.isBehavior(tpe)

    def overlap(tested: TypeRepr, one: Symbol): Boolean = ClassOverlap.ofType(tested, one)

    def mayTake(pattern: Tree, one: Symbol): Boolean = pattern match
      case Bind(_, inner) => mayTake(inner, one)
      case Alternatives(patterns) => patterns.exists(mayTake(_, one))
      case TypedOrTest(_, tested) => overlap(tested.tpe, one)
      case Unapply(extractor, _, _) =>
        extractor.tpe.widen match
          case method: MethodType => overlap(method.paramTypes.head, one)
          case _ => true
      case constant: Ref if protocol.contains(constant.symbol) => constant.symbol == one
      case _ => true

    def lookAt(reaction: Tree): Unit = reaction match
      case Inlined(_, _, inner) => lookAt(inner)
      case Typed(inner, _) => lookAt(inner)
      case NamedArg(_, inner) => lookAt(inner)
      case Block(List(DefDef(_, _, _, Some(Match(_, cases)))), _) =>
        taken ++= protocol.filter(one => cases.exists(c => mayTake(c.pattern, one)))
      case _ => sawAll = false

    object definitions extends TreeTraverser:
      override def traverseTree(tree: Tree)(owner: Symbol): Unit =
        tree match
          case definition: Definition => local += definition.symbol
          case _ => ()
        super.traverseTree(tree)(owner)

    object reactions extends TreeTraverser:
      override def traverseTree(tree: Tree)(owner: Symbol): Unit = tree match
        // what another actor does that is started here
        case start: Apply if starts(start.symbol.maybeOwner) => ()
        case other => look(other, owner)

      private def look(tree: Tree, owner: Symbol): Unit =
        tree match
          case Apply(method, List(reaction))
              if isReact(method.symbol) && isBehavior(tree.asInstanceOf[Term].tpe) =>
            reacts = true
            lookAt(reaction)
          case Apply(method, arguments)
              if !isKnown(method.symbol) && arguments.exists(_.tpe.widen.typeSymbol == permission) =>
            sawAll = false
          case Block(statements, _) =>
            for case lost: Term <- statements if isBehavior(lost.tpe) do
              report.warning(
                "what the actor does next is said here, but more follows, so it has no effect: put it last, " +
                  "or join the two with andThen",
                lost.pos
              )
          case call: Apply => comesFromOutside(call)
          case reference: Ref => comesFromOutside(reference)
          case _ => ()
        super.traverseTree(tree)(owner)
      end look
    end reactions

    def comesFromOutside(term: Term): Unit =
      if !isKnown(term.symbol) && isBehavior(term.tpe) then sawAll = false

    def isReact(symbol: Symbol): Boolean =
      isKnown(symbol) && !local(symbol) && (symbol.name == "react" || symbol.name == "reactWithin")

    definitions.traverseTree(body)(Symbol.spliceOwner)
    reactions.traverseTree(body)(Symbol.spliceOwner)
    val missing = protocol.filterNot(taken).map(_.name)
    if reacts && sawAll && missing.nonEmpty then
      report.warning(
        s"no reaction of this actor takes ${missing.mkString(", ")}: such a message would never be taken. " +
          "React to it, or name in the actor's type only the cases that it takes: actor[A | B]"
      )
  end check
end ProtocolCheck
