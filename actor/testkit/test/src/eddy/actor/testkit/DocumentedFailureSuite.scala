package eddy.actor.testkit

import eddy.actor.*

import java.nio.file.{Files, Path}
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*

class DocumentedFailureSuite extends eddy.testing.PatientSuite:
  enum Account:
    case Get(to: ActorRef[Int])
    case Set(amount: Int)

  test("docs/testing.md shows the failure that its program has"):
    val failed = intercept[SimulationFailure]:
      Simulation.explore(runs = 1000): sim =>
        val account = actor.named[Account]("account"):
          def holding(amount: Int): Behavior[Account] = react:
            case Account.Get(to) => to ! amount; holding(amount)
            case Account.Set(now) => holding(now)
          holding(0)
        for n <- 1 to 2 do
          val _ = actor.named[Int](s"clerk-$n"):
            account ! Account.Get(self)
            react { case amount => account ! Account.Set(amount + 1); stop }
        sim.runUntilIdle()
        val total = sim.await(account.ask[Int](1.second)(Account.Get(_)))
        Predef.assert(total == 2, s"the account holds $total")
    val page = Files.readAllLines(Path.of(sys.env("EDDY_CHECKOUT"), "docs", "testing.md")).nn.asScala
    val shown =
      page.dropWhile(!_.startsWith("    failed with seed")).takeWhile(_.nonEmpty).map(_.trim).filter(_ != "…")
    assert(shown.size > 3, shown.toString)
    shown.foreach(line =>
      assert(failed.getMessage.nn.contains(line), s"\"$line\" is not in: ${failed.getMessage}")
    )
end DocumentedFailureSuite
