package eddy.bench.abuse

import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse.BodyHandlers

/** The refusals of a server, and the spare workers that it called, by its metrics. */
private[bench] object Refusals:
  private val counter =
    """(eddy_\w*(?:refused|reset|closed|dropped|evicted|called)\w*_total(?:\{[^}]*\})?) ([\d.E]+)""".r

  /** How often each was refused so far, by the name of the counter; empty if the server does not tell. */
  def of(target: Target): Map[String, Long] =
    val client = HttpClient.newBuilder.version(HttpClient.Version.HTTP_1_1).build
    try
      val request = HttpRequest.newBuilder(URI.create(s"${target.uri}metrics")).timeout(Target.Patience).build
      parse(client.send(request, BodyHandlers.ofString).body)
    catch case _: java.io.IOException => Map.empty
    finally client.close()

  def parse(page: String): Map[String, Long] =
    page.linesIterator.collect { case counter(name, n) => name.nn -> n.nn.toDouble.toLong }.toMap

  /** The refusals between two scrapes, for a line of text. */
  def between(before: Map[String, Long], after: Map[String, Long]): Seq[String] =
    for
      (name, n) <- after.toSeq.sortBy(_(0))
      more = n - before.getOrElse(name, 0L)
      if more > 0
    yield s"${name.stripPrefix("eddy_").replace("_total", "")} $more"
end Refusals
