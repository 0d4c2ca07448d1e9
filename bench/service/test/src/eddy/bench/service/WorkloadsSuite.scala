package eddy.bench.service

import eddy.bench.contest.{Children, Sheet}
import eddy.bench.web.WebContract
import eddy.bench.web.load.WebClient
import eddy.bench.web.run.{Course, Fleet, Heap, Launch}
import eddy.bench.web.workload.Throughput

import java.nio.file.Files
import scala.util.Using

class WorkloadsSuite extends WebContract:
  protected def contender = WebContract.jvm("eddy", "eddy.bench.service.Main")

  test("its process ends with the run"):
    Using.resources(Children.ofThisMachine.open(), new WebClient): (children, client) =>
      val fleet = new Fleet(Seq(contender), children, Files.createTempDirectory("eddy-web"))
      val course = new Course(fleet, client, WebContract.brief, 2, _ => ())
      val stand = Using.resource(fleet): _ =>
        val stands = course.stands(
          new Sheet("test"),
          Launch(2, Heap.Lean),
          Seq(Throughput.plaintext, Throughput.json)
        )
        assertEquals(stands.size, 1)
        stands.head
      assert(!stand.isAlive)
end WorkloadsSuite
