package eddy.web

/** A filter that may wait for something slow, and so runs as an event of its own, as [[Jwt]] with keys of
  * another server does.
  */
final class AheadFilter(run: () => Unit) extends Filter:
  def apply(request: Request, response: Response): Unit = run()
  override private[eddy] def code: Seq[AnyRef] = Nil
  override private[eddy] def mayWait: Boolean = true
