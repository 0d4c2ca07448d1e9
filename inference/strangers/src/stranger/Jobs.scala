package stranger

import java.util.{ArrayDeque, EnumMap, Iterator as JIterator, LinkedList, PriorityQueue}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.util.{Failure, Success, Try}

/** Queues, states of jobs, schedules and matchmaking. */
object Jobs:
  private val fifo = StrangerCase("a queue with producers and consumers"):
    val queue = LinkedList[Int]()
    var produced, consumed = 0
    val produce: Int => Unit = i =>
      queue.offer(i)
      produced += 1
    val consume: Int => Unit = _ => Option(queue.poll()).foreach(_ => consumed += 1)
    handlers(produce, consume).leave(n =>
      expect("jobs", queue.size + consumed, n).orElse(expect("made", produced, n))
    )

  enum State:
    case Queued, Running, Done, Failed
  import State.*

  final class Job(val id: Int):
    private var state = Queued
    def is(s: State): Boolean = state == s
    def advance(): Unit = state = state match
      case Queued => Running
      case Running => if id % 5 == 0 then Failed else Done
      case ended => ended
    def now: State = state

  final class Tracker:
    private val jobs = mutable.LinkedHashMap[Int, Job]()
    private val counts = mutable.Map[State, Int]().withDefaultValue(0)
    def submit(id: Int): Unit =
      jobs(id) = Job(id)
      counts(Queued) += 1
    def step(): Unit = jobs.values.find(j => j.is(Running) || j.is(Queued)).foreach: job =>
      counts(job.now) -= 1
      job.advance()
      counts(job.now) += 1
    def agrees: Boolean = jobs.values.groupBy(_.now).view.mapValues(_.size).forall((s, n) => counts(s) == n)
    def size: Int = counts.values.sum

  private val tracker = StrangerCase("job states counted"):
    val tracker = Tracker()
    handlers(i => tracker.submit(i), _ => tracker.step(), _ => tracker.step())
      .leave(n => expect("jobs", tracker.size, n).orElse(require("counts agree", tracker.agrees)))

  final case class Timer(due: Int, id: Int)
  object Timer:
    given Ordering[Timer] = Ordering.by(t => (-t.due, -t.id))

  private val schedule = StrangerCase("timers in a mutable priority queue"):
    val timers = mutable.PriorityQueue[Timer]()
    var clock, fired = 0
    val arm: Int => Unit = i => timers += Timer(clock + i % 13, i)
    val tick: Int => Unit = _ =>
      clock += 1
      while timers.headOption.exists(_.due <= clock) do
        timers.dequeue()
        fired += 1
    handlers(arm, tick).leave(n => expect("timers", timers.size + fired, n).orElse(expect("clock", clock, n)))

  private val javaSchedule = StrangerCase("timers in a Java heap with an anonymous comparator"):
    val timers = PriorityQueue[Timer](16, (a: Timer, b: Timer) => Integer.compare(a.due, b.due))
    val fired = mutable.ArrayBuffer[Int]()
    val arm: Int => Unit = i => timers.add(Timer(i % 10, i)): Unit
    val fire: Int => Unit = i =>
      val t = timers.peek()
      if t != null && t.due < i then fired += timers.remove().id
    handlers(arm, fire).leave(n =>
      expect("timers", timers.size + fired.size, n)
        .orElse(expect("fired once", fired.distinct.size, fired.size))
    )

  private val roundRobin = StrangerCase("workers in turn through an iterator that starts again"):
    final class RoundRobin(workers: java.util.List[Array[Int]]):
      private var turn: JIterator[Array[Int]] = workers.iterator
      def next(): Array[Int] =
        if !turn.hasNext then turn = workers.iterator
        turn.next()
    val workers = java.util.List.of(Array(0), Array(0), Array(0))
    val robin = RoundRobin(workers)
    handlers(_ => robin.next()(0) += 1, _ => robin.next()(0) += 1).leave: n =>
      val done = workers.asScala.map(_(0)).toList
      expect("work", done.sum, 2 * n).orElse(require(s"in turn: $done", done.max - done.min <= 1))

  private val retry = StrangerCase("failures tried again and counted"):
    var ok, failed, attempts = 0
    def attempt(i: Int): Try[Int] = Try:
      attempts += 1
      if attempts % 4 == 0 then throw IllegalStateException("flaky") else i
    val work: Int => Unit = i =>
      attempt(i).recoverWith(_ => attempt(i)) match
        case Success(_) => ok += 1
        case Failure(_) => failed += 1
    handlers(work).leave(n => expect("results", ok + failed, n).orElse(expect("ok", ok, n)))

  private val deadLetters = StrangerCase("partial functions in a chain, the rest to dead letters"):
    var even, third = 0
    val dead = mutable.ListBuffer[Int]()
    val evens: PartialFunction[Int, Unit] = { case i if i % 2 == 0 => even += 1 }
    val thirds: PartialFunction[Int, Unit] = { case i if i % 3 == 0 => third += 1 }
    val route: Int => Unit = i => evens.orElse(thirds).applyOrElse(i, dead += _)
    handlers(route, i => thirds.lift(i).getOrElse(dead += i)).leave: n =>
      expect("messages", even + third + dead.size, 2 * n)

  private val bus = StrangerCase("subscribers of an event bus"):
    trait Subscriber:
      def on(event: Int): Unit
    final class Bus:
      private var subscribers = Vector.empty[Subscriber]
      def subscribe(s: Subscriber): Unit = subscribers :+= s
      def publish(event: Int): Unit = subscribers.foreach(_.on(event))
    final class Summing extends Subscriber:
      var sum = 0
      def on(event: Int): Unit = sum += event
    final class Last(var event: Int = -1, var seen: Int = 0) extends Subscriber:
      def on(e: Int): Unit =
        event = e
        seen += 1
    val (bus, summing, last) = (Bus(), Summing(), Last())
    bus.subscribe(summing)
    bus.subscribe(last)
    handlers(i => bus.publish(i), _ => bus.publish(1))
      .leave(n => expect("sum", summing.sum, n * (n - 1) / 2 + n).orElse(expect("seen", last.seen, 2 * n)))

  private val functions = StrangerCase("handlers in a list"):
    var done = 0
    val hooks = mutable.ListBuffer[Int => Unit](_ => done += 1)
    hooks += (i => done += i)
    handlers(i => hooks.foreach(_(1)), _ => hooks.last(2)).leave(n => expect("done", done, 4 * n))

  private val middleware = StrangerCase("middleware folded into one handler"):
    type Handler = Int => Int
    val log = mutable.ArrayBuffer[String]()
    var authorised = 0
    val logging: Handler => Handler = next =>
      i =>
        log += s"in $i"
        next(i)
    val authorising: Handler => Handler = next =>
      i =>
        authorised += 1
        next(i) + 1
    val service = List(logging, authorising).foldRight[Handler](i => i * 2)((m, h) => m(h))
    var sum = 0L
    handlers(i => sum += service(1), i => sum += service(2)).leave: n =>
      expect(
        "sum",
        sum,
        8L * n
      ).orElse(expect("log", log.size, 2 * n)).orElse(expect("authorised", authorised, 2 * n))

  private val pipeline = StrangerCase("functions composed in vals"):
    var parsed, stored = 0
    val parse: Int => String = i =>
      parsed += 1; i.toString
    val store: String => Unit = s => stored += s.length.min(1)
    val both = parse.andThen(store)
    handlers(both, store.compose(parse)).leave(n =>
      expect("stored", stored, 2 * n).orElse(expect("parsed", parsed, 2 * n))
    )

  private val workerPool = StrangerCase("idle workers borrowed and given back"):
    final class Worker(val name: String):
      var jobs = 0
    val idle = ArrayDeque[Worker]()
    for i <- 1 to 4 do idle.push(Worker(s"w$i"))
    val all = idle.asScala.toList
    val work: Int => Unit = _ =>
      val worker = idle.pop()
      try worker.jobs += 1
      finally idle.addLast(worker)
    handlers(work, work).leave(n =>
      expect("jobs", all.map(_.jobs).sum, 2 * n).orElse(expect("idle", idle.size, 4))
    )

  private val lanes = StrangerCase("lanes in an EnumMap"):
    val lanes = EnumMap[java.time.DayOfWeek, LinkedList[Int]](classOf[java.time.DayOfWeek])
    for day <- java.time.DayOfWeek.values do lanes.put(day, LinkedList[Int]())
    var taken = 0
    val put: Int => Unit = i => lanes.get(java.time.DayOfWeek.of(i % 7 + 1)).addFirst(i)
    val take: Int => Unit = i =>
      lanes.entrySet.asScala.map(_.getValue).filterNot(_.isEmpty).take(1).foreach: lane =>
        lane.removeLast()
        taken += 1
    handlers(put, take).leave(n => expect("jobs", lanes.values.asScala.map(_.size).sum + taken, n))

  private val batches = StrangerCase("a batch flushed when it is full"):
    final class Batcher(limit: Int)(flush: List[Int] => Unit):
      private val batch = List.newBuilder[Int]
      private var size = 0
      def add(i: Int): Unit =
        batch += i
        size += 1
        if size == limit then
          flush(batch.result())
          batch.clear()
          size = 0
      def pending: Int = size
    var flushed = Vector.empty[List[Int]]
    val batcher = Batcher(4)(b => flushed = flushed :+ b)
    handlers(i => batcher.add(i), i => batcher.add(-i)).leave: n =>
      expect("items", flushed.map(_.size).sum + batcher.pending, 2 * n)
        .orElse(require("batches of four", flushed.forall(_.size == 4)))

  private val dependency = StrangerCase("steps that wait for others"):
    val waiting = mutable.HashMap[Int, mutable.HashSet[Int]]()
    for i <- 0 until 400 do waiting(i) = mutable.HashSet(i + 1, i + 2)
    var ready = 0
    val finish: Int => Unit = i =>
      waiting.filterInPlace: (_, needs) =>
        needs -= i
        if needs.isEmpty then ready += 1
        needs.nonEmpty
    handlers(finish).leave(_ => expect("steps", waiting.size + ready, 400))

  val all: List[StrangerCase] = List(
    fifo,
    tracker,
    schedule,
    javaSchedule,
    roundRobin,
    retry,
    deadLetters,
    bus,
    functions,
    middleware,
    pipeline,
    workerPool,
    lanes,
    batches,
    dependency
  )
end Jobs
