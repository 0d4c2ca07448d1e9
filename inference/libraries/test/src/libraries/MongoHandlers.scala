package libraries

import java.util.concurrent.TimeUnit.SECONDS
import java.util.concurrent.{CompletableFuture, ConcurrentLinkedQueue}
import scala.concurrent.ExecutionContext.parasitic
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Await, Future, Promise}
import scala.jdk.CollectionConverters.*

import com.mongodb.client.model.Filters
import com.mongodb.client.{MongoClients, MongoCollection}
import com.mongodb.reactivestreams.client.MongoClients as ReactiveClients
import org.bson.Document
import org.reactivestreams.{Subscriber, Subscription}

object MongoHandlers:
  private val collection: MongoCollection[Document] =
    MongoClients.create("mongodb://127.0.0.1:1").getDatabase("app").getCollection("users")
  private val reactive =
    ReactiveClients.create("mongodb://127.0.0.1:1").getDatabase("app").getCollection("users")

  val sync: String => String = id =>
    collection.insertOne(new Document("_id", id).append("name", Users.name(id)))
    val found = collection.find(Filters.eq("_id", id)).first()
    if found == null then "" else found.getString("name")

  val publisher: String => String = id =>
    val answer = new CompletableFuture[String]
    val name = Users.name(id)
    reactive.find(Filters.eq("_id", id)).first().subscribe(new Subscriber[Document]:
      def onSubscribe(s: Subscription): Unit = s.request(1)
      def onNext(document: Document): Unit = answer.complete(document.getString("name"))
      def onError(t: Throwable): Unit = answer.completeExceptionally(t)
      def onComplete(): Unit = answer.complete(name))
    answer.get(1, SECONDS)

  /** Of a publisher, as futures wait for them. */
  private final class Elements[A](read: Document => A) extends Subscriber[Document]:
    private val collected = new ConcurrentLinkedQueue[A]
    private val result = Promise[Vector[A]]()
    def all: Future[Vector[A]] = result.future
    def onSubscribe(subscription: Subscription): Unit =
      if result.isCompleted then subscription.cancel() else subscription.request(Long.MaxValue)
    def onNext(document: Document): Unit = collected.add(read(document)): Unit
    def onError(failure: Throwable): Unit = result.tryFailure(failure): Unit
    def onComplete(): Unit = result.trySuccess(collected.asScala.toVector): Unit

  val promised: String => String = id =>
    val elements = new Elements(_.getString("name"))
    reactive.find(Filters.eq("_id", id)).subscribe(elements)
    val name = elements.all.map(_.headOption.getOrElse(Users.name(id)))(using parasitic)
    Await.result(name, 1.second)
end MongoHandlers
