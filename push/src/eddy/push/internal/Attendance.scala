package eddy.push.internal

import eddy.push.ClientInfo

/** Is told who comes to the channels of this node, and who leaves. Any thread; nothing blocks. */
private[push] trait Attendance:
  def joined(channel: String, who: ClientInfo): Unit
  def left(channel: String, who: ClientInfo): Unit
