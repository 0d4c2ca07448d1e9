package eddy.state.inference

import eddy.state.Mode

/** What the callbacks of a class touch, by the paths on which they reach it. Holds for all callback objects that the
  * guards let pass.
  *
  * @param guards
  *   paths whose objects were looked at, with the classes that they may have
  */
private[inference] final class SymbolicSummary(
    val effects: List[(Effect, Sighting)],
    val detached: List[(Effect, Sighting)],
    val guards: Map[Path, Set[Class[?]]],
    val undo: Either[String, Unit],
    val pending: Boolean,
    val notes: List[String]
)

private[inference] object SymbolicSummary:
  /** Of a callback that was analysed, but whose objects cannot be reached. */
  def unknown(why: String): SymbolicSummary =
    val found = Sighting(CallChain.none, Some(why))
    SymbolicSummary(
      List((Effect(Place.Everything, Mode.Writes), found)),
      Nil,
      Map.empty,
      Left(why),
      pending = true,
      Nil
    )

  def of(run: Analysis, part: Findings.Part): SymbolicSummary =
    val effects = part.found.toList.map(withoutMovingPath(run.findings)).distinctBy(_(0))
    SymbolicSummary(
      effects,
      part.detached.toList.map(withoutMovingPath(run.findings)).distinctBy(_(0)),
      run.concrete.guards,
      undo(effects, run),
      run.findings.isPending,
      run.findings.notes
    )

  /** An object in a variable that the callback itself assigns is not known before the callback runs. */
  private def withoutMovingPath(findings: Findings)(found: (Effect, Sighting)): (Effect, Sighting) =
    found match
      case (Effect(Place.At(p, family), mode), at) if p.unstableHops.exists(findings.isAssigned) =>
        (
          Effect(Place.AnyOf(family), mode),
          Sighting(at.site, Some(s"the callback itself assigns a variable of $p"))
        )
      case other => other

  /** Only shared objects of the library know how to undo a change. */
  private def undo(effects: List[(Effect, Sighting)], run: Analysis): Either[String, Unit] =
    def isShared(cls: String) = run.world.library.isFramework(cls)
    val changed = effects.collectFirst:
      case (Effect(Place.At(p, family), m), at) if m != Mode.Reads && !isShared(family) =>
        s"changes $p at ${at.site}"
      case (Effect(Place.AnyOf(c), m), at) if m != Mode.Reads && !isShared(c) =>
        s"changes some ${Descriptors.display(c)} at ${at.site}"
      case (Effect(Place.StaticField(o, f), m), at) if m != Mode.Reads =>
        s"changes ${Descriptors.display(o)}.$f at ${at.site}"
      case (Effect(Place.Everything, _), at) => s"may do anything at ${at.site}"
    run.findings.irrevocable.orElse(changed).toLeft(())
end SymbolicSummary
