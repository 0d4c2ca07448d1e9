package eddy.push.internal

import eddy.push.*
import eddy.runtime.Engine

import scala.concurrent.duration.DurationInt

import io.micrometer.prometheusmetrics.{PrometheusConfig, PrometheusMeterRegistry}

class StreamMetersSuite extends eddy.testing.PatientSuite:
  test("mode, credit, pending messages and every switch are in the metrics under the documented names"):
    val engine = Engine.start()
    try
      val namespace = Namespace(history = 100, bufferMessages = 4)
      val hub = LogHub(engine, namespace)
      val streams = Streams(hub, engine)
      val registry = PrometheusMeterRegistry(PrometheusConfig.DEFAULT)
      StreamMeters(streams.stats).bindTo(registry)
      val sinks = Seq(TestSink(0), TestSink())
      for sink <- sinks do
        val stream = streams.open("c", namespace, sink)
        stream.start(
          await(hub.subscribe("c", stream, ClientInfo("", ""), None, false)),
          sendMissed = false
        )
      for _ <- 1 to 10 do hub.say("12"): Unit
      val text = registry.scrape()
      for line <- Seq(
          "eddy_push_streams{mode=\"pulling\"} 1.0",
          "eddy_push_streams{mode=\"pushing\"} 1.0",
          "eddy_push_stream_waiting_messages 4.0",
          "eddy_push_stream_waiting_bytes 8.0",
          "eddy_push_stream_credit 4.0",
          "eddy_push_stream_sent_total 10.0",
          "eddy_push_stream_switches_total{to=\"pull\"} 1.0",
          "eddy_push_stream_switches_total{to=\"push\"} 0.0",
          "eddy_push_stream_dropped_total{reason=\"oldest\"} 0.0",
          "eddy_push_stream_ended_total{reason=\"slow\"} 0.0"
        )
      do assert(text.linesIterator.contains(line), s"$line\n$text")
    finally await(engine.shutdown(10.seconds)): Unit
    end try
end StreamMetersSuite
