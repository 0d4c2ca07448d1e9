package eddy.actor.internal.bodycheck

import scala.quoted.*

/** Whether a value can be of two types at once, as far as the compiler knows: false only when that is sure.
  * Type arguments are not looked at.
  */
private[internal] object ClassOverlap:
  def ofType(using quotes: Quotes)(tested: quotes.reflect.TypeRepr, one: quotes.reflect.Symbol): Boolean =
    import quotes.reflect.*
    tested.dealias match
      case OrType(a, b) => ofType(a, one) || ofType(b, one)
      case AndType(a, b) => ofType(a, one) && ofType(b, one)
      case other => other.classSymbol.forall(ofClasses(_, one))

  /** @param a, b classes, or values that are the only ones of their kind, such as the cases of an enum */
  private def ofClasses(using quotes: Quotes)(a: quotes.reflect.Symbol, b: quotes.reflect.Symbol): Boolean =
    import quotes.reflect.*
    def parents(one: Symbol) = (if one.isTerm then one.termRef.widen else one.typeRef).baseClasses
    def is(flag: Flags) = List(a, b).filter(_.flags.is(flag))
    if parents(a).contains(b) || parents(b).contains(a) then true
    else if a.isTerm || b.isTerm || is(Flags.Final).nonEmpty then false
    // nothing has two classes as parents, unless one is the other's
    else if is(Flags.Trait).isEmpty then false
    else
      is(Flags.Sealed).find(_.children.nonEmpty) match
        // so the compiler tells of anonymous and local ones, whose parents it does not
        case Some(known) if known.children.contains(known) => true
        case Some(known) =>
          val other = if known == a then b else a
          known.children.exists(ofClasses(_, other))
        case None => true
end ClassOverlap
