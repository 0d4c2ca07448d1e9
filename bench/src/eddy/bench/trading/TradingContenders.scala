package eddy.bench.trading

import eddy.bench.contest.{Contest, LeftOut, Program, Workshop}
import eddy.bench.web.WebContenders
import eddy.bench.web.run.{WebContender, WebProgram}

/** @param words of its program, besides those of all
  * @param articleCase the case of the article that it is; 0 for none
  */
private[bench] final case class TradingProgram(
    name: String,
    program: Program,
    table: SalesTable,
    words: Seq[String] = Nil,
    articleCase: Int = 0
):
  /** Whether its market can be watched. */
  def isLive: Boolean = table == SalesTable.Eddy
  def schema: String = s"trading_${name.replace('-', '_')}"

/** Who takes part. */
private[bench] object TradingContenders:
  private val eddy = Program.Jvm("bench.exchange", "eddy.bench.exchange.Main")

  val programs: Seq[TradingProgram] = Seq(
    TradingProgram(Contest.eddy, eddy, SalesTable.Eddy, Seq("persistence=group"), 1),
    TradingProgram("eddy-parallel", eddy, SalesTable.Eddy, Seq("persistence=parallel")),
    TradingProgram("eddy-one", eddy, SalesTable.Eddy, Seq("persistence=one")),
    TradingProgram(
      "node",
      Program.Native("trading-node", "apt-get install nodejs npm, of Node.js 20 or newer"),
      SalesTable.Peer,
      articleCase = 2
    ),
    TradingProgram(
      "tomcat",
      Program.Jvm("bench.peers.tomcat", "eddy.bench.peers.tomcat.Main"),
      SalesTable.Peer,
      articleCase = 3
    )
  )

  def names: Seq[String] = programs.map(_.name)
  def of(name: String): TradingProgram = programs.find(_.name == name).get

  /** Answered with 200 by each that trades. */
  val ready = "/health"

  /** Those of `names` that could be made, in their order, and why the others could not. */
  def make(workshop: Workshop, names: Seq[String]): (made: Seq[WebContender], leftOut: Seq[LeftOut]) =
    val wanted = programs.filter(p => names.contains(p.name))
    WebContenders.of(workshop, wanted.map(p => WebProgram(p.name, p.program, words(p))), ready)

  def words(program: TradingProgram): Seq[String] = s"schema=${program.schema}" +: program.words
end TradingContenders
