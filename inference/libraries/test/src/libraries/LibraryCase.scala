package libraries

/** What the inference must make of a handler that uses a library. */
enum Expectation derives CanEqual:
  /** Runs beside itself, and beside all that only read what it reads. */
  case Parallel

  /** The facts do not name the library: only calls of one object of it may exclude each other. */
  case OneLockPerObject

/** A library, and a handler that uses it as users do.
  *
  * @param use
  *   which of its functions
  * @param handler
  *   made when it is asked for: some libraries read their configuration then
  */
final case class LibraryCase(
    library: String,
    use: String,
    expected: Expectation,
    handler: () => AnyRef
):
  /** Names the case in the test and in the list of cases that do not pass yet. */
  def name: String = s"$library: $use"
