package eddy.web.client

import eddy.web.Metrics

import java.net.URI
import java.time.Duration
import java.util.concurrent.ConcurrentHashMap

import io.micrometer.core.instrument.Timer

/** Measures calls as `eddy.client.requests`, by method, host, and status or failure. After a hundred hosts
  * further ones count as `other`, so that addresses which come from outside cannot grow the registry.
  */
final class ClientMeters(metrics: Metrics) extends ClientObserver:
  private val hosts = ConcurrentHashMap.newKeySet[String]()
  private val Most = 100

  def begin(method: String, uri: URI): ClientObservation =
    val began = System.nanoTime
    new ClientObservation:
      def end(outcome: Either[ClientException, Int]): Unit =
        val status = outcome.fold(_.failure.label, _.toString)
        Timer
          .builder("eddy.client.requests")
          .description("requests sent, with the time to the end of the answer")
          .tags("method", method, "host", known(String.valueOf(uri.getAuthority)), "status", status)
          .register(metrics.registry)
          .record(Duration.ofNanos(System.nanoTime - began))

  private def known(host: String): String =
    if hosts.contains(host) then host
    else if hosts.size >= Most then "other"
    else
      hosts.add(host): Unit
      host
end ClientMeters
