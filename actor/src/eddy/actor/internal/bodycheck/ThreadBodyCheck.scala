package eddy.actor.internal.bodycheck

import eddy.actor.ThreadActor

import scala.quoted.*

/** Rejects, at compile time, behaviors in the body of an actor with a thread, where they have no effect.
  * Methods that the body calls, and values that it passes on, are not inspected.
  */
private[actor] object ThreadBodyCheck:
  private val refusal =
    "a behavior has no effect in an actor that has a thread: write receive instead of react; such an actor ends when its " +
      "body does, or with exitWith(reason)"

  def checked[M: Type](body: Expr[ThreadActor[M] ?=> Unit])(using quotes: Quotes): Expr[Unit] =
    import quotes.reflect.*

    val permission = TypeRepr.of[ThreadActor[Nothing]].typeSymbol
    val starts = BehaviorTypes.starts

    def isBehavior(term: Term): Boolean = BehaviorTypes.isBehavior(term.tpe)

    def arguments(call: Term): List[Term] = call match
      case Apply(method, some) => some ::: arguments(method)
      case TypeApply(method, _) => arguments(method)
      case _ => Nil

    /** As `react` is, or a method of one's own, or `receive` whose cases give behaviors. */
    def isGivenThread(call: Term): Boolean =
      arguments(call).exists(_.tpe.widen.typeSymbol == permission)

    // no list of arguments is missing
    def isWhole(call: Apply): Boolean = call.tpe.widen match
      case _: MethodType => false
      case _ => true

    def isReceiveWithin(call: Apply): Boolean =
      call.symbol.name == "receiveWithin" && call.symbol.maybeOwner.maybeOwner == permission.owner &&
        isWhole(call)

    object behaviors extends TreeTraverser:
      override def traverseTree(tree: Tree)(owner: Symbol): Unit = tree match
        // what another actor does that is started here
        case start: Apply if starts(start.symbol.maybeOwner) => ()
        // the compiler makes a statement also of a value in the place of a Unit
        case Block(statements, result) =>
          statements.foreach:
            case lost: Term if isBehavior(lost) => report.error(refusal, lost.pos)
            case other => traverseTree(other)(owner)
          traverseTree(result)(owner)
        case call: Apply if isBehavior(call) && isGivenThread(call) => report.error(refusal, call.pos)
        case call: Apply if isReceiveWithin(call) =>
          TimeoutCheck.check(call)
          super.traverseTree(tree)(owner)
        case _ => super.traverseTree(tree)(owner)
    end behaviors

    behaviors.traverseTree(body.asTerm)(Symbol.spliceOwner)
    '{ () }
  end checked
end ThreadBodyCheck
