package eddy.actor.internal.bodycheck

import eddy.actor.*
import eddy.actor.internal.inlined.Spawn

import scala.quoted.*

/** The types that the compile-time checks of actors' bodies look for. */
private[internal] object BehaviorTypes:
  /** The owners of the methods that start other actors. */
  def starts(using quotes: Quotes): Set[quotes.reflect.Symbol] =
    import quotes.reflect.*
    Set(
      TypeRepr.of[ActorStart].typeSymbol,
      TypeRepr.of[ActorSetup[Any]].typeSymbol,
      TypeRepr.of[ThreadActorStart].typeSymbol,
      TypeRepr.of[ThreadActorSetup[Any]].typeSymbol,
      TypeRepr.of[Child.type].typeSymbol,
      TypeRepr.of[SupervisedRouter.type].typeSymbol,
      Symbol.requiredModule("eddy.actor.SupervisedRouter$package").moduleClass,
      TypeRepr.of[Spawn.type].typeSymbol
    )

  def isBehavior(using quotes: Quotes)(tpe: quotes.reflect.TypeRepr): Boolean =
    import quotes.reflect.*
    val wide = tpe.widenTermRefByName.widen
    wide <:< TypeRepr.of[Behavior[Nothing]] && !(wide <:< TypeRepr.of[Nothing])

  /** Cases, for `react` and the like. */
  def isReaction(using quotes: Quotes)(tpe: quotes.reflect.TypeRepr): Boolean =
    import quotes.reflect.*
    !isBehavior(tpe) && tpe.widen <:< TypeRepr.of[PartialFunction[
      Nothing,
      Any
    ]] && !(tpe <:< TypeRepr.of[Null])
end BehaviorTypes
