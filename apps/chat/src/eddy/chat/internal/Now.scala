package eddy.chat.internal

/** Two clocks read together: `wall` is what people are shown, in milliseconds since 1970; `tick` only ever goes on, in
  * milliseconds from no particular moment, and is what waits are measured by.
  */
private[chat] final case class Now(wall: Long, tick: Long) derives CanEqual

private[chat] object Now:
  def read(): Now = Now(System.currentTimeMillis, System.nanoTime / 1_000_000)
