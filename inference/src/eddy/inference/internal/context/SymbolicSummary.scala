package eddy.inference.internal.context

import eddy.inference.internal.Limits
import eddy.inference.internal.heap.AccessPath
import eddy.inference.report.{CallChain, Coarse, Evidence}
import eddy.state.AccessKind

/** What the handlers of a class touch, by the paths on which they reach it. Holds for all handler objects
  * that the
  * guards let pass.
  *
  * @param guards
  *   paths whose objects were looked at, with the classes that they may have
  * @param registers
  *   it may register other handlers
  */
private[inference] final class SymbolicSummary(
    val effects: List[(Effect, Evidence)],
    val detached: List[(Effect, Evidence)],
    val guards: Map[AccessPath, Set[Class[?]]],
    val pending: Boolean,
    val notes: List[String],
    val registers: Boolean
)

private[inference] object SymbolicSummary:
  /** Of a handler that was analysed, but whose objects cannot be reached. */
  def unknown(why: String): SymbolicSummary =
    val found = Evidence.first(CallChain.none, Some(Coarse(why)))
    SymbolicSummary(
      List((Effect(Location.Everything, AccessKind.Writes), found)),
      Nil,
      Map.empty,
      pending = true,
      Nil,
      registers = false
    )

  def of(state: AnalysisState, part: Effects.HandlerEffects): SymbolicSummary =
    val effects = withFewEntries(part.found.toList.map(withoutMovingPath(state.effects))).distinctBy(_(0))
    SymbolicSummary(
      effects,
      part.detached.toList.map(withoutMovingPath(state.effects)).distinctBy(_(0)),
      state.snapshot.guards,
      state.effects.isPending,
      state.effects.notes ++ part.notes,
      state.effects.hasRegistered || state.hasGivenUp
    )

  /** Many entries of one map are as good as the whole, and nothing beside it. */
  private def withFewEntries(found: List[(Effect, Evidence)]): List[(Effect, Evidence)] =
    val entries = found.collect { case (Effect(Location.Entry(p, _, key), _), _) => (p, key) }.distinct
    val many = entries.groupBy(_(0)).collect { case (p, keys) if keys.sizeIs > Limits.Entries => p }.toSet
    val all = found.map:
      case (Effect(Location.Entry(p, family, _), mode), at) if many(p) =>
        (Effect(Location.At(p, family), mode), at)
      case other => other
    val whole = all.collect { case (Effect(Location.At(p, _), mode), _) => (p, mode) }
    all.filter:
      case (Effect(Location.Entry(p, _, _), mode), _) =>
        !whole.exists((q, held) => p == q && held.allows(mode))
      case _ => true

  /** An object in a variable that the handler itself assigns is not known before the handler runs. */
  private def withoutMovingPath(effects: Effects)(found: (Effect, Evidence)): (Effect, Evidence) =
    found match
      case (Effect(Location.At(p, family), mode), at) if p.unstableHops.exists(effects.isAssigned) =>
        (
          Effect(Location.AnyOf(family), mode),
          Evidence.first(
            at.site,
            Some(Coarse(s"the handler itself assigns a variable of $p", Coarse.Cause.Assigned))
          )
        )
      case (Effect(Location.Entry(p, family, _), mode), at) if p.unstableHops.exists(effects.isAssigned) =>
        withoutMovingPath(effects)((Effect(Location.At(p, family), mode), at))
      case other => other

end SymbolicSummary
