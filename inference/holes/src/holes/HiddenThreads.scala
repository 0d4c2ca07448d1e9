package holes

import eddy.actor.{ActorSystem, Behavior, actor, react}

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CountDownLatch, TimeUnit}
import java.util.stream.IntStream

import Common.map

/** Handlers whose effects happen on other threads, or in other handlers. */
final class HiddenThreads(system: ActorSystem):
  val ownThread: String => Unit = key =>
    val thread = Thread(() => map(key) = 1)
    thread.start()
    thread.join()

  private val teller = Teller(Bank(Account()))
  val actorBody: String => Unit = _ =>
    given ActorSystem = system
    val done = CountDownLatch(1)
    val paid = actor[String]:
      def working(): Behavior[String] = react:
        case _ =>
          teller.pay()
          done.countDown()
          working()
      working()
    paid ! "pay"
    done.await()

  val hits: AtomicInteger = AtomicInteger()
  private val both = CountDownLatch(2)
  val countsTwice: String => Unit = _ =>
    val before = hits.get
    both.countDown()
    if both.await(60, TimeUnit.SECONDS) then hits.set(before + 1)

  val parallelStream: String => Unit = _ =>
    IntStream.range(0, 10_000).parallel.forEach(i => map(s"$i") = 1)
end HiddenThreads

final class Account:
  var count = 0
final class Bank(val account: Account)
final class Teller(bank: Bank):
  def pay(): Unit = bank.account.count += 1
