package eddy.bench.actors

import eddy.bench.peers.Contender

/** A contender on the JVM, in the test's own. */
abstract class ContenderContract(workloads: Contender.Workloads) extends eddy.testing.PatientSuite,
      ContenderChecks:
  protected def talk(words: Seq[String], lines: Seq[String]): Seq[String] = JvmTalk(workloads)(words, lines)
