package eddy.state.inference

/** How a value that a callback uses can be worked out before it runs. It is equal each time it is worked out. */
private[inference] enum Key derives CanEqual:
  /** Stands in the code: a text or a number. */
  case Constant(value: AnyRef)

  /** Lies at a path that leads to one object, over nothing that anybody assigns. */
  case At(path: Path)

  /** An argument of the callback. */
  case Argument(index: Int)

  /** A value that a callback of another's has captured once that hands it over: known then, and not before. */
  case Captured(index: Int)

  /** What a method gives that gives the same each time. `of`: receiver and arguments. */
  case Call(method: MethodName, isStatic: Boolean, of: Vector[Key])

  /** As in `argument(0).path(id)`. */
  override def toString: String = this match
    case Constant(value) => value.toString
    case At(path) => path.toString
    case Argument(index) => s"argument($index)"
    case Captured(index) => s"captured($index)"
    case Call(method, _, of) =>
      val shown = of.filter { case At(path) => !path.isModule; case _ => true }
      val name = method.name.takeWhile(_ != '$')
      if shown.isEmpty then name
      else if shown.sizeIs == 1 then s"${shown.head}.$name"
      else s"${shown.head}.$name(${shown.tail.mkString(", ")})"

  private[inference] def depth: Int = this match
    case Call(_, _, of) => 1 + of.map(_.depth).max
    case _ => 0
end Key
