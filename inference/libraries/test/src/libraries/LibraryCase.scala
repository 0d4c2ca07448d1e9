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
  * @param isServed
  *   it needs a service that no test starts, or what only a device makes
  * @param input
  *   what a handler of texts gets that has a result, out of a number that no other request has
  * @param handler
  *   made when it is asked for: some libraries read their configuration then
  */
final case class LibraryCase(
    library: String,
    use: String,
    expected: Expectation,
    isServed: Boolean,
    input: String => String,
    handler: () => AnyRef
):
  /** Names the case in the test and in the list of cases that do not pass yet. */
  def name: String = s"$library: $use"
