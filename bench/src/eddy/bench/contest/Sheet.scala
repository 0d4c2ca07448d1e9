package eddy.bench.contest

/** A figure of a workload.
  *
  * @param setting what sets it apart from others of its workload, such as `heavy=15 %`; may be empty
  * @param figure what was taken; empty for the main one
  * @param more whether more is better
  */
private[bench] final case class Measure(setting: String, figure: String, unit: String, more: Boolean)

/** The samples of a figure, for each contender. */
private[bench] final case class Line(
    workload: String,
    measure: Measure,
    samples: Map[String, Vector[Double]]
):
  def spread(contender: String): Option[Spread] = Spread.of(samples.getOrElse(contender, Nil))
  def median(contender: String): Option[Double] = spread(contender).map(_.median)
  def title: String = s"$workload ${measure.setting}".trim

  /** How many times better Eddy is than `peer`. */
  def ratio(peer: String): Option[Double] =
    for mine <- median(Contest.eddy); theirs <- median(peer) if mine > 0 && theirs > 0
    yield if measure.more then mine / theirs else theirs / mine

/** A curve of a chart; charts are told apart by their file.
  *
  * @param of a contender, or a source such as a paper
  */
private[bench] final case class Curve(
    chart: String,
    of: String,
    points: Seq[(Double, Double)],
    dashed: Boolean = false
)

/** What a workload came to. */
private[bench] final case class Findings(
    workload: String,
    lines: Seq[Line],
    curves: Seq[Curve],
    faults: Seq[(String, Fault)],
    remarks: Seq[String]
):
  /** Whether a contender has a figure, or a fault, here. */
  def names(contender: String): Boolean =
    lines.exists(_.samples.contains(contender)) || faults.exists(_(0) == contender)

/** Collects what a workload finds out. Used by one thread. */
private[bench] final class Sheet(workload: String):
  private var order = Vector.empty[Measure]
  private var samples = Map.empty[(Measure, String), Vector[Double]]
  private var drawn = Vector.empty[Curve]
  private var faults = Vector.empty[(String, Fault)]
  private var remarks = Vector.empty[String]

  def add(
      contender: String,
      setting: String,
      figure: String,
      unit: String,
      more: Boolean,
      value: Double
  ): Unit =
    val measure = Measure(setting, figure, unit, more)
    if !order.contains(measure) then order = order :+ measure
    // a share of nothing says nothing
    if value.isFinite then
      samples = samples.updatedWith((measure, contender))(s => Some(s.getOrElse(Vector.empty) :+ value))

  def draw(curve: Curve): Unit = drawn = drawn :+ curve

  /** The same is told once. */
  def remark(text: String): Unit = if !remarks.contains(text) then remarks = remarks :+ text

  def fault(contender: String, fault: Fault): Unit = faults = faults :+ (contender -> fault)

  def findings: Findings =
    val lines = order.map: measure =>
      val own = samples.collect { case ((`measure`, contender), values) => contender -> values }
      Line(workload, measure, own)
    Findings(workload, lines, drawn, faults, remarks)
end Sheet
