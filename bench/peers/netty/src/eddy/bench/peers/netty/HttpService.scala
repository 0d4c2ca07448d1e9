package eddy.bench.peers.netty

import eddy.bench.peers.work.{Fib, Kernel, Page}

import java.nio.charset.StandardCharsets.US_ASCII
import java.util.concurrent.Executor
import java.util.concurrent.TimeUnit.MILLISECONDS
import scala.util.control.NonFatal

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonValueCodec, writeToArray}
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker
import io.netty.buffer.{ByteBuf, Unpooled}
import io.netty.channel.{ChannelHandlerContext, ChannelInboundHandlerAdapter}
import io.netty.handler.codec.http.*
import io.netty.util.{AsciiString, ReferenceCountUtil}

/** The endpoints, for one connection.
  *
  * @param computing where computations run; those that leave the loop answer when they are done, hence out of order on a
  *   connection whose client does not wait for an answer before it asks on
  */
private[netty] final class HttpService(date: DateLine, computing: Executor)
    extends ChannelInboundHandlerAdapter:
  import HttpService.*

  override def channelRead(context: ChannelHandlerContext, message: Any): Unit = message match
    case request: HttpRequest => answer(context, request)
    case other => val _ = ReferenceCountUtil.release(other)

  override def channelReadComplete(context: ChannelHandlerContext): Unit = context.flush(): Unit

  // a client that went away
  override def exceptionCaught(context: ChannelHandlerContext, cause: Throwable): Unit = context.close(): Unit

  private def answer(context: ChannelHandlerContext, request: HttpRequest): Unit =
    val keepAlive = HttpUtil.isKeepAlive(request)
    val uri = request.uri
    if uri == "/plaintext" then write(context, keepAlive, Plain, Unpooled.wrappedBuffer(Hello))
    else if uri == "/json" then
      write(context, keepAlive, Json, Unpooled.wrappedBuffer(writeToArray(Message("Hello, World!"))))
    else if uri == "/echo" then Echo.takeOver(context, this, request)
    else
      val query = new QueryStringDecoder(uri)
      def parameter(name: String): Option[String] =
        Option(query.parameters.get(name)).map(_.get(0))
      def number(name: String, default: Int) = parameter(name).fold(default)(_.toInt)
      query.path match
        case "/page" =>
          val send: Runnable = () =>
            write(context, keepAlive, Html, page.duplicate)
            context.flush(): Unit
          val _ = context.executor.schedule(send, number("delay", 0), MILLISECONDS)
        case "/fib" => compute(context, keepAlive)(Fib.recursive(number("n", 20)).toString)
        case "/iterfib" => compute(context, keepAlive)(Fib.lastDigits(number("n", 1000)))
        case "/kernel" =>
          compute(context, keepAlive)(Kernel.answer(parameter("name").getOrElse(""), number("n", 1)))
        case _ => write(context, keepAlive, Plain, Unpooled.EMPTY_BUFFER, HttpResponseStatus.NOT_FOUND)
    end if
  end answer

  private def compute(context: ChannelHandlerContext, keepAlive: Boolean)(result: => String): Unit =
    computing.execute: () =>
      val (text, status) =
        try (result, HttpResponseStatus.OK)
        catch case NonFatal(e) => (e.toString, HttpResponseStatus.BAD_REQUEST)
      write(context, keepAlive, Plain, Unpooled.wrappedBuffer(text.getBytes(US_ASCII)), status)
      // on the loop, the end of the read flushes
      if !context.executor.inEventLoop then context.flush(): Unit

  private def write(
      context: ChannelHandlerContext,
      keepAlive: Boolean,
      contentType: AsciiString,
      body: ByteBuf,
      status: HttpResponseStatus = HttpResponseStatus.OK
  ): Unit =
    val response =
      new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, body, unchecked, unchecked)
    response.headers
      .set(HttpHeaderNames.SERVER, Name)
      .set(HttpHeaderNames.DATE, date.value)
      .set(HttpHeaderNames.CONTENT_TYPE, contentType)
      .setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes)
    if keepAlive then context.write(response, context.voidPromise): Unit
    else
      response.headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
      context.writeAndFlush(response).addListener(io.netty.channel.ChannelFutureListener.CLOSE): Unit
  end write
end HttpService

private[netty] object HttpService:
  final case class Message(message: String)

  private given JsonValueCodec[Message] = JsonCodecMaker.make
  private val Name = AsciiString("netty")
  private val Plain = AsciiString("text/plain")
  private val Json = AsciiString("application/json")
  private val Html = AsciiString("text/html")
  private val Hello = "Hello, World!".getBytes(US_ASCII)
  private val unchecked = DefaultHttpHeadersFactory.headersFactory.withValidation(false)

  private val page: ByteBuf =
    Unpooled.unreleasableBuffer(Unpooled.directBuffer(Page.Length).writeBytes(Page.bytes)).asReadOnly
end HttpService
