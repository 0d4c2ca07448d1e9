package eddy.push.internal.wire

import eddy.runtime.{Engine, SparseLog}

import java.lang.System.Logger.Level

/** Why clients were refused, for the operator: the client itself gets only a code. Any thread. */
private[push] final class RefusalLog(engine: Engine):
  private val log = SparseLog(engine, System.getLogger("eddy.push").nn, Level.INFO)

  /** @param what of the token: of a connection, or of a subscription
    * @param client whose it is, in words
    */
  def token(what: String, client: => String, why: TokenRefusal): Unit =
    line(s"$what token of $client refused, check \"${why.check}\": ${why.detail}")

  def line(text: => String): Unit = log.line(text)
