package eddy.bench.peers.threads

import eddy.bench.peers.Done

import java.util.concurrent.{FutureTask, LinkedBlockingQueue}

/** What a thread receives from: the JDK's own unbounded queue. */
private[threads] type Mailbox[A] = LinkedBlockingQueue[A]

private[threads] def spawn(body: => Unit): Unit = Thread.startVirtualThread(() => body): Unit

/** A thread with a result to wait for. */
private[threads] def fork[A](body: => A): FutureTask[A] =
  val task = new FutureTask[A](() => body)
  Thread.startVirtualThread(task)
  task

/** Does `work` in this thread; its result is the answer. */
private[threads] def timed(work: => Long): Done =
  val began = System.nanoTime
  val answer = work
  Done(System.nanoTime - began, answer)
