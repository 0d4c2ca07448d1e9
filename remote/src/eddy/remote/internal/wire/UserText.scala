package eddy.remote.internal.wire

import scala.util.control.NonFatal

/** Texts and values that code of the program makes, such as `getMessage` of an exception: it may throw. */
private[remote] object UserText:
  /** What `make` returns, or `instead` of the class of what it throws. */
  def orElse[A](make: => A)(instead: String => A): A =
    try make
    catch
      case _: StackOverflowError => instead("java.lang.StackOverflowError")
      case NonFatal(cause) => instead(cause.getClass.getName)

  /** The text of a value. */
  def of(value: Any): String = orElse(String.valueOf(value).nn): by =>
    s"a ${value.asInstanceOf[AnyRef].getClass.getName} whose toString threw $by"

  /** The message of an exception; null if it has none. */
  def message(of: Throwable): String | Null = orElse[String | Null](of.getMessage): by =>
    s"its getMessage threw $by"
end UserText
