package eddy.web.verify

/** A command stops: the message names what is wrong and where it came from, the remedy what to
  * do.
  *
  * @param exitCode 2: an option, key or value is wrong; 1: they are right but it cannot be done here and
  *   now; 3: the
  *   same of a command that has 1 as a result
  */
private[eddy] final class Refusal(val exitCode: Int, message: String, val remedy: String)
    extends RuntimeException(message, null, false, false)

private[eddy] object Refusal:
  def wrong(message: String, remedy: String): Refusal = new Refusal(2, message, remedy)

  def cannot(message: String, remedy: String): Refusal = new Refusal(1, message, remedy)
