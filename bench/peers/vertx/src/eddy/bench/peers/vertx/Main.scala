package eddy.bench.peers.vertx

import eddy.bench.peers.work.ServerArguments

import java.util.function.Supplier

import io.vertx.core.http.HttpServerOptions
import io.vertx.core.{Deployable, DeploymentOptions, Vertx, VertxOptions}

/** Vert.x, its core without the router of Vert.x Web, as its makers enter it in comparisons of plain speed.
  *
  * Tuned: an instance of the service on each event loop, as many as cores; the native transport (epoll), which is off by
  * default; the headers Date and Server, which it does not add by itself, made once a second; connections are never idle
  * for too long. Not taken: switching off the validation of headers, as no server of the comparison but raw Netty does.
  */
object Main:
  def main(args: Array[String]): Unit =
    val arguments = ServerArguments.parse(args.toSeq)
    val vertx = Vertx.vertx(
      new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(arguments.loops)
    )
    val options = new HttpServerOptions()
      .setHost("127.0.0.1").setPort(arguments.port)
      .setAcceptBacklog(4096).setTcpNoDelay(true)
      .setPerMessageWebSocketCompressionSupported(false).setPerFrameWebSocketCompressionSupported(false)
    val service: Supplier[Deployable] = () => new Service(options, arguments.worker)
    val deployed = vertx.deployVerticle(service, new DeploymentOptions().setInstances(arguments.loops))
    deployed.onFailure: cause =>
      cause.printStackTrace()
      System.exit(1)
    : Unit
  end main
end Main
