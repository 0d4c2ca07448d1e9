package eddy.web.internal

/** What carries a streamed body here: an HTTP/1 connection, whatever the framing. */
private[eddy] trait BodySource:
  /** The reader waits for bytes, or there is room for them again. Any thread; as often as it likes. */
  def wanted(): Unit

  /** The reader wants no more, or has had all. Any thread; as often as it likes. */
  def unwanted(): Unit = ()

  /** What may come still, while it is not read on. */
  def ahead: Int = 0

private[eddy] object BodySource:
  /** Of a body that has arrived already. */
  val None: BodySource = () => ()
