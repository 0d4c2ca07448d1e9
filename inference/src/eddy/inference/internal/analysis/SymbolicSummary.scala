package eddy.inference.internal.analysis

import eddy.inference.internal.bytecode.Names
import eddy.inference.internal.heap.AccessPath
import eddy.inference.report.CallChain
import eddy.inference.report.Evidence
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
    val undo: Either[String, Unit],
    val pending: Boolean,
    val notes: List[String],
    val registers: Boolean
)

private[inference] object SymbolicSummary:
  /** Of a handler that was analysed, but whose objects cannot be reached. */
  def unknown(why: String): SymbolicSummary =
    val found = Evidence.first(CallChain.none, Some(why))
    SymbolicSummary(
      List((Effect(Location.Everything, AccessKind.Writes), found)),
      Nil,
      Map.empty,
      Left(why),
      pending = true,
      Nil,
      registers = false
    )

  def of(state: AnalysisState, part: Effects.HandlerEffects): SymbolicSummary =
    val effects = withFewEntries(part.found.toList.map(withoutMovingPath(state.findings))).distinctBy(_(0))
    SymbolicSummary(
      effects,
      part.detached.toList.map(withoutMovingPath(state.findings)).distinctBy(_(0)),
      state.concrete.guards,
      undo(effects, state),
      state.findings.isPending,
      state.findings.notes ++ part.notes,
      state.findings.hasRegistered || state.hasGivenUp
    )

  /** Many entries of one map are as good as the whole, and nothing beside it. */
  private def withFewEntries(found: List[(Effect, Evidence)]): List[(Effect, Evidence)] =
    val entries = found.collect { case (Effect(Location.Entry(p, _, key), _), _) => (p, key) }.distinct
    val many = entries.groupBy(_(0)).collect { case (p, keys) if keys.sizeIs > MaxEntries => p }.toSet
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
  private def withoutMovingPath(findings: Effects)(found: (Effect, Evidence)): (Effect, Evidence) =
    found match
      case (Effect(Location.At(p, family), mode), at) if p.unstableHops.exists(findings.isAssigned) =>
        (
          Effect(Location.AnyOf(family), mode),
          Evidence.first(at.site, Some(s"the handler itself assigns a variable of $p"))
        )
      case (Effect(Location.Entry(p, family, _), mode), at) if p.unstableHops.exists(findings.isAssigned) =>
        withoutMovingPath(findings)((Effect(Location.At(p, family), mode), at))
      case other => other

  private val MaxEntries = 8

  /** Only shared objects of the library know how to undo a change. */
  private def undo(effects: List[(Effect, Evidence)], state: AnalysisState): Either[String, Unit] =
    def isShared(cls: String) = state.world.library.isFramework(cls)
    val changed = effects.collectFirst:
      case (Effect(Location.At(p, family), m), at) if m != AccessKind.Reads && !isShared(family) =>
        s"changes $p at ${at.site}"
      case (Effect(Location.AnyOf(c), m), at) if m != AccessKind.Reads && !isShared(c) =>
        s"changes some ${Names.ofClass(c)} at ${at.site}"
      case (Effect(Location.StaticField(o, f), m), at) if m != AccessKind.Reads =>
        s"changes ${Names.ofClass(o)}.$f at ${at.site}"
      case (Effect(Location.Everything, _), at) => s"may do anything at ${at.site}"
    state.findings.irrevocable.orElse(changed).toLeft(())
end SymbolicSummary
