package eddy.inference.internal.analysis

import eddy.inference.internal.bytecode.Names
import eddy.inference.internal.heap.Path
import eddy.inference.report.CallChain
import eddy.inference.report.Sighting
import eddy.state.Mode

/** What the callbacks of a class touch, by the paths on which they reach it. Holds for all callback objects
  * that the
  * guards let pass.
  *
  * @param guards
  *   paths whose objects were looked at, with the classes that they may have
  * @param registers
  *   it may register other callbacks
  */
private[inference] final class SymbolicSummary(
    val effects: List[(Effect, Sighting)],
    val detached: List[(Effect, Sighting)],
    val guards: Map[Path, Set[Class[?]]],
    val undo: Either[String, Unit],
    val pending: Boolean,
    val notes: List[String],
    val registers: Boolean
)

private[inference] object SymbolicSummary:
  /** Of a callback that was analysed, but whose objects cannot be reached. */
  def unknown(why: String): SymbolicSummary =
    val found = Sighting.first(CallChain.none, Some(why))
    SymbolicSummary(
      List((Effect(Place.Everything, Mode.Writes), found)),
      Nil,
      Map.empty,
      Left(why),
      pending = true,
      Nil,
      registers = false
    )

  def of(state: AnalysisState, part: Findings.Part): SymbolicSummary =
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
  private def withFewEntries(found: List[(Effect, Sighting)]): List[(Effect, Sighting)] =
    val entries = found.collect { case (Effect(Place.Entry(p, _, key), _), _) => (p, key) }.distinct
    val many = entries.groupBy(_(0)).collect { case (p, keys) if keys.sizeIs > MaxEntries => p }.toSet
    val all = found.map:
      case (Effect(Place.Entry(p, family, _), mode), at) if many(p) => (Effect(Place.At(p, family), mode), at)
      case other => other
    val whole = all.collect { case (Effect(Place.At(p, _), mode), _) => (p, mode) }
    all.filter:
      case (Effect(Place.Entry(p, _, _), mode), _) => !whole.exists((q, held) => p == q && held.allows(mode))
      case _ => true

  /** An object in a variable that the callback itself assigns is not known before the callback runs. */
  private def withoutMovingPath(findings: Findings)(found: (Effect, Sighting)): (Effect, Sighting) =
    found match
      case (Effect(Place.At(p, family), mode), at) if p.unstableHops.exists(findings.isAssigned) =>
        (
          Effect(Place.AnyOf(family), mode),
          Sighting.first(at.site, Some(s"the callback itself assigns a variable of $p"))
        )
      case (Effect(Place.Entry(p, family, _), mode), at) if p.unstableHops.exists(findings.isAssigned) =>
        withoutMovingPath(findings)((Effect(Place.At(p, family), mode), at))
      case other => other

  private val MaxEntries = 8

  /** Only shared objects of the library know how to undo a change. */
  private def undo(effects: List[(Effect, Sighting)], state: AnalysisState): Either[String, Unit] =
    def isShared(cls: String) = state.world.library.isFramework(cls)
    val changed = effects.collectFirst:
      case (Effect(Place.At(p, family), m), at) if m != Mode.Reads && !isShared(family) =>
        s"changes $p at ${at.site}"
      case (Effect(Place.AnyOf(c), m), at) if m != Mode.Reads && !isShared(c) =>
        s"changes some ${Names.ofClass(c)} at ${at.site}"
      case (Effect(Place.StaticField(o, f), m), at) if m != Mode.Reads =>
        s"changes ${Names.ofClass(o)}.$f at ${at.site}"
      case (Effect(Place.Everything, _), at) => s"may do anything at ${at.site}"
    state.findings.irrevocable.orElse(changed).toLeft(())
end SymbolicSummary
