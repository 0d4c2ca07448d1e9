package eddy.web.internal

import io.netty.channel.{ChannelFuture, ChannelFutureListener}

extension (future: ChannelFuture)
  /** Runs `next` on the I/O thread when the operation is over, well or not. */
  private[eddy] def whenDone(next: () => Unit): Unit =
    // The type is named: a lambda given to addListener is inferred to take Nothing, and fails when it is
    // linked.
    val listener: ChannelFutureListener = _ => next()
    val _ = future.addListener(listener)
