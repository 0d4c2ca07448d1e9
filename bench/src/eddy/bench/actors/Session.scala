package eddy.bench.actors

import eddy.bench.ProcessUse
import eddy.bench.actors.Reply.Done
import eddy.bench.contest.{Children, Fault, Spread}

import java.nio.file.Path

/** What the contenders came to at one configuration, in their order. */
private[actors] final case class Result(configuration: Configuration, entries: Seq[Entry]):
  def entry(contender: String): Option[Entry] = entries.find(_.contender == contender)

/** @param samples none when there was a fault */
private[actors] final case class Entry(contender: String, samples: Seq[Done], fault: Option[Fault]):
  def spread(metric: Metric): Option[Spread] = Spread.of(samples.flatMap(metric.of(_)))

/** Measures one configuration: all contenders stand side by side and take turns, each round in another order, so that
  * what else the machine does meets them alike. Contenders that do not fit into memory together come one after another.
  */
private[actors] final class Session(
    configuration: Configuration,
    contenders: Seq[Contender],
    allRounds: Rounds,
    children: Children,
    folder: Path,
    status: String => Unit
):
  private val rounds = allRounds.in(configuration)

  def run(): Result =
    val trials = contenders.map(new Trial(_, configuration, rounds, children, folder))
    try
      if together then measure(trials)
      else
        for trial <- trials do
          measure(Seq(trial))
          trial.close()
    finally trials.foreach(_.close())
    Result(configuration, trials.map(t => Entry(t.contender.name, t.samples, t.fault)))

  private def together =
    !configuration.alone &&
      ProcessUse.availableBytes.forall(_ * 0.85 > configuration.residentBytes.toDouble * contenders.size)

  private def measure(trials: Seq[Trial]): Unit =
    for trial <- trials do
      status(s"starting ${trial.contender.name}")
      trial.begin()
    for round <- 1 to rounds.warmups; trial <- turns(trials, round) do
      status(s"warming, $round of ${rounds.warmups}: ${trial.contender.name}")
      trial.warm()
    val began = System.nanoTime
    var round = 1
    while round <= rounds.samples && (round <= 3 || System.nanoTime - began < rounds.sampleFor.toNanos) do
      for trial <- turns(trials, round) do
        status(s"sample $round of ${rounds.samples}: ${trial.contender.name}")
        trial.sample()
      round += 1

  private def turns(trials: Seq[Trial], round: Int): Seq[Trial] =
    val first = round % trials.size
    trials.drop(first) ++ trials.take(first)
end Session
