package libraries

import java.net.URI
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Properties
import scala.util.Using

import com.rabbitmq.client.{ConnectionFactory, MessageProperties}
import io.nats.client.{Nats, Options}
import org.apache.kafka.clients.producer.{KafkaProducer, ProducerRecord}
import org.apache.kafka.common.serialization.StringSerializer
import org.slf4j.LoggerFactory
import software.amazon.awssdk.auth.credentials.{AwsBasicCredentials, StaticCredentialsProvider}
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient
import software.amazon.awssdk.regions.Region
import software.amazon.awssdk.services.s3.S3Client
import software.amazon.awssdk.services.s3.model.GetObjectRequest
import software.amazon.awssdk.services.sns.SnsClient
import software.amazon.awssdk.services.sns.model.PublishRequest
import software.amazon.awssdk.services.sqs.SqsClient
import software.amazon.awssdk.services.sqs.model.SendMessageRequest

object KafkaHandlers:
  private val log = LoggerFactory.getLogger("libraries.kafka")
  private val producer =
    val settings = new Properties
    settings.put("bootstrap.servers", "127.0.0.1:1")
    new KafkaProducer[String, String](settings, new StringSerializer, new StringSerializer)

  val send: String => String = id =>
    producer.send(
      new ProducerRecord("visits", id, Users.name(id)),
      (metadata, failure) => if failure != null then log.warn("lost {}", id, failure)
    )
    id

object NatsHandlers:
  private val connection =
    Nats.connect(Options.builder().server(s"nats://127.0.0.1:${PretendServer.nats().port}").build())

  val publish: String => String = id =>
    connection.publish(s"visits.$id", Users.name(id).getBytes(UTF_8))
    id

object RabbitHandlers:
  // opens its connection at once, to a broker that checks more than a few lines can pretend
  private lazy val connection = new ConnectionFactory().newConnection()

  val publish: String => String = id =>
    Using.resource(connection.createChannel()): channel =>
      channel.basicPublish("", "visits", MessageProperties.TEXT_PLAIN, Users.name(id).getBytes(UTF_8))
    id

object AwsHandlers:
  private val credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret"))
  private val endpoint = URI.create("http://127.0.0.1:1")
  private def http = UrlConnectionHttpClient.create()
  private val s3 =
    S3Client.builder().region(Region.EU_CENTRAL_1).credentialsProvider(credentials).httpClient(http)
      .endpointOverride(endpoint).build()
  private val sns = SnsClient.builder().region(Region.EU_CENTRAL_1).credentialsProvider(credentials)
    .httpClient(http).endpointOverride(endpoint).build()
  private val sqs = SqsClient.builder().region(Region.EU_CENTRAL_1).credentialsProvider(credentials)
    .httpClient(http).endpointOverride(endpoint).build()

  val getObject: String => String = id =>
    s3.getObjectAsBytes(GetObjectRequest.builder().bucket("users").key(Users.name(id)).build()).asUtf8String

  val publish: String => String = id =>
    sns.publish(PublishRequest.builder().topicArn("arn:aws:sns:x").message(Users.name(id)).build()).messageId

  val sendMessage: String => String = id =>
    sqs.sendMessage(
      SendMessageRequest.builder().queueUrl("http://q").messageBody(Users.name(id)).build()
    ).messageId

  val consumer: String => String = id =>
    sqs.sendMessage(message => message.queueUrl("http://q").messageBody(Users.name(id))).messageId
end AwsHandlers
