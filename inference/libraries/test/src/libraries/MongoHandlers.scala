package libraries

import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit.SECONDS

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
end MongoHandlers
