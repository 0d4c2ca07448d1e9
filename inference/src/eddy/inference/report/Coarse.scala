package eddy.inference.report

/** Why more is locked than one object or entry.
  *
  * @param text
  *   for people
  * @param cause
  *   on which the remedy depends
  * @param isAssumed
  *   the code is followed only because an object could be of the class that has it
  */
private[inference] final case class Coarse(
    text: String,
    cause: Coarse.Cause = Coarse.Cause.Other,
    isAssumed: Boolean = false
)

private[inference] object Coarse:
  enum Cause derives CanEqual:
    /** Code that reaches what nobody can know. */
    case Reflection

    /** A function that is not known before the handler runs. */
    case Function

    /** Functions that a lazy collection, a view or an iterator kept. */
    case Deferred

    /** An unknown function, or a collection of numbers: the compiler reads it as it calls a function. */
    case FunctionOrCollection

    /** A call that may run the code of many classes. */
    case Implementations

    /** Which entry of a map is used is not known before. */
    case Entry

    /** The same, since the key is a case of an enum that is looked up by its name or number. */
    case EntryOfEnum

    /** The handler itself assigns a variable on the way to the object. */
    case Assigned
    case Other
  end Cause
end Coarse
