package eddy.web.http2

import eddy.web.tls.Pem
import eddy.web.{Http2, RunningServer, ServerConfig, Tls}

import java.io.InputStream
import java.net.URI
import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import java.security.SecureRandom
import java.security.cert.X509Certificate
import javax.net.ssl.{SSLContext, SSLEngine, TrustManager, X509ExtendedTrustManager}
import scala.jdk.CollectionConverters.given

/** What a client got, whichever protocol brought it. Names of headers are in small letters. */
final case class Got(status: Int, headers: Map[String, String], body: String)

/** A way to speak to a server. */
trait Wire:
  def name: String
  def config(base: ServerConfig): ServerConfig
  def ask(
      server: RunningServer,
      path: String,
      method: String = "GET",
      body: Array[Byte] = Array.empty,
      headers: Seq[(String, String)] = Nil
  ): Got

/** By the JDK's client. */
final class JdkWire(val name: String, tls: Boolean, version: HttpClient.Version) extends Wire:
  private val client = HttpClient.newBuilder().version(version).sslContext(Trusting.context).build()

  def config(base: ServerConfig): ServerConfig =
    if tls then base.copy(tls = Some(Tls(Pem.shared))) else base

  def ask(
      server: RunningServer,
      path: String,
      method: String,
      body: Array[Byte],
      headers: Seq[(String, String)]
  ): Got =
    val builder = HttpRequest.newBuilder(URI(server.url + path))
    headers.foreach((name, value) => builder.header(name, value): Unit)
    val publisher =
      if body.isEmpty then HttpRequest.BodyPublishers.noBody()
      else HttpRequest.BodyPublishers.ofByteArray(body)
    val answer: HttpResponse[InputStream] =
      client.send(builder.method(method, publisher).build(), HttpResponse.BodyHandlers.ofInputStream())
    if answer.version != version then throw AssertionError(s"spoke ${answer.version} instead of $version")
    val fields = answer.headers.map.asScala.map((name, values) =>
      name.toLowerCase -> values.asScala.mkString(", ")
    ).toMap
    Got(answer.statusCode, fields, String(answer.body.readAllBytes()))
end JdkWire

/** HTTP/2 in clear, frame by frame; the JDK's client does not begin with it. */
object ClearHttp2Wire extends Wire:
  def name: String = "HTTP/2 in clear"
  // Its window is large: the client here does not wait for leave to send.
  def config(base: ServerConfig): ServerConfig = base.copy(http2 = Some(Http2(windowBytes = 1024 * 1024)))

  def ask(
      server: RunningServer,
      path: String,
      method: String,
      body: Array[Byte],
      headers: Seq[(String, String)]
  ): Got =
    val raw = RawHttp2(server.port)
    try
      val length = if body.isEmpty then Nil else Seq("content-length" -> body.length.toString)
      val small = headers.map((name, value) => name.toLowerCase -> value)
      val stream = raw.request(path, method, small ++ length, end = body.isEmpty)
      body.grouped(16_000).foreach(piece => raw.data(stream, piece, end = false))
      if body.nonEmpty then raw.data(stream, Array.empty)
      val answer = raw.answer(stream)
      val fields = answer.headers.groupMap(_._1)(_._2).map((name, values) => name -> values.mkString(", "))
      Got(answer.status, fields, answer.text)
    finally raw.close()
end ClearHttp2Wire

/** Trusts every certificate: for servers that the test has started itself. */
object Trusting:
  private val manager: TrustManager = new X509ExtendedTrustManager:
    def checkClientTrusted(chain: Array[X509Certificate], kind: String): Unit = ()
    def checkServerTrusted(chain: Array[X509Certificate], kind: String): Unit = ()
    def checkClientTrusted(chain: Array[X509Certificate], kind: String, socket: java.net.Socket): Unit = ()
    def checkServerTrusted(chain: Array[X509Certificate], kind: String, socket: java.net.Socket): Unit = ()
    def checkClientTrusted(chain: Array[X509Certificate], kind: String, engine: SSLEngine): Unit = ()
    def checkServerTrusted(chain: Array[X509Certificate], kind: String, engine: SSLEngine): Unit = ()
    def getAcceptedIssuers(): Array[X509Certificate] = Array.empty

  /** Without the sessions of others: to resume one, the JDK's client names the host of that one again. */
  def context: SSLContext =
    val context = SSLContext.getInstance("TLS")
    context.init(null, Array(manager), SecureRandom())
    context
end Trusting
