package eddy.state.internal

import eddy.state.*
import eddy.state.{HandlerFixture, LockSet, Target}

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}
import scala.jdk.CollectionConverters.*
import scala.util.Random

/** Random handlers on several workers, compared with the same handlers one after another.
  *
  * Each takes a number while it runs. Two that conflict never run at the same time, so their numbers are in
  * the order in which they ran: run again one by one in the order of the numbers, each must read what it had
  * read.
  */
class SerialisabilitySuite extends eddy.testing.PatientSuite:
  private enum Step:
    case Read(map: Int, key: Int)
    case Size(map: Int)
    case Copy(from: Int, to: Int, key: Int)
    case Remove(map: Int, key: Int)
    case Count(by: Int)
    case Total

  private final class World:
    val maps = Vector.fill(3)(SharedMap[Int, Int]())
    val counter = SharedCounter()

    def claims(step: Step, byKey: Boolean): List[LockSet.Claim] =
      def entry(map: Int, key: Int, mode: AccessKind) =
        LockSet.Claim(if byKey then Target.Entry(maps(map), key) else Target.Shared(maps(map)), mode)
      step match
        case Step.Read(map, key) => List(entry(map, key, AccessKind.Reads))
        case Step.Size(map) => List(LockSet.Claim(Target.Shared(maps(map)), AccessKind.Reads))
        case Step.Copy(from, to, key) =>
          List(entry(from, key, AccessKind.Reads), entry(to, key, AccessKind.Writes))
        case Step.Remove(map, key) => List(entry(map, key, AccessKind.Writes))
        case Step.Count(_) => List(LockSet.Claim(Target.Shared(counter), AccessKind.Commutes))
        case Step.Total => List(LockSet.Claim(Target.Shared(counter), AccessKind.Reads))

    def run(step: Step): Long = step match
      case Step.Read(map, key) => maps(map).getOrElse(key, -1)
      case Step.Size(map) => maps(map).size
      case Step.Copy(from, to, key) =>
        val before = maps(from).getOrElse(key, 0)
        maps(to).update(key, before + 1)
        before
      case Step.Remove(map, key) => maps(map).remove(key).fold(-1L)(_.toLong)
      case Step.Count(by) =>
        counter += by
        0
      case Step.Total => counter.value
  end World

  private def randomStep(random: Random): Step =
    def map = random.nextInt(3)
    def key = random.nextInt(4)
    random.nextInt(9) match
      case 0 | 1 => Step.Read(map, key)
      case 2 => Step.Size(map)
      case 3 | 4 | 5 => Step.Copy(map, map, key)
      case 6 => Step.Remove(map, key)
      case 7 => Step.Count(1 + random.nextInt(5))
      case _ => Step.Total

  private final case class Done(number: Int, steps: List[Step], seen: List[Long])

  /** How many handlers read something else when they run one by one. */
  private def wrong(seed: Int, policy: LockPolicy, byKey: Boolean, locked: Boolean): Int =
    HandlerFixture(policy = policy): eddy =>
      val world = World()
      val (numbers, all) = (AtomicInteger(), ConcurrentLinkedQueue[Done]())
      val count = 5_000
      val done = CountDownLatch(count)
      val random = Random(seed)
      for _ <- 1 to count do
        val steps = List.fill(1 + random.nextInt(4))(randomStep(random))
        val set = LockSet.of(if locked then steps.flatMap(world.claims(_, byKey)) else Nil)
        eddy.run(set):
          val first = world.run(steps.head)
          // between its steps: any time at which it holds its locks will do
          val number = numbers.incrementAndGet()
          all.add(Done(number, steps, first :: steps.tail.map(world.run))): Unit
          done.countDown()
      await(done)
      val again = World()
      HandlerFixture.inHandler(eddy):
        all.asScala.toList.sortBy(_.number).count(one => one.steps.map(again.run) != one.seen)

  for policy <- List(LockPolicy.Park, LockPolicy.Requeue(10)); byKey <- List(false, true) do
    test(s"random handlers read what they would read one after another: $policy, by key: $byKey"):
      for seed <- 1 to 3 do assertEquals(wrong(seed, policy, byKey, locked = true), 0, s"seed $seed")

  test("without locks they do not, so that the test above can fail"):
    assert((1 to 20).exists(seed => wrong(seed, LockPolicy.Park, byKey = false, locked = false) > 0))
end SerialisabilitySuite
