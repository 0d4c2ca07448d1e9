package libraries

import java.io.{ByteArrayInputStream, InputStream}
import java.nio.charset.StandardCharsets.UTF_8

import com.google.protobuf.{Struct, Value}
import io.grpc.MethodDescriptor.{Marshaller, MethodType}
import io.grpc.stub.{AbstractBlockingStub, ClientCalls}
import io.grpc.{CallOptions, Channel, ManagedChannelBuilder, MethodDescriptor}

object ProtobufHandlers:
  val build: String => String = id =>
    Struct.newBuilder()
      .putFields("id", Value.newBuilder().setStringValue(id).build())
      .putFields("name", Value.newBuilder().setStringValue(Users.name(id)).build())
      .build().toByteArray.length.toString

  /** What [[parse]] takes. */
  def text(id: String): String =
    val bytes = Struct.newBuilder().putFields("id", Value.newBuilder().setStringValue(id).build()).build()
    String(bytes.toByteArray, UTF_8)

  val parse: String => String = text =>
    val struct = Struct.parseFrom(text.getBytes(UTF_8))
    Users.name(struct.getFieldsOrThrow("id").getStringValue)

/** As the compiler of protocol buffers makes them. */
final class DirectoryStub(channel: Channel, options: CallOptions)
    extends AbstractBlockingStub[DirectoryStub](channel, options):
  def build(channel: Channel, options: CallOptions): DirectoryStub = DirectoryStub(channel, options)

  def find(id: String): String =
    ClientCalls.blockingUnaryCall(getChannel, DirectoryStub.findMethod, getCallOptions, id)

object DirectoryStub:
  private object Texts extends Marshaller[String]:
    def stream(value: String): InputStream = new ByteArrayInputStream(value.getBytes(UTF_8))
    def parse(stream: InputStream): String = String(stream.readAllBytes, UTF_8)

  private val findMethod = MethodDescriptor.newBuilder(Texts, Texts).setType(MethodType.UNARY)
    .setFullMethodName("users.Directory/find").build()

object GrpcHandlers:
  private val channel = ManagedChannelBuilder.forAddress("127.0.0.1", 1).usePlaintext().build()
  private val directory = DirectoryStub(channel, CallOptions.DEFAULT)

  val find: String => String = id => directory.find(Users.name(id))
