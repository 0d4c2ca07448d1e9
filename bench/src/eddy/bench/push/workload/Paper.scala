package eddy.bench.push.workload

import eddy.bench.contest.Curve

/** What Puripunpinyo and Samadzadeh, "Design, Prototype Implementation, and Comparison of Scalable Web-Push Architectures on Amazon Web
  * Services Using the Actor Model", say they measured, section IV: Play 2.5 and Akka 2.4 on a machine of Amazon EC2 with 4 cores, its
  * services on others, the client elsewhere. Orders of magnitude compare, milliseconds do not.
  */
private[bench] object Paper:
  /** Milliseconds that 400 messages at once took with ActiveMQ, the soonest of the three: section IV.D. */
  val quickest = 2500.0

  /** What stands under the figures of a workload. */
  def notes(workload: String): Seq[String] = workload match
    case "tables" =>
      Seq(
        "paper, table III, ms (sd):   RTT              MTT",
        "  Amazon SNS                 133.03 (35.79)   109.23 (31.52)",
        "  Redis Pub/Sub               29.08 (17.72)     1.48 (0.77)",
        "  ActiveMQ                    39.32 (32.64)     3.19 (1.38)",
        "paper, table II, SNS, RTT of each thread: 133.76 (37.53), 130.92 (35.52), 135.20 (37.54), 132.22 (32.55);",
        "  MTT: 109.63 (33.70), 107.29 (32.02), 111.78 (32.73), 108.22 (27.63)"
      )
    case "figure9" =>
      Seq(
        "paper, figure 9 and section IV.C: Amazon SNS RTT 12,562.61 ms and MTT 10,156.1 ms on average; ActiveMQ's RTT below that of Redis",
        "\"despite having higher MTTs\"; the text gives no numbers of these two"
      )
    case "figure7" =>
      Seq(
        "paper, figure 7 and section IV.D: 400 messages at once take about 7,500 ms with Amazon SNS, 3,000 with Redis, 2,500 with ActiveMQ;",
        "up to 200 with Redis and ActiveMQ, and up to 100 with SNS, 2,000 ms"
      )
    case "figure8" =>
      Seq("paper, figure 8 and section IV.D: 4 connections instead of one have no \"significant impact\"")
    case _ => Nil

  /** Their curves, where ours are drawn: what the text says of them. */
  def curves(chart: String): Seq[Curve] =
    if chart != "figure7" && chart != "figure8" then Nil
    else
      Seq(
        Curve(chart, "paper: SNS", Seq((100.0, 2000.0), (400.0, 7500.0)), dashed = true),
        Curve(chart, "paper: Redis", Seq((200.0, 2000.0), (400.0, 3000.0)), dashed = true),
        Curve(chart, "paper: ActiveMQ", Seq((200.0, 2000.0), (400.0, quickest)), dashed = true)
      )
end Paper
