package eddy.push.internal

import eddy.push.*
import eddy.testing.Eventually

import io.micrometer.prometheusmetrics.{PrometheusConfig, PrometheusMeterRegistry}

class MetersSuite extends HubSuite:
  test("a node's metrics show its channels' work, by the documented names"):
    val mediator = InterruptedMediator(MemoryMediator())
    val channels =
      node(mediator, config.copy(namespaces = Seq(kept, plain, Namespace("who", presence = true))))
    val registry = PrometheusMeterRegistry(PrometheusConfig.DEFAULT)
    ChannelMeters(channels).bindTo(registry)
    val witnesses = (1 to 3).map(i => Witness(s"w$i"))
    witnesses.foreach(w => await(w.subscribe(channels.hub, "kept:a")))
    await(Witness("x").subscribe(channels.hub, "who:a"))
    await(channels.presence("who:a"))
    val options = PublishOptions(key = Some("k"))
    await(channels.publish("kept:a", Json("1"), options))
    await(channels.publish("kept:a", Json("1"), options))
    witnesses.foreach(_.told.awaitSize(1))
    await(Witness("r").subscribe(channels.hub, "kept:a", recover = Some(witnesses.head.last)))
    await(Witness("s").subscribe(channels.hub, "kept:a", recover = Some(Position(1, "other"))))
    error(channels.publish("nobody:a", Json("1")))
    def value(line: String): Double =
      registry.scrape().linesIterator.collectFirst {
        case s if s.startsWith(line + " ") => s.drop(line.length + 1).toDouble
      }
        .getOrElse(fail(s"no $line in\n${registry.scrape()}"))
    assertEquals(value("eddy_push_channels"), 2.0)
    // the channel counts them when it has answered
    Eventually.until("all are counted", registry.scrape())(value("eddy_push_subscriptions") == 6.0)
    assertEquals(value("eddy_push_published_total{outcome=\"published\"}"), 1.0)
    assertEquals(value("eddy_push_published_total{outcome=\"repeated\"}"), 1.0)
    assertEquals(value("eddy_push_deliveries_total"), 3.0)
    assertEquals(value("eddy_push_refusals_total{code=\"102\"}"), 1.0)
    assertEquals(value("eddy_push_recoveries_total{outcome=\"recovered\"}"), 1.0)
    assertEquals(value("eddy_push_recoveries_total{outcome=\"unrecovered\"}"), 1.0)
    assertEquals(value("eddy_push_presence_local"), 1.0)
    assertEquals(value("eddy_push_mediator_up{mediator=\"memory\"}"), 1.0)
    assertEquals(value("eddy_push_mtt_seconds_count_total{mediator=\"memory\"}"), 1.0)
    assertEquals(value("eddy_push_rtt_seconds_count_total{mediator=\"memory\"}"), 1.0)
    val (middle, most) = (
      value("eddy_push_rtt_seconds{mediator=\"memory\",quantile=\"0.5\"}"),
      value("eddy_push_rtt_seconds{mediator=\"memory\",quantile=\"1.0\"}")
    )
    assert(middle > 0 && middle <= most, s"$middle, $most")
    mediator.cut()
    assertEquals(value("eddy_push_mediator_up{mediator=\"memory\"}"), 0.0)

  test("percentiles are those of the last half to whole minute, counts and sums of all"):
    var now = 0L
    val latency = Latency(() => now)
    val second = 1_000_000_000L
    (1 to 100).foreach(i => latency.record(i * 1_000_000L))
    assertEqualsDouble(latency.seconds(0.5), 0.05, 0.001)
    assertEqualsDouble(latency.seconds(1), 0.1, 0.001)
    now = 31 * second
    latency.record(second)
    assertEqualsDouble(latency.seconds(0.5), 0.05, 0.002)
    assertEqualsDouble(latency.seconds(1), 1, 0.01)
    now = 62 * second
    assertEqualsDouble(latency.seconds(0.5), 1, 0.01)
    now = 200 * second
    assertEqualsDouble(latency.seconds(0.5), 0, 0)
    assertEquals(latency.count, 101L)
    assertEqualsDouble(latency.sum, 5.05 + 1, 0.05)
end MetersSuite
