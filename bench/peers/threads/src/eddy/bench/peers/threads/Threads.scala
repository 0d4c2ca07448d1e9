package eddy.bench.peers.threads

import eddy.bench.peers.Done

import java.util.concurrent.{FutureTask, LinkedBlockingQueue}

/** What a thread receives from: the JDK's unbounded queue. */
private[threads] type Mailbox[A] = LinkedBlockingQueue[A]

/** A virtual thread that runs `body` again and again. */
private[threads] def forever(body: => Unit): Unit =
  Thread.startVirtualThread(() => while true do body): Unit

private[threads] def spawn(body: => Unit): Unit = Thread.startVirtualThread(() => body): Unit

/** A virtual thread with a result to wait for. */
private[threads] def fork[A](body: => A): FutureTask[A] =
  val task = new FutureTask[A](() => body)
  val _ = Thread.startVirtualThread(task)
  task

/** Does `work` in this thread; its result is the answer. */
private[threads] def timed(work: => Long): Done =
  val began = System.nanoTime
  val answer = work
  Done(System.nanoTime - began, answer)
