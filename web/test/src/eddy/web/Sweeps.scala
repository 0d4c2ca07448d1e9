package eddy.web

import eddy.testing.Waits
import eddy.web.internal.Swept

import java.util.concurrent.LinkedBlockingQueue

import io.netty.channel.EventLoop

/** The moments at which a server looks at the deadlines of its clients: what a test waits for where its
  * client is to be late in the server's eyes. Of a server with one I/O thread.
  */
final class Sweeps(server: RunningServer) extends Waits:
  private val seen = LinkedBlockingQueue[Long]()

  server.group.next() match
    case loop: EventLoop =>
      // watching for as long as the server runs
      val watch = new Swept:
        def sweep(now: Long): Unit = seen.put(now)
      loop.execute(() => server.core.sweepOf(loop).add(watch))

  /** Returns when the server has looked `times` more. */
  def await(times: Int = 1): Unit =
    seen.clear()
    for _ <- 1 to times do awaitNext(seen, "the server looks at its deadlines"): Unit
