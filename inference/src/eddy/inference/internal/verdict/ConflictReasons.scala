package eddy.inference.internal.verdict

import eddy.inference.report.Access
import eddy.state.Target

/** Why two uses exclude each other whose names do not show it. */
private[inference] object ConflictReasons:
  /** None where both name one variable, one object or one type. */
  def of(c: Conflict): Option[String] = (c.one.target, c.other.target) match
    case (x @ Target.Fields(_), y) if x == y =>
      val (these, those) = (c.one.variables, c.other.variables)
      Option.when(these.nonEmpty && those.nonEmpty && !these.exists(those.contains))(
        "the variables of an object have one lock"
      )
    case (x, y) if x == y => None
    case (Target.OfType(x), Target.OfType(y)) =>
      if x.isAssignableFrom(y) then Some(s"${c.other.path} may be ${c.one.path}")
      else if y.isAssignableFrom(x) then Some(s"${c.one.path} may be ${c.other.path}")
      else Some(s"which objects these are is not known before the handlers run, and $OneLock")
    case (Target.OfType(x), y) => known(c.one, x, c.other, y)
    case (x, Target.OfType(y)) => known(c.other, y, c.one, x)
    case _ => None

  private def known(any: Access, cls: Class[?], one: Access, target: Target): Option[String] = target match
    case Target.Everything => None
    case Target.Fields(o) if !cls.isInstance(o) =>
      Some(s"which object ${any.path} is is not known before the handler runs, and $OneLock")
    case _ => Some(s"${any.path} may be ${one.path}")

  private val OneLock =
    "objects of the JDK and of Scala, of which one may be inside another, have one lock where it is not known which one " +
      "is used"
end ConflictReasons
