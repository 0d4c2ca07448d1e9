package eddy.bench.actors

import eddy.bench.peers.Contender

import java.io.{BufferedReader, ByteArrayOutputStream, PrintStream, StringReader}

/** A contender on the JVM, in the test's own. */
private[actors] object JvmTalk:
  /** See [[WorkloadChecks.talk]]. */
  def apply(workloads: Contender.Workloads)(words: Seq[String], lines: Seq[String]): Seq[String] =
    val out = new ByteArrayOutputStream
    val commands = new BufferedReader(new StringReader(lines.mkString("\n")))
    Contender.serve(words, commands, new PrintStream(out))(workloads)
    out.toString.linesIterator.toSeq
