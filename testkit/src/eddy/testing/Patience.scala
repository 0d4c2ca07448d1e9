package eddy.testing

import scala.concurrent.duration.FiniteDuration

/** For tests in which something never comes while the rest comes in time: the wait should be short, and how
  * long the rest takes is the machine's affair.
  */
object Patience:
  /** The result of `body` with the first of these limits within which `came` all that had to come, or else
    * with the last one.
    */
  def growing[A](limits: FiniteDuration*)(body: FiniteDuration => A)(came: A => Boolean): A =
    val results = limits.iterator.map(body)
    var result = results.next()
    while !came(result) && results.hasNext do result = results.next()
    result
