package eddy.actor.testkit.internal

import java.util.{Arrays, IdentityHashMap, SplittableRandom}

/** Decides which of those that could run next does. Everything it decides follows from its random numbers. */
private[testkit] abstract class Order:
  /** The index of the one that goes next.
    *
    * @param ready how many could, at least one
    * @param owner whose turn each of them is: an actor, a timer, another event
    */
  def next(ready: Int)(owner: Int => AnyRef): Int

private[testkit] object Order:
  /** Half of the seeds choose uniformly, half by priorities: each finds orders that the other hardly ever
    * does.
    */
  def of(random: SplittableRandom): Order =
    if random.nextBoolean() then new Uniform(random) else new Priorities(random)

  /** Any with the same probability: mixes well, but a run in which one actor is late for long is rare. */
  final class Uniform(random: SplittableRandom) extends Order:
    def next(ready: Int)(owner: Int => AnyRef): Int = random.nextInt(ready)

  /** Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte, "A Randomized Scheduler
    * with Probabilistic Guarantees of Finding Bugs", ASPLOS 2010): everyone has a random priority, the
    * highest goes first, and at d - 1 random steps the one about to run falls below all others. A bug that
    * needs d ordered events is found with a probability of at least 1 / (n k^(d-1)) in a run of n actors and
    * k steps, however rare it is otherwise.
    *
    * The length of a run is unknown at its beginning, so k is drawn too, from 8 to 4,096; after k steps all
    * is drawn again, which also keeps a busy pair from starving the others for ever.
    */
  final class Priorities(random: SplittableRandom) extends Order:
    private val horizon = 8 << random.nextInt(10)
    private val changes = new Array[Int](random.nextInt(4))
    private val priorities = new IdentityHashMap[AnyRef, java.lang.Double]()
    private var step = 0
    private var lowest = 0.0
    draw()

    def next(ready: Int)(owner: Int => AnyRef): Int =
      if step == horizon then draw()
      var best = highest(ready, owner)
      if Arrays.binarySearch(changes, step) >= 0 then
        lowest -= 1
        priorities.put(owner(best), lowest): Unit
        best = highest(ready, owner)
      step += 1
      best

    private def highest(ready: Int, owner: Int => AnyRef): Int =
      var best = 0
      var most = Double.NegativeInfinity
      var i = 0
      while i < ready do
        val priority: Double = priorities.computeIfAbsent(owner(i), _ => random.nextDouble()).nn
        if priority > most then
          best = i
          most = priority
        i += 1
      best

    private def draw(): Unit =
      step = 0
      lowest = 0
      priorities.clear()
      changes.indices.foreach(i => changes(i) = random.nextInt(horizon))
      Arrays.sort(changes)
  end Priorities
end Order
