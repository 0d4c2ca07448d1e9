package eddy.remote.internal.address

import eddy.actor.{ActorSystem, react}
import eddy.remote.{NodeFixture, Pickler}

import java.util.concurrent.{CyclicBarrier, LinkedBlockingQueue}

class ExportsSuite extends NodeFixture:
  test("a number that is written is known, whichever thread made it"):
    withNodes: nodes =>
      given ActorSystem = nodes.start("a")().system
      val exports = new Exports
      val rounds = 5000
      val refs = Vector.fill(rounds)(started[Int](react(_ => eddy.actor.stop)))
      val barrier = new CyclicBarrier(2)
      val unknown = new LinkedBlockingQueue[Long]()
      def exporting(): Unit = for ref <- refs do
        barrier.await(): Unit
        val number = exports.of(ref, Pickler.int).number
        if exports.find(number) == null then unknown.add(number): Unit
      val threads = List.fill(2)(new Thread(() => exporting()))
      threads.foreach(_.start())
      threads.foreach(_.join())
      assertEquals(unknown.size, 0)
      assertEquals(exports.size, rounds)
end ExportsSuite
