package libraries

import java.io.IOException
import java.net.URI
import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import java.time.Duration
import java.util.concurrent.CompletableFuture
import scala.util.Using

import okhttp3.{Call, Callback, OkHttpClient}
import org.apache.hc.client5.http.classic.methods.HttpGet
import org.apache.hc.client5.http.impl.classic.HttpClients
import org.apache.hc.core5.http.io.entity.EntityUtils

object SttpHandlers:
  import sttp.client4.{DefaultSyncBackend, SyncBackend, UriContext, basicRequest}

  private val backend: SyncBackend = DefaultSyncBackend()

  val get: String => String = id =>
    val name = Users.name(id)
    basicRequest.get(uri"http://127.0.0.1:1/users/$id?name=$name").header("X-User", id).send(backend).body
      .fold(identity, identity)

object OkHttpHandlers:
  private val client = new OkHttpClient.Builder().callTimeout(Duration.ofSeconds(5)).build()

  private def request(id: String) =
    new okhttp3.Request.Builder().url(s"http://127.0.0.1:1/users/$id").header(
      "X-User",
      Users.name(id)
    ).build()

  val execute: String => String =
    id => Using.resource(client.newCall(request(id)).execute())(_.body.string)

  val enqueue: String => String = id =>
    val answer = new CompletableFuture[String]
    client.newCall(request(id)).enqueue(new Callback:
      def onFailure(call: Call, e: IOException): Unit = answer.completeExceptionally(e)
      def onResponse(call: Call, response: okhttp3.Response): Unit = answer.complete(response.body.string))
    answer.get

object JdkHttpHandlers:
  private val client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build()

  val send: String => String = id =>
    val request = HttpRequest.newBuilder(URI.create(s"http://127.0.0.1:1/users/$id"))
      .header("X-User", Users.name(id)).GET().build()
    client.send(request, HttpResponse.BodyHandlers.ofString()).body

object ApacheHttpHandlers:
  private val client = HttpClients.createDefault()

  val execute: String => String = id =>
    val request = new HttpGet(s"http://127.0.0.1:1/users/$id")
    request.setHeader("X-User", Users.name(id))
    client.execute(request, response => EntityUtils.toString(response.getEntity))
