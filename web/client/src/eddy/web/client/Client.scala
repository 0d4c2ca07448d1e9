package eddy.web.client

import eddy.runtime.Engine
import eddy.state.Confined
import eddy.web.client.internal.{Addresses, ClientCore}

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Asks other HTTP servers, on the JDK's client: connections are kept and used again, HTTP/2 where TLS offers
  * it.
  *
  * A call is built, and then made in one of three ways:
  * {{{
  *   http.get(url).send()                 waits for the answer; in a handler, other handlers run
  *   http.get(url).future()               returns a Future
  *   http.get(url).onAnswer(answer => …)  runs as a further event of the request whose handler calls this
  * }}}
  * WebSockets are opened by [[webSocket]].
  *
  * One client is for the whole program, and for any thread.
  */
@Confined
final class Client private (core: ClientCore, base: String | Null):

  def get(url: String): Call = call("GET", url)
  def head(url: String): Call = call("HEAD", url)
  def post(url: String): Call = call("POST", url)
  def put(url: String): Call = call("PUT", url)
  def patch(url: String): Call = call("PATCH", url)
  def delete(url: String): Call = call("DELETE", url)
  def options(url: String): Call = call("OPTIONS", url)

  /** A call with any method.
    * @param url absolute, http or https; or a path, for a client that is [[at]] a place. Encoded as it is to
    *   be sent: add what comes from elsewhere by [[Call.path]] and [[Call.query]], which encode it.
    * @throws IllegalArgumentException for an invalid address
    */
  def call(method: String, url: String): Call =
    new Call(core, Addresses.method(method), Addresses.parse(base, url))

  /** A WebSocket that is to be opened.
    * @param url absolute, ws, wss, http or https; or a path, as for [[call]]
    */
  def webSocket(url: String, options: ClientSocketOptions = ClientSocketOptions()): WebSocketCall =
    new WebSocketCall(core, call("GET", Addresses.ofSocket(url)), options)

  /** The same client, for which paths are meant below `url`:
    * `http.at("https://example.org/api").get("/users")`.
    */
  def at(url: String): Client =
    Addresses.parse(base, url): Unit
    new Client(core, (if base != null && url.startsWith("/") then base + url else url).stripSuffix("/"))

  /** Calls under way, with WebSockets that are open. */
  def callsUnderWay: Int = core.underWay

  /** Takes no further calls, closes WebSockets (1001), lets calls under way end for `within`, then breaks
    * them off, and closes all connections.
    */
  def close(within: FiniteDuration = 5.seconds): Unit = core.close(within)
end Client

object Client:
  /** @param observers notified of every call, such as [[ClientMeters]] */
  def apply(config: ClientConfig, observers: ClientObserver*)(using Engine): Client =
    new Client(ClientCore(config, observers, summon[Engine]), null)

  /** A client with every default. */
  def apply()(using Engine): Client = apply(ClientConfig())
end Client
