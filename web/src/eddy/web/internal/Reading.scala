package eddy.web.internal

import io.netty.channel.Channel

extension (channel: Channel)
  /** Reads on, or no more for now. On the I/O thread. A connection that is gone is left alone: it cannot be
    * read, and says so as a failure.
    */
  private[eddy] def reads(on: Boolean): Unit =
    if channel.isActive && channel.config.isAutoRead != on then channel.config.setAutoRead(on): Unit
