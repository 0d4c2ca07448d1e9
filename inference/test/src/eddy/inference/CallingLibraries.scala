package eddy.inference

/** Libraries that call random programs back: by functions that they get or keep, by methods that a class of
  * the program overrides.
  */
trait CallingLibraries:
  /** Forms of statements.
    *
    * @param effect
    *   writes a statement, in braces
    * @param simple
    *   the same for one that calls no library
    * @param session
    *   writes an expression for a session
    */
  def calls(
      effect: () => String,
      simple: () => String,
      key: () => String,
      number: () => String,
      session: () => String
  ): Vector[() => String]

  /** Classes that the statements use. */
  def domain: String

  /** Objects that keep functions, by their names in the statements, each with the code that makes it. */
  def objects(effect: () => String): List[(String, String)]

  /** Those objects in the scope of the handlers that these use. */
  final def prelude(handlers: String, effect: () => String): String =
    val lines =
      for
        (name, made) <- objects(effect)
        if s"\\b$name\\b".r.findFirstIn(handlers).isDefined
      yield s"    $made"
    lines.map(_ + "\n").mkString
end CallingLibraries
