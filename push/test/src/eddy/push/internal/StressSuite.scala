package eddy.push.internal

import eddy.push.*
import eddy.testing.Eventually

import java.util.concurrent.atomic.AtomicInteger
import scala.util.Random

class StressSuite extends HubSuite:

  for short <- Seq(false, true) do
    test(s"4 publishers, subscribers that come and go, a service that is cut${
        if short then ", a short history" else ""
      }: all is heard once or it is told"):
      val service = MemoryService()
      val config = this.config.copy(
        namespaces = Seq(kept.copy(history = if short then 300 else 200_000)),
        intakeMessages = 64
      )
      val mediators = Vector.fill(2)(InterruptedMediator(MemoryMediator(service)))
      val nodes = mediators.map(node(_, config))
      val publishers = 4
      val each = 3000
      val taken = AtomicInteger()
      val done = AtomicInteger()
      val wrong = Happenings[String]()
      val (recovered, ended) = (AtomicInteger(), AtomicInteger())

      def comeAndGo(seed: Int): Unit =
        val random = Random(seed)
        var last: Option[Position] = None
        while done.get < publishers do
          val hub = nodes(random.nextInt(2)).hub
          val witness = Witness(s"w$seed")
          val from = last
          await(witness.subscribe(hub, "kept:a", from).transform(scala.util.Success(_))(using
            system.engine.executionContext
          ))
            .foreach: answer =>
              if answer.recovered then
                recovered.incrementAndGet(): Unit
                if answer.top.offset - answer.missed.size != from.get.offset then
                  wrong.add(s"recovered from $from with ${answer.missed.size} to ${answer.top}")
              // stays for some publications
              val until = answer.top.offset + random.nextInt(300)
              Eventually.until("it has heard enough, or nothing more comes"):
                done.get == publishers || witness.last.offset >= until || witness.isEnded
              hub.unsubscribe("kept:a", witness)
              if witness.isEnded then ended.incrementAndGet(): Unit
              val found = witness.wrong
              if found != null then wrong.add(found)
              last = Some(witness.last)
        end while
      end comeAndGo

      def publish(n: Int): Unit =
        def once(i: Int): Unit =
          val result = scala.util.Try(await(nodes(n % 2).publish("kept:a", Json(s"$i"))))
          if result.isSuccess then taken.incrementAndGet(): Unit
        for i <- 1 to each do once(i)
        // where publishing is quick, those who come and go may not have been there twice yet
        if n == 0 then (each to 30 * each).iterator.takeWhile(_ => recovered.get < 3).foreach(once)
        done.incrementAndGet(): Unit

      // as long as two publish at least: one alone would wait for the end of its own interruption
      def interrupt(): Unit =
        val random = Random(7)
        while done.get < publishers - 1 do
          val mediator = mediators(random.nextInt(2))
          val until = taken.get + 200
          if random.nextBoolean() then mediator.cut() else mediator.dropArrivals()
          Eventually.until("some are published")(done.get >= publishers - 1 || taken.get >= until - 150)
          mediator.restore()
          Eventually.until("more are published")(done.get >= publishers - 1 || taken.get >= until)

      val stays = Vector.tabulate(2)(i => Witness(s"stays $i"))
      stays.zipWithIndex.foreach((w, i) => await(w.subscribe(nodes(i).hub, "kept:a")))
      val threads = (0 until publishers).map(i => Thread.ofPlatform.unstarted(() => publish(i))) ++
        (1 to 3).map(seed => Thread.ofPlatform.unstarted(() => comeAndGo(seed))) :+
        Thread.ofPlatform.unstarted(() => interrupt())
      threads.foreach(_.start())
      threads.foreach(_.join())
      mediators.foreach(_.restore())
      super.publish(nodes(0), "kept:a", "0")
      val top = await(nodes(0).history("kept:a", HistoryQuery(limit = 0))).top
      stays.foreach: witness =>
        witness.told.await("the last, or an end")(_ => witness.last == top || witness.isEnded)
        assertEquals(witness.wrong, null)
        if !short then assert(!witness.isEnded, "with a long history nobody need be told")
      assertEquals(wrong.now.take(3), Vector.empty)
      assert(recovered.get > 0, "nobody has recovered: the test shows nothing")
  end for
end StressSuite
