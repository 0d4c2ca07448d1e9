package eddy.actor
package routing

import eddy.testing.Eventually

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.{AtomicInteger, AtomicLong}
import scala.util.Random

/** Random programs of sends, resizes and ends of single actors. */
class RouterProgramSuite extends ActorFixture:
  private val programs = 60

  private def routing(n: Int): Routing[Int] = n % 3 match
    case 0 => Routing.RoundRobin
    case 1 => Routing.ByKey(n => n % 17)
    case _ => Routing.SmallestMailbox

  test(
    "whatever is resized and ends, each message is handled once or a dead letter, and no number comes twice"
  ):
    for seed <- 1 to programs do
      val random = new Random(seed)
      // its dead letters are counted alone
      given world: ActorSystem = new ActorSystem(engine)
      // counted at once: the wait below looks at its size
      val seen = new ConcurrentHashMap[Int, Int]()
      def see(n: Int): Unit = seen.merge(n, 1, _ + _): Unit
      val lost = new AtomicLong()
      world.onDeadLetter: letter =>
        lost.incrementAndGet(): Unit
        see(letter.message.asInstanceOf[Int])
      val numbers = new ConcurrentHashMap[Int, AtomicInteger]()
      val router = Router[Int](routing(seed), 1 + random.nextInt(4)): number =>
        numbers.computeIfAbsent(number, _ => new AtomicInteger()).nn.incrementAndGet(): Unit
        actor[Int](loop(react { case n => see(n); done }))
      val sent = new AtomicInteger()
      val program = List.fill(3)(random.nextLong()).map: own =>
        val mine = new Random(own)
        Thread.startVirtualThread: () =>
          for _ <- 1 to 200 do
            mine.nextInt(20) match
              case 0 => router.resize(1 + mine.nextInt(6))
              case 1 =>
                val now = router.routees
                if now.nonEmpty then
                  val victim = now(mine.nextInt(now.size))
                  if mine.nextBoolean() then victim.kill() else victim.exit(ExitReason.Shutdown)
              case _ => router ! sent.incrementAndGet()
      program.foreach(_.nn.join())
      Eventually.until(s"all messages of seed $seed are handled", s"${seen.size} of ${sent.get}"):
        seen.size >= sent.get
      val wrong = (1 to sent.get).filter(n => seen.getOrDefault(n, 0) != 1)
      assertEquals(wrong, Vector.empty, s"seed $seed")
      assertEquals(lost.get, world.stats.deadLetters)
      val twice = numbers.entrySet.nn.toArray.nn.map(_.toString).filterNot(_.endsWith("=1"))
      assertEquals(twice.toList, Nil, s"seed $seed")
      val _ = await(world.shutdown())
      router.kill()

  for (name, n) <- List("round robin", "by key", "smallest mailbox").zipWithIndex do
    test(s"a resize loses nothing of what is sent meanwhile: $name"):
      given world: ActorSystem = new ActorSystem(engine)
      val handled = new AtomicLong()
      val router = Router[Int](routing(n), 8): _ =>
        actor[Int](loop(react { case _ => handled.incrementAndGet(): Unit; done }))
      val ended = new AtomicLong()
      val each = 20_000
      val senders = (1 to 3).map: _ =>
        Thread.ofPlatform.nn.start: () =>
          for n <- 1 to each do
            if n % 2 == 0 then router ! n
            else if router.trySend(n) != Delivery.Accepted then ended.incrementAndGet(): Unit
      while senders.exists(_.isAlive) do
        router.resize(1)
        router.resize(8)
      Eventually.until("all messages are handled", s"${handled.get} of ${3 * each}")(handled.get >= 3 * each)
      assertEquals((handled.get, ended.get, world.stats.deadLetters), (3L * each, 0L, 0L))
      router.kill()
  end for

  test("when an actor of a resize cannot be made, those made for it end and nothing is changed"):
    var made = Vector.empty[ActorRef[Int]]
    val router = Router[Int](Routing.RoundRobin, 2): number =>
      if number == 4 then throw IllegalStateException("no more")
      val ref = actor[Int](react { case -1 => stop })
      made :+= ref
      ref
    val before = router.routees
    assertEquals(intercept[IllegalStateException](router.resize(5)).getMessage, "no more")
    assertEquals(router.routees, before)
    assertEquals(made.size, 4)
    made.drop(2).foreach(ref => assert(Set(ExitReason.Shutdown, ExitReason.NoActor)(endOf(ref))))
    router.resize(3)
    assertEquals(router.routees.size, 3)
    router.kill()
end RouterProgramSuite
