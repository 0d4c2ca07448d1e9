package eddy.bench.actors

import eddy.bench.peers.Contender
import eddy.testing.TimeLimit

import scala.concurrent.duration.DurationInt

/** A contender on the JVM, whose two sides are in the test's own. */
abstract class RemoteContract(workloads: Contender.Workloads) extends eddy.testing.PatientSuite, RemoteChecks:
  override protected def timeLimit: TimeLimit =
    TimeLimit(5.minutes, "It starts two sides of a network for each workload.")

  protected def talk(words: Seq[String], lines: Seq[String]): Seq[String] = JvmTalk(workloads)(words, lines)
