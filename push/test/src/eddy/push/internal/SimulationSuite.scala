package eddy.push.internal

import eddy.actor.testkit.Simulation
import eddy.push.*

import scala.collection.mutable
import scala.concurrent.Future
import scala.concurrent.duration.DurationInt

/** Two nodes, subscribers that come and go, a service that goes away, in many orders: everybody has received
  * everything once, or knows of the gap.
  */
class SimulationSuite extends eddy.testing.PatientSuite:

  private final class Life(val witness: Witness, val node: Int, val recover: Option[Position]):
    var hasLeft = false
    var asked: Future[Subscribed] = Future.never

  private def config(history: Int, linger: Boolean) = ChannelsConfig(
    Seq(Namespace("", history = history)),
    idleTimeout = if linger then 1.second else 0.seconds,
    mediatorTimeout = 500.millis,
    intakeMessages = 8
  )

  for (history, what) <- Seq((1000, "a long history"), (6, "a short history")) do
    test(s"with $what every subscriber receives all publications once and in order, or learns of the gap"):
      val explored = Simulation.explore(runs = 150): sim =>
        val service = MemoryService()
        val mediators = Vector.fill(2)(InterruptedMediator(MemoryMediator(service)))
        val random = sim.random
        val settings = config(history, random.nextBoolean())
        val nodes = mediators.map(m => Channels.start(settings, m))
        val lives = mutable.ArrayBuffer.empty[Life]
        var published = 0
        for _ <- 1 to 60 do
          val i = random.nextInt(2)
          random.nextInt(13) match
            case 0 | 1 | 2 | 3 =>
              for _ <- 0 to random.nextInt(4) do
                published += 1
                val _ = nodes(i).publish("c", Json(published.toString))
            case 4 | 5 =>
              val before = lives.filter(l => l.witness.answer != null && (l.hasLeft || l.witness.isEnded))
              val recover = Option.when(before.nonEmpty && random.nextInt(4) > 0)(
                before(random.nextInt(before.size)).witness.last
              )
              val life = Life(Witness(s"w${lives.size}"), i, recover)
              lives += life
              life.asked = life.witness.subscribe(nodes(i).hub, "c", recover)
            case 6 | 7 =>
              lives.filter(l => !l.hasLeft).headOption.foreach: life =>
                life.hasLeft = true
                nodes(life.node).hub.unsubscribe("c", life.witness)
            case 8 => mediators(i).cut(hangs = random.nextBoolean())
            case 9 => mediators(i).restore()
            case 10 => mediators(i).dropArrivals()
            case 11 => mediators(i).deliverAgain()
            case _ => for _ <- 0 to random.nextInt(20) do sim.step(): Unit
          end match
        end for
        // publications dropped in silence show with the last one
        mediators.foreach(m => if random.nextBoolean() then m.deliverAgain())
        mediators.foreach(m => if m.state != MediatorState.Up || !m.delivers then m.restore())
        sim.runUntilIdle()
        val _ = nodes(0).publish("c", Json("\"last\""))
        sim.runUntilIdle()
        val top = sim.await(nodes(0).history("c", HistoryQuery(limit = 0))).top
        lives.foreach: life =>
          val witness = life.witness
          val wrong = witness.wrong
          if wrong != null then throw AssertionError(wrong)
          if !life.asked.isCompleted then throw AssertionError(s"${witness.name} has no answer")
          val answer = witness.answer
          if answer != null then
            life.recover.foreach: from =>
              if answer.recovered && answer.top.offset - answer.missed.size != from.offset then
                throw AssertionError(s"${witness.name} recovered from $from and was given $answer")
            if !life.hasLeft && !witness.isEnded && witness.last != top then
              throw AssertionError(
                s"${witness.name} has heard up to ${witness.last} of $top, and nobody has told it"
              )
        sim.expectNoFailures()
      assert(explored.orders > 100, s"only ${explored.orders} different orders")
  end for
end SimulationSuite
