package eddy.actor.internal.bodycheck

import eddy.actor.*

import scala.quoted.*

/** Warns, at compile time, of a `reactWithin` or `receiveWithin` whose cases are written out, and none takes
  * `TIMEOUT`: the actor fails when the time is over.
  */
private[internal] object TimeoutCheck:
  private def missing(what: String) =
    s"$what has no case TIMEOUT: the actor fails when the time is over. Add the case, or use ${what.stripSuffix("Within")}"

  /** @param call of some method of the library */
  def check(using quotes: Quotes)(call: quotes.reflect.Apply): Unit =
    import quotes.reflect.*
    val timeout = TypeRepr.of[TIMEOUT]

    def takes(pattern: Tree): Boolean = pattern match
      case Bind(_, inner) => takes(inner)
      case Alternatives(patterns) => patterns.exists(takes)
      case TypedOrTest(_, tested) => timeout <:< tested.tpe
      case Unapply(extractor, _, _) =>
        extractor.tpe.widen match
          case method: MethodType => timeout <:< method.paramTypes.head
          case _ => true
      case Literal(_) => false
      case Wildcard() => true
      case constant: Ref =>
        val symbol = constant.symbol
        val isOther = symbol.flags.is(Flags.Module) || symbol.flags.is(Flags.Enum)
        !isOther || constant.tpe =:= timeout || constant.tpe.widen =:= timeout.widen
      case _ => true

    def cases(reaction: Tree): List[CaseDef] = reaction match
      case Inlined(_, _, inner) => cases(inner)
      case Typed(inner, _) => cases(inner)
      case NamedArg(_, inner) => cases(inner)
      case Block(List(DefDef(_, _, _, Some(Match(_, some)))), _) => some
      case _ => Nil

    val what = call.symbol.name
    if what == "reactWithin" || what == "receiveWithin" then
      call.args.lastOption.foreach: reaction =>
        val written = cases(reaction)
        if written.nonEmpty && !written.exists(one => takes(one.pattern)) then
          report.warning(missing(what), call.pos)
  end check
end TimeoutCheck
