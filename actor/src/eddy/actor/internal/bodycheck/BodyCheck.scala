package eddy.actor.internal.bodycheck

import eddy.actor.*
import eddy.actor.internal.inlined.Body

import scala.quoted.*

/** All checks of the body of an actor at compile time. */
private[actor] object BodyCheck:
  def checked[M: Type](body: Expr[Actor[M] ?=> Body[M]])(using quotes: Quotes): Expr[Unit] =
    import quotes.reflect.*

    val written = content(body.asTerm)
    result(written).filter(last => BehaviorTypes.isReaction(last.tpe)) match
      case Some(cases) =>
        report.error(
          "these are the cases of a reaction, and nothing reacts by them: write react { case … }, or " +
            "loop(react { case … }) to take more than one message",
          cases.pos
        )
      case None =>
        ProtocolCheck.check[M](body.asTerm)
        SilentEndCheck.check[M](body.asTerm, written.pos)
    '{ () }

  /** The code in the program, without the functions of the actor around it. */
  private def content(using quotes: Quotes)(body: quotes.reflect.Term): quotes.reflect.Term =
    import quotes.reflect.*
    body match
      case Inlined(_, Nil, inner) => content(inner)
      case Block(Nil, inner) => content(inner)
      case Block(List(DefDef(_, clauses, _, Some(inner))), Closure(_, _))
          if clauses.exists(hasPermission(_)) =>
        content(inner)
      case Apply(Select(function, "apply"), List(actor)) if isPermission(actor.tpe) => content(function)
      case other => other

  /** The last expression. */
  private def result(using quotes: Quotes)(written: quotes.reflect.Term): Option[quotes.reflect.Term] =
    import quotes.reflect.*
    written match
      case Inlined(_, _, inner) => result(inner)
      case Typed(inner, _) => result(inner)
      case closure @ Block(_, Closure(_, _)) => Some(closure)
      case Block(_, last) => result(last)
      case other => Some(other)

  private def hasPermission(using quotes: Quotes)(clause: quotes.reflect.ParamClause): Boolean =
    import quotes.reflect.*
    clause match
      case TermParamClause(parameters) => parameters.exists(parameter => isPermission(parameter.tpt.tpe))
      case _ => false

  private def isPermission(using quotes: Quotes)(tpe: quotes.reflect.TypeRepr): Boolean =
    import quotes.reflect.*
    tpe.widen.typeSymbol == TypeRepr.of[Actor[Nothing]].typeSymbol
end BodyCheck
