package eddy.bench.actors

import eddy.bench.contest.Contest

/** A system that is measured.
  *
  * @param version as the summary shows it
  * @param command its program, with all arguments that it needs for this configuration
  */
private[actors] final case class Contender(
    name: String,
    version: String,
    command: Configuration => Seq[String]
)

private[actors] object Contender:
  val eddy: String = Contest.eddy

  /** Eddy, also with other settings. */
  def isEddy(name: String): Boolean = name.takeWhile(_ != '-') == eddy
