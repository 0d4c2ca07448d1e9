package eddy.bench.web.workload

import eddy.bench.contest.{Curve, Findings}

/** What the papers say they measured: read from their text, where that gives numbers. Their machines were others (Node.Scala: 32
  * modules of AMD Opteron 6282, client on another machine; the thesis: containers with a quad-core Xeon X5550 and 512 MB, load from
  * the internet), so only shapes and ratios compare.
  */
private[bench] object Papers:
  /** Requests a second: Bonetta et al., "Node.Scala" (Euro-Par 2012), section 5.1. */
  val oneLoop = 600.0
  val peak = 13_600.0

  /** What stands under the figures of a workload. */
  def notes(workload: String): Seq[String] = workload match
    case "mix" =>
      Seq(
        "Node.Scala, section 2 and figure 1: at 100 requests a second the blocking service on Node.js \"achieves only low throughput",
        "compared to the non-blocking one, even with a low percentage of heavy requests\"; the text gives no numbers"
      )
    case "kernels" =>
      Seq(
        "Node.Scala, section 5.1 and figure 4: one loop follows the arrival rate up to 600 requests a second, latency below 10 ms until",
        "then and above a second after; 32 loops peak at 13,600 a second"
      )
    case "stateful" =>
      Seq(
        "Node.Scala, section 5.2 and figure 5: with 100 % exclusive requests throughput is that of one loop, with 0 % that of 32; between",
        "them it falls as their share grows; the text gives no numbers"
      )
    case "onsystem" =>
      Seq(
        "thesis, section 5.3, figures 5.1-5.4, at 5,000 requests a second: Play (actors) answers about 1,000 ms sooner than Spring MVC",
        "(threads) for the 1000th number, 500 ms for the 5000th, and no sooner for the 50000th"
      )
    case "offsystem" =>
      Seq(
        "thesis, section 5.3: Play keeps about 800 ms from 180 requests a second on, Spring MVC takes 2,400 ms longer at 1,000 (figure 5.6)",
        "and about 3,800 ms longer at 5,000 (figure 5.7)"
      )
    case _ => Nil

  /** Their curves and points, where ours are drawn and their text gives numbers. */
  def curves(findings: Findings): Seq[Curve] =
    for chart <- findings.curves.map(_.chart).distinct; curve <- of(chart) yield curve

  private def of(chart: String): Seq[Curve] = chart match
    case "kernels-throughput" =>
      val follows = Seq((0.0, 0.0), (oneLoop, oneLoop), (1.5 * oneLoop, oneLoop))
      Seq(Curve(chart, "Node.Scala paper: 1 loop", follows, dashed = true))
    case "kernels-latency" =>
      val below = Seq((oneLoop / 10, 10.0), (oneLoop, 10.0))
      Seq(Curve(chart, "Node.Scala paper: 1 loop, below", below, dashed = true))
    case "offsystem-1000" =>
      Seq(
        Curve(chart, "thesis: Play", Seq((180.0, 800.0), (1000.0, 800.0)), dashed = true),
        Curve(chart, "thesis: Spring MVC at 1,000/s", Seq((1000.0, 3200.0)))
      )
    case s"onsystem-$n" => alone.get(n).toSeq.map(ms => Curve(chart, "thesis: one request", Seq((1.0, ms))))
    case _ => Nil

  /** Milliseconds of a single request, for Play and Spring MVC alike, by the number of Fibonacci: the thesis, section 5.3. */
  private val alone = Map("1000" -> 170.0, "5000" -> 300.0, "10000" -> 300.0, "50000" -> 400.0)
end Papers
