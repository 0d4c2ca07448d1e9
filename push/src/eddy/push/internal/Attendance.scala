package eddy.push.internal

import eddy.push.ClientInfo

/** Observes subscribers that come to the channels of this node, and that leave. Any thread; nothing blocks.
  */
private[push] trait Attendance:
  def joined(channel: String, who: ClientInfo): Unit
  def left(channel: String, who: ClientInfo): Unit
