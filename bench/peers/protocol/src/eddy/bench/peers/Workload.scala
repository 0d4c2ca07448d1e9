package eddy.bench.peers

/** One workload of a contender, set up and kept from one `go` to the next. Used by one thread at a time. */
trait Workload:
  /** Does the work with `n` operations and blocks until the last is done.
    *
    * @throws Unsupported when it cannot be done; anything else thrown is told to the harness just the same
    */
  def go(n: Long): Done

  /** Ends what stands between the `go`s. A contender's process does not call it, it exits; tests do. */
  def close(): Unit = ()

/** What one `go` gave.
  *
  * @param nanos from the first action to knowing that the last is done
  * @param answer computed from what was received, never by the formula that the harness checks it with
  * @param extras further measurements; the names without blanks or `=`
  */
final case class Done(nanos: Long, answer: Long, extras: Seq[(String, Long)] = Nil)

/** This contender cannot do that; `why` is for the reader of the table. */
final class Unsupported(why: String) extends RuntimeException(why)
