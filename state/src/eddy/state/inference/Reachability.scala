package eddy.state.inference

/** What library code can take out of the values that it is given: elements of containers, and elements of those. */
private[inference] final class Reachability(run: Analysis):
  import run.world.library
  import run.{concrete, heap, lazyValues, types}

  def from(values: Iterable[Value]): Set[Atom] =
    val first = values.iterator.flatMap(_.atoms).toSet
    Iterator.iterate((first, first, 0))((seen, last, n) =>
      val next = last.flatMap(inside) -- seen
      (seen ++ next, next, n + 1)
    ).dropWhile((_, last, n) => last.nonEmpty && n < Reachability.MaxDepth).next() match
      case (seen, last, _) => if last.isEmpty then seen else seen + Value.anything

  private def inside(a: Atom): Set[Atom] = a match
    case Atom.Existing(p, _) if p.isStable =>
      val (closed, open) = concrete.changeable(p).partition(isClosed)
      if open.exists(lazyValues.isOpen) then concrete.notYet(p / Path.Step.Contents)
      if open.isEmpty && closed.nonEmpty then Set.empty
      else if open.nonEmpty && open.forall(o => Objects.contents(o).isDefined) then
        concrete.value(p / Path.Step.Contents, Descriptors.AnyObject).atoms
      else Set(Value.anything)
    case Atom.Existing(_, _) | Atom.Part(_, _) => Set(Value.anything)
    case Atom.Made(c, site) if library.isLibrary(c) => heap.elements(site).atoms
    case Atom.Unknown(c) if library.isLibrary(c) => Set(Value.anything)
    case _ => Set.empty

  /** Library code cannot take anything out of it, but by calling it. */
  private def isClosed(o: AnyRef): Boolean =
    ClosureCode.isClosure(o.getClass) || types.libraryClass(o.getClass) == Descriptors.AnyObject
end Reachability

private[inference] object Reachability:
  /** Containers in containers, deeper than anybody nests them. */
  private val MaxDepth = 6
