package eddy.testing

/** Whether the long tests run: full contracts of other people's servers, all cases of conformance suites,
  * many rounds of stress. `./eddy test --all` sets the variable EDDY_TEST_ALL to 1 for that; EDDY_TEST_ROUNDS
  * multiplies the rounds in either form.
  */
object TestLength:
  /** The tag of a test that only the full form runs. */
  val LongTest: munit.Tag = new munit.Tag("long")

  def isFull: Boolean = isFull(Need.env)

  private[testing] def isFull(env: String => Option[String]): Boolean = env("EDDY_TEST_ALL").contains("1")

  /** The number of rounds of a test that repeats something: `short` in the gate, `full` with `--all`. */
  def rounds(short: Int, full: Int): Int = rounds(short, full, Need.env)

  private[testing] def rounds(short: Int, full: Int, env: String => Option[String]): Int =
    (if isFull(env) then full else short) * times(env)

  /** What the limits of tests are multiplied by: the full form has up to ten times the rounds of the short
    * one, beside other suites.
    */
  private[testing] def timesOfLimits(env: String => Option[String]): Int =
    times(env) * (if isFull(env) then 3 else 1)

  /** What EDDY_TEST_ROUNDS multiplies the rounds by. */
  private[testing] def times(env: String => Option[String]): Int =
    env("EDDY_TEST_ROUNDS").fold(1): text =>
      text.toIntOption.filter(_ > 0).getOrElse:
        throw IllegalArgumentException(
          s"EDDY_TEST_ROUNDS is '$text'; give a whole number above 0, such as 100"
        )
end TestLength
