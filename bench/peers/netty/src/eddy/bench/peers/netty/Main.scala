package eddy.bench.peers.netty

import eddy.bench.peers.work.ServerArguments

import java.util.concurrent.{Executor, Executors}

import io.netty.bootstrap.ServerBootstrap
import io.netty.channel.epoll.{Epoll, EpollIoHandler, EpollServerSocketChannel}
import io.netty.channel.nio.NioIoHandler
import io.netty.channel.socket.SocketChannel
import io.netty.channel.socket.nio.NioServerSocketChannel
import io.netty.channel.{ChannelInitializer, ChannelOption, MultiThreadIoEventLoopGroup}
import io.netty.handler.codec.http.{DefaultHttpHeadersFactory, HttpDecoderConfig, HttpServerCodec}
import io.netty.util.ResourceLeakDetector

/** Netty without a framework: what a web server on it can reach at best.
  *
  * Tuned: the transport that Eddy uses; one loop for each core, none set apart for accepting; responses of one read are
  * flushed together; headers are not checked again (they are constants); the page's bytes are outside the heap; buffers
  * are not watched for leaks; the line of the date is made once a second.
  */
object Main:
  def main(args: Array[String]): Unit =
    val arguments = ServerArguments.parse(args.toSeq)
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED)
    val native = Epoll.isAvailable
    val handlers = if native then EpollIoHandler.newFactory() else NioIoHandler.newFactory()
    val loops = new MultiThreadIoEventLoopGroup(arguments.loops, handlers)
    val date = DateLine.keptBy(loops)
    val computing: Executor =
      if arguments.worker then Executors.newFixedThreadPool(arguments.loops) else command => command.run()
    val bound = new ServerBootstrap()
      .group(loops)
      .channel(if native then classOf[EpollServerSocketChannel] else classOf[NioServerSocketChannel])
      .option(ChannelOption.SO_BACKLOG, Integer.valueOf(4096))
      .childOption(ChannelOption.TCP_NODELAY, java.lang.Boolean.TRUE)
      .childHandler(
        new ChannelInitializer[SocketChannel]:
          def initChannel(channel: SocketChannel): Unit =
            channel.pipeline.addLast(new HttpServerCodec(decoding), new HttpService(date, computing)): Unit
      )
      .bind("127.0.0.1", arguments.port).awaitUninterruptibly()
    if !bound.isSuccess then
      bound.cause.printStackTrace()
      System.exit(1)
  end main

  private def decoding =
    new HttpDecoderConfig().setHeadersFactory(DefaultHttpHeadersFactory.headersFactory.withValidation(false))
end Main
