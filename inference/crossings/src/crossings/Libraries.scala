package crossings

import eddy.state.SharedMap

import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*

import Crossing.{counts, stores}
import com.fasterxml.jackson.core.{JsonGenerator, JsonParser}
import com.fasterxml.jackson.databind.*
import com.fasterxml.jackson.databind.module.SimpleModule

/** More ways through libraries of third parties: effects, clients, databases, metrics, templates. */
object Libraries:
  import cats.effect.unsafe.implicits.global
  import cats.effect.{IO, SyncIO}
  import zio.{Runtime, Unsafe, ZIO}

  private def runZio[A](z: ZIO[Any, Throwable, A]): A =
    Unsafe.unsafe(u =>
      Runtime.default.unsafe.run(z)(using zio.Trace.empty, u).getOrThrowFiberFailure()(using u)
    )

  val effects: List[Crossing] = List(
    counts("a prepared request of sttp that maps"): c =>
      import sttp.client4.*
      val backend = sttp.client4.testing.SyncBackendStub.whenAnyRequest.thenRespondAdjust("a")
      val prepared =
        basicRequest.get(uri"http://localhost:1/").response(asStringAlways.map(_ => c.add()))
      _ => println(prepared.send(backend))
    ,
    counts("an effect of cats that runs in the handler"): c =>
      _ => println(IO(c.add()).unsafeRunSync()),
    counts("an effect of cats in a val"): c =>
      val io = IO(c.add())
      _ => println(io.unsafeRunSync())
    ,
    counts("an effect of cats that is mapped"): c =>
      k => println(IO.pure(k).map(s => c.add()).flatMap(n => IO(n)).unsafeRunSync()),
    counts("a synchronous effect of cats"): c =>
      val io = SyncIO(c.add())
      _ => println(io.unsafeRunSync())
    ,
    stores("an effect of cats that runs in the handler as far as it can"): m =>
      k => println(IO(m.put(k, 1)).syncStep(9).unsafeRunSync()),
    counts("a failed effect of cats, handled"): c =>
      k => println(IO.raiseError[Int](RuntimeException(k)).handleErrorWith(_ => IO(c.add())).unsafeRunSync()),
    counts("a resource of cats"): c =>
      val r = cats.effect.Resource.make(IO.unit)(_ => IO(c.add(): Unit))
      _ => r.use(_ => IO.unit).unsafeRunSync()
    ,
    counts("a reference of cats to an object of one's own"): c =>
      val ref = cats.effect.Ref.unsafe[IO, Counter](c)
      _ => ref.get.map(_.add()).unsafeRunSync(): Unit
    ,
    counts("an Eval of cats"): c =>
      val e = cats.Eval.always(c.add())
      _ => println(e.value)
    ,
    counts("a validated value of cats"): c =>
      k => println(cats.data.Validated.catchNonFatal(c.add()).toEither),
    counts("a state of cats"): c =>
      val s = cats.data.State[Int, Int](n => (n + c.add(), n))
      _ => println(s.run(1).value)
    ,
    counts("a Kleisli of cats"): c =>
      val f = cats.data.Kleisli[Option, String, Int](k => Some(c.add()))
      k => println(f.run(k))
    ,
    counts("an effect of cats that handles its failure, in a val"): c =>
      val io = IO.raiseError[Int](RuntimeException("a")).handleError(_ => c.add())
      _ => println(io.unsafeRunSync())
    ,
    counts("an effect of cats that taps, in a val"): c =>
      val io = IO.pure(1).flatTap(_ => IO(c.add())).void
      _ => println(io.unsafeRunSync())
    ,
    counts("an effect of cats on a condition, in a val"): c =>
      val io = IO.whenA(true)(IO(c.add()).void)
      _ => println(io.unsafeRunSync())
    ,
    counts("effects of cats in a list, in a val"): c =>
      import cats.syntax.all.*
      val io = List(1, 2).traverse_(n => IO(c.add()))
      _ => println(io.unsafeRunSync())
    ,
    counts("an effect of cats that is guaranteed, in a val"): c =>
      val io = IO.unit.guarantee(IO(c.add()).void)
      _ => println(io.unsafeRunSync())
    ,
    counts("a resource of cats, in a val"): c =>
      val r = cats.effect.Resource.make(IO.unit)(_ => IO(c.add()).void).map(_ => 1)
      _ => println(r.use(IO.pure).unsafeRunSync())
    ,
    counts("an effect of ZIO that taps, in a val"): c =>
      val z = ZIO.succeed(1).tap(_ => ZIO.succeed(c.add()))
      _ => println(runZio(z))
    ,
    counts("an effect of ZIO that is retried, in a val"): c =>
      val z = ZIO.attempt(c.add()).retry(zio.Schedule.recurs(1)).catchAll(e => ZIO.succeed(1))
      _ => println(runZio(z))
    ,
    counts("an effect of ZIO for each, in a val"): c =>
      val z = ZIO.foreach(List(1, 2))(n => ZIO.succeed(c.add()))
      _ => println(runZio(z))
    ,
    counts("an effect of ZIO that ensures, in a val"): c =>
      val z = ZIO.attempt(()).ensuring(ZIO.succeed(c.add())).as(1).orElseSucceed(2)
      _ => println(runZio(z))
    ,
    counts("a stage of ZIO's environment, in a val"): c =>
      val z = ZIO.serviceWith[Counter](x => x.add()).provideEnvironment(zio.ZEnvironment(c))
      _ => println(runZio(z))
    ,
    counts("a layer of ZIO made by a function, in a val"): c =>
      val layer = zio.ZLayer(ZIO.succeed { c.add(): Unit; c })
      _ => println(runZio(ZIO.serviceWith[Counter](_.n).provideLayer(layer)))
    ,
    counts("an instance of cats' type class of one's own"): c =>
      import cats.syntax.all.*
      given cats.Semigroup[Counter] = (a, b) =>
        a.add(): Unit; a
      _ => println((c |+| Counter()).n)
    ,
    counts("a Show of cats"): c =>
      import cats.syntax.all.*
      given cats.Show[Counter] = x => s"${x.add()}"
      _ => println(c.show)
    ,
    counts("a traversal by cats"): c =>
      import cats.syntax.all.*
      k => println(List(k).traverse(s => Option(c.add())))
    ,
    counts("an effect of ZIO that runs in the handler"): c =>
      _ => println(runZio(ZIO.attempt(c.add()))),
    counts("an effect of ZIO in a val"): c =>
      val z = ZIO.succeed(c.add())
      _ => println(runZio(z))
    ,
    counts("a layer of ZIO"): c =>
      val layer = zio.ZLayer.succeed(c)
      _ => println(runZio(ZIO.serviceWith[Counter](_.add()).provideLayer(layer)))
    ,
    counts("a failed effect of ZIO, caught"): c =>
      k => println(runZio(ZIO.fail(RuntimeException(k)).catchAll(_ => ZIO.succeed(c.add())))),
    counts("a failure of ZIO that carries an object of one's own"): c =>
      k =>
        val e = runZio(ZIO.fail(c).either)
        e.left.foreach(x => x.n += 1)
    ,
    counts("a schedule of ZIO"): c =>
      val s = zio.Schedule.recurs(1).map(n => c.add())
      _ => println(runZio(ZIO.unit.repeat(s)))
    ,
    counts("a chunk of ZIO that is mapped"): c =>
      k => println(zio.Chunk(k).map(s => c.add())),
    counts("Ox's retry"): c =>
      _ => println(ox.resilience.retry(ox.scheduling.Schedule.immediate.maxRetries(1))(c.add())),
    counts("Ox's supervised scope"): c =>
      _ => println(ox.supervised { c.add() }),
    counts("Ox's either"): c =>
      import ox.either.ok
      k => println(ox.either { if k.isEmpty then Left(k).ok() else c.add() })
  )

  // clients
  final class Adding(c: Counter) extends okhttp3.Interceptor:
    def intercept(chain: okhttp3.Interceptor.Chain): okhttp3.Response =
      c.add(): Unit
      throw java.io.IOException("not sent")

  final class Jar(c: Counter) extends okhttp3.CookieJar:
    def saveFromResponse(u: okhttp3.HttpUrl, l: java.util.List[okhttp3.Cookie]): Unit = ()
    def loadForRequest(u: okhttp3.HttpUrl): java.util.List[okhttp3.Cookie] =
      c.add(): Unit
      java.util.List.of()

  final class Names(c: Counter) extends okhttp3.Dns:
    def lookup(host: String): java.util.List[java.net.InetAddress] =
      c.add(): Unit
      throw java.net.UnknownHostException(host)

  private val request = okhttp3.Request.Builder().url("http://localhost:1/").build()
  private def attempt(body: => Any): Unit =
    try println(body)
    catch case _: java.io.IOException => ()

  final class Wrapped(c: Counter, of: sttp.client4.SyncBackend)
      extends sttp.client4.wrappers.DelegateBackend(of), sttp.client4.SyncBackend:
    override def send[T](r: sttp.client4.GenericRequest[
      T,
      Any & sttp.capabilities.Effect[sttp.shared.Identity]
    ]) =
      c.add(): Unit
      throw java.io.IOException("not sent")

  val clients: List[Crossing] = List(
    counts("an interceptor of OkHttp"): c =>
      val client = okhttp3.OkHttpClient.Builder().addInterceptor(Adding(c)).build()
      _ => attempt(client.newCall(request).execute())
    ,
    counts("cookies of OkHttp"): c =>
      val client = okhttp3.OkHttpClient.Builder().cookieJar(Jar(c)).build()
      _ => attempt(client.newCall(request).execute())
    ,
    counts("a resolver of OkHttp"): c =>
      val client = okhttp3.OkHttpClient.Builder().dns(Names(c)).build()
      _ => attempt(client.newCall(request).execute())
    ,
    counts("a client of OkHttp that the handler derives"): c =>
      val client = okhttp3.OkHttpClient()
      _ => attempt(client.newBuilder().addInterceptor(Adding(c)).build().newCall(request).execute())
    ,
    counts("listeners of OkHttp's events"): c =>
      val client = okhttp3.OkHttpClient.Builder().eventListener(new okhttp3.EventListener:
        override def callStart(call: okhttp3.Call): Unit = c.add(): Unit).build()
      _ => attempt(client.newCall(request).execute())
    ,
    counts("a body of OkHttp that writes itself"): c =>
      val body = new okhttp3.RequestBody:
        def contentType = null
        def writeTo(sink: okio.BufferedSink): Unit = c.add(): Unit
      _ =>
        body.writeTo(okio.Buffer())
        attempt(okhttp3.Request.Builder().url("http://localhost:1/").post(body).build().body.nn.contentLength)
    ,
    counts("a backend of sttp that wraps another"): c =>
      val backend = Wrapped(c, sttp.client4.DefaultSyncBackend())
      import sttp.client4.*
      _ => attempt(basicRequest.get(uri"http://localhost:1/").send(backend))
    ,
    counts("a stub of sttp"): c =>
      import sttp.client4.*
      val backend = sttp.client4.testing.SyncBackendStub.whenAnyRequest.thenRespondF(r =>
        c.add(): Unit; sttp.client4.testing.ResponseStub.adjust("", sttp.model.StatusCode.Ok)
      )
      _ => println(basicRequest.get(uri"http://localhost:1/").send(backend))
    ,
    counts("what sttp maps a response with"): c =>
      import sttp.client4.*
      val backend = sttp.client4.testing.SyncBackendStub.whenAnyRequest.thenRespondAdjust("a")
      _ =>
        println(
          basicRequest.get(uri"http://localhost:1/").response(asStringAlways.map(s => c.add())).send(backend)
        )
    ,
    counts("what sttp maps a response with, in a val"): c =>
      import sttp.client4.*
      val backend = sttp.client4.testing.SyncBackendStub.whenAnyRequest.thenRespondAdjust("a")
      val as = asStringAlways.map(s => c.add())
      _ => println(basicRequest.get(uri"http://localhost:1/").response(as).send(backend))
    ,
    counts("a Kafka producer that serialises"): c =>
      final class Ser extends org.apache.kafka.common.serialization.Serializer[String]:
        def serialize(t: String, s: String): Array[Byte] =
          c.add(): Unit
          s.getBytes
      val p = org.apache.kafka.clients.producer.MockProducer[String, String](true, null, Ser(), Ser())
      k => println(p.send(org.apache.kafka.clients.producer.ProducerRecord("t", k, k)).get)
  )

  // databases
  private lazy val h2 =
    val s = org.h2.jdbcx.JdbcDataSource()
    s.setURL("jdbc:h2:mem:crossings;DB_CLOSE_DELAY=-1")
    scala.util.Using.resource(s.getConnection().nn)(x =>
      x.createStatement.nn.execute(
        "create table users(id varchar(9), n int); insert into users values('x', 1)"
      )
    )
    s

  private def connect[A](f: java.sql.Connection => A): A = scala.util.Using.resource(h2.getConnection().nn)(f)

  val databases: List[Crossing] = List(
    counts("a query of ScalikeJDBC that maps"): c =>
      import scalikejdbc.*
      _ =>
        println(DB(h2.getConnection()).readOnly(s =>
          SQL("select id from users").map(r => c.add()).list.apply()(using s)
        ))
    ,
    counts("a mapper of ScalikeJDBC in a val"): c =>
      import scalikejdbc.*
      val mapper: WrappedResultSet => Int = r => c.add()
      _ =>
        println(DB(h2.getConnection()).readOnly(s =>
          SQL("select id from users").map(mapper).list.apply()(using s)
        ))
    ,
    counts("a query of ScalikeJDBC in a val, with its mapper"): c =>
      import scalikejdbc.*
      val q = SQL("select id from users").map(r => c.add()).list
      _ => println(DB(h2.getConnection()).readOnly(s => q.apply()(using s)))
    ,
    counts("a transaction of jOOQ"): c =>
      val dsl = org.jooq.impl.DSL.using(h2, org.jooq.SQLDialect.H2)
      _ => println(dsl.transactionResult(x => c.add()))
    ,
    counts("a record mapper of jOOQ"): c =>
      val dsl = org.jooq.impl.DSL.using(h2, org.jooq.SQLDialect.H2)
      _ => println(dsl.fetch("select * from users").map(r => c.add()))
    ,
    counts("a listener of jOOQ"): c =>
      val config = org.jooq.impl.DefaultConfiguration().set(h2).set(org.jooq.SQLDialect.H2)
      config.set(new org.jooq.ExecuteListener:
        override def start(x: org.jooq.ExecuteContext): Unit = c.add(): Unit)
      val dsl = org.jooq.impl.DSL.using(config)
      _ => println(dsl.fetch("select * from users").size)
    ,
    counts("a provider of record mappers of jOOQ"): c =>
      val config = org.jooq.impl.DefaultConfiguration().set(h2).set(org.jooq.SQLDialect.H2)
      config.set(((r: org.jooq.Record) => s"${c.add()}"): org.jooq.RecordMapper[org.jooq.Record, String])
      val dsl = org.jooq.impl.DSL.using(config)
      _ => println(dsl.fetch("select * from users").into(classOf[String]))
    ,
    counts("a converter of jOOQ in a field"): c =>
      val dsl = org.jooq.impl.DSL.using(h2, org.jooq.SQLDialect.H2)
      val field = org.jooq.impl.DSL.field(
        "n",
        org.jooq.impl.SQLDataType.INTEGER.asConvertedDataType(org.jooq.Converter.of(
          classOf[Integer],
          classOf[String],
          (i: Integer) => s"${c.add()}",
          (s: String) => Integer.valueOf(1)
        ))
      )
      _ => println(dsl.select(field).from("users").fetch())
    ,
    counts("a query of jOOQ in a val"): c =>
      val dsl = org.jooq.impl.DSL.using(h2, org.jooq.SQLDialect.H2)
      val q = dsl.resultQuery("select * from users")
      _ => println(q.fetch((r: org.jooq.Record) => c.add()))
    ,
    counts("a query of Doobie"): c =>
      import doobie.*
      import doobie.implicits.*
      val xa = Transactor.fromDataSource[IO](h2, scala.concurrent.ExecutionContext.global)
      _ =>
        println(sql"select n from users".query[Int].map(n => c.add()).to[List].transact(xa).unsafeRunSync())
    ,
    counts("a query of Doobie in a val, with a Read of one's own"): c =>
      import doobie.*
      import doobie.implicits.*
      val xa = Transactor.fromDataSource[IO](h2, scala.concurrent.ExecutionContext.global)
      given Read[Counter] = Read[Int].map(n =>
        c.add(): Unit; c
      )
      val q = sql"select n from users".query[Counter].to[List]
      _ => println(q.transact(xa).unsafeRunSync())
    ,
    counts("a query of Slick with a GetResult"): c =>
      import slick.jdbc.H2Profile.api.*
      val db = Database.forDataSource(h2, None)
      given slick.jdbc.GetResult[Int] = slick.jdbc.GetResult(r => c.add())
      _ =>
        println(scala.concurrent.Await.result(
          db.run(sql"select n from users".as[Int]),
          scala.concurrent.duration.Duration("5s")
        ))
    ,
    counts("a row mapper of commons-dbutils' kind, by hand"): c =>
      def query[A](sql: String)(f: java.sql.ResultSet => A): List[A] = connect: x =>
        val rs = x.createStatement.nn.executeQuery(sql).nn
        Iterator.continually(rs).takeWhile(_.next()).map(f).toList
      _ => println(query("select n from users")(r => c.add()))
    ,
    counts("a type of one's own as a parameter of JDBC"): c =>
      final class Param:
        override def toString: String = s"${c.add()}"
      _ =>
        println(connect(x =>
          val p =
            x.prepareStatement("select ?").nn;
          p.setString(1, s"${Param()}"); p.execute()
        ))
    ,
    counts("a MongoDB codec of one's own"): c =>
      final class CounterCodec extends org.bson.codecs.Codec[Counter]:
        def encode(w: org.bson.BsonWriter, v: Counter, x: org.bson.codecs.EncoderContext): Unit =
          w.writeInt32(v.add())
        def decode(r: org.bson.BsonReader, x: org.bson.codecs.DecoderContext): Counter = c
        def getEncoderClass: Class[Counter] = classOf[Counter]
      val registry = org.bson.codecs.configuration.CodecRegistries.fromCodecs(CounterCodec())
      _ =>
        val w = org.bson.BsonDocumentWriter(org.bson.BsonDocument())
        w.writeStartDocument()
        w.writeName("a")
        registry.get(classOf[Counter]).encode(w, c, org.bson.codecs.EncoderContext.builder().build())
  )

  // metrics, resilience, templates, texts
  final class Page(c: Counter):
    def getTitle: String = s"t${c.add()}"

  val rest: List[Crossing] = List(
    counts("a gauge's function, read"): c =>
      val registry = io.micrometer.core.instrument.simple.SimpleMeterRegistry()
      val gauge = io.micrometer.core.instrument.Gauge.builder("a", () => c.add()).register(registry)
      _ => println(gauge.value)
    ,
    counts("all gauges, read"): c =>
      val registry = io.micrometer.core.instrument.simple.SimpleMeterRegistry()
      registry.gauge("a", c, (x: Counter) => x.add().toDouble): Unit
      _ => registry.getMeters.forEach(m => m.measure.forEach(x => println(x.getValue)))
    ,
    counts("a timer that records a function"): c =>
      val registry = io.micrometer.core.instrument.simple.SimpleMeterRegistry()
      val t = registry.timer("a")
      _ => println(t.record((() => c.add()): java.util.function.Supplier[Int]))
    ,
    counts("a clock of Micrometer's of one's own"): c =>
      final class Ticks extends io.micrometer.core.instrument.Clock:
        def wallTime: Long = c.add()
        def monotonicTime: Long = c.add()
      val registry = io.micrometer.core.instrument.simple.SimpleMeterRegistry(
        io.micrometer.core.instrument.simple.SimpleConfig.DEFAULT,
        Ticks()
      )
      _ => println(io.micrometer.core.instrument.Timer.start(registry).stop(registry.timer("a")))
    ,
    counts("a filter of meters"): c =>
      val registry = io.micrometer.core.instrument.simple.SimpleMeterRegistry()
      registry.config.meterFilter(io.micrometer.core.instrument.config.MeterFilter.deny(id => c.add() < 0))
      k => registry.counter(k).increment()
    ,
    counts("a function counter of one's own object"): c =>
      val registry = io.micrometer.core.instrument.simple.SimpleMeterRegistry()
      val f = io.micrometer.core.instrument.FunctionCounter.builder(
        "a",
        c,
        (x: Counter) => x.add().toDouble
      ).register(registry)
      _ => println(f.count)
    ,
    counts("a circuit breaker that decorates"): c =>
      val b = io.github.resilience4j.circuitbreaker.CircuitBreaker.ofDefaults("a")
      _ => println(b.executeSupplier(() => c.add()))
    ,
    counts("a decorated supplier in a val"): c =>
      val b = io.github.resilience4j.circuitbreaker.CircuitBreaker.ofDefaults("a")
      val s = io.github.resilience4j.circuitbreaker.CircuitBreaker.decorateSupplier(b, () => c.add())
      _ => println(s.get)
    ,
    counts("an event of a circuit breaker"): c =>
      val b = io.github.resilience4j.circuitbreaker.CircuitBreaker.ofDefaults("a")
      b.getEventPublisher.onSuccess(e => c.add(): Unit): Unit
      _ => println(b.executeSupplier(() => 1))
    ,
    counts("what a circuit breaker records as a failure"): c =>
      val b = io.github.resilience4j.circuitbreaker.CircuitBreaker.of(
        "a",
        io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.custom().recordException(e =>
          c.add() > 0
        ).build()
      )
      _ =>
        try println(b.executeSupplier(() => throw IllegalStateException("a")))
        catch case _: IllegalStateException => ()
    ,
    counts("a retry on results"): c =>
      val r = io.github.resilience4j.retry.Retry.of(
        "a",
        io.github.resilience4j.retry.RetryConfig.custom[Int]().maxAttempts(
          2
        ).waitDuration(java.time.Duration.ofMillis(1)).retryOnResult(n => c.add() < 0).build()
      )
      _ => println(r.executeSupplier(() => 1))
    ,
    counts("Thymeleaf calls a getter"): c =>
      val engine = org.thymeleaf.TemplateEngine()
      engine.setTemplateResolver(org.thymeleaf.templateresolver.StringTemplateResolver())
      val page = Page(c)
      _ =>
        val x = org.thymeleaf.context.Context()
        x.setVariable("page", page)
        println(engine.process("""<p th:text="${page.title}"></p>""", x))
    ,
    counts("FreeMarker calls a getter"): c =>
      val config = freemarker.template.Configuration(freemarker.template.Configuration.VERSION_2_3_34)
      val t = freemarker.template.Template("a", "${page.title}", config)
      val page = Page(c)
      _ => t.process(java.util.Map.of("page", page), java.io.StringWriter())
    ,
    counts("FreeMarker calls a method of one's own"): c =>
      val config = freemarker.template.Configuration(freemarker.template.Configuration.VERSION_2_3_34)
      val t = freemarker.template.Template("a", "${next()}", config)
      val next: freemarker.template.TemplateMethodModelEx = _ => Integer.valueOf(c.add())
      _ => t.process(java.util.Map.of("next", next), java.io.StringWriter())
    ,
    counts("FreeMarker has a shared variable"): c =>
      val config = freemarker.template.Configuration(freemarker.template.Configuration.VERSION_2_3_34)
      val next: freemarker.template.TemplateMethodModelEx = _ => Integer.valueOf(c.add())
      config.setSharedVariable("next", next)
      val t = freemarker.template.Template("a", "${next()}", config)
      _ => t.process(java.util.Map.of(), java.io.StringWriter())
    ,
    counts("Handlebars calls a helper"): c =>
      val h = com.github.jknack.handlebars.Handlebars()
      h.registerHelper(
        "next",
        (
            (o: String, x: com.github.jknack.handlebars.Options) => s"${c.add()}"
        ): com.github.jknack.handlebars.Helper[String]
      )
      val t = h.compileInline("{{next 'a'}}")
      _ => println(t.apply("a"))
    ,
    counts("Scalatags shows a fragment of one's own"): c =>
      import scalatags.Text.all.*
      final class Own extends Modifier:
        def applyTo(b: scalatags.text.Builder): Unit = c.add(): Unit
      _ => println(div(Own()).render)
    ,
    counts("Scalatags takes a list of functions' results"): c =>
      import scalatags.Text.all.*
      k => println(ul(for i <- List(k) yield li(c.add())).render)
    ,
    counts("jsoup's filter of nodes"): c =>
      val doc = org.jsoup.Jsoup.parse("<a></a>")
      _ => println(org.jsoup.Jsoup.parse("<a></a>").traverse((n, d) => c.add(): Unit))
    ,
    counts("commons-lang's tuple"): c =>
      val p = org.apache.commons.lang3.tuple.Pair.of("a", c)
      _ => p.getRight.n += 1
    ,
    counts("commons-lang's lazy value"): c =>
      val l = new org.apache.commons.lang3.concurrent.LazyInitializer[String]:
        override def initialize(): String = s"${c.add()}"
      _ => println(l.get)
    ,
    counts("commons-lang's memoizer"): c =>
      val m = org.apache.commons.lang3.concurrent.Memoizer[String, Int](((k: String) =>
        c.add()): java.util.function.Function[String, Int])
      k => println(m.compute(k))
    ,
    counts("commons-lang's builder of texts of one's own object"): c =>
      final class Shown:
        override def toString: String = s"${c.add()}"
      _ => println(org.apache.commons.lang3.builder.ToStringBuilder("a").append("n", Shown()).toString)
    ,
    counts("commons-lang's comparison by reflection"): c =>
      final class Part:
        override def equals(o: Any): Boolean = c.add() > 0
        override def hashCode: Int = 1
      final case class Both(a: Part)
      _ =>
        println(org.apache.commons.lang3.builder.EqualsBuilder.reflectionEquals(Both(Part()), Both(Part())))
    ,
    counts("Quartz's listener"): c =>
      val factory = org.quartz.impl.StdSchedulerFactory()
      val p = java.util.Properties()
      p.put("org.quartz.threadPool.threadCount", "1")
      p.put("org.quartz.scheduler.instanceName", "crossings")
      factory.initialize(p)
      val s = factory.getScheduler
      s.getListenerManager.addSchedulerListener(new org.quartz.listeners.SchedulerListenerSupport:
        override def jobScheduled(t: org.quartz.Trigger): Unit = c.add(): Unit)
      k =>
        s.scheduleJob(
          org.quartz.JobBuilder.newJob(classOf[Nothing1]).withIdentity(k + c.n).build(),
          org.quartz.TriggerBuilder.newTrigger().startAt(java.util.Date(Long.MaxValue / 2)).build()
        ): Unit
    ,
    counts("a claim's check of java-jwt"): c =>
      val alg = com.auth0.jwt.algorithms.Algorithm.HMAC256("0123456789012345678901234567890123456789")
      val token = com.auth0.jwt.JWT.create().withClaim("a", "b").sign(alg)
      val verifier = com.auth0.jwt.JWT.require(alg).withClaim(
        "a",
        (x: com.auth0.jwt.interfaces.Claim, d: com.auth0.jwt.interfaces.DecodedJWT) => c.add() > 0
      ).build()
      _ => println(verifier.verify(token).getToken)
    ,
    counts("a character matcher of Guava's by a predicate"): c =>
      val m = com.google.common.base.CharMatcher.forPredicate(x => c.add() > 0)
      k => println(m.matchesAnyOf(k))
    ,
    counts("a splitter of Guava's by a matcher of one's own"): c =>
      val s =
        com.google.common.base.Splitter.on(com.google.common.base.CharMatcher.forPredicate(x => c.add() > 0))
      k => println(s.splitToList(k))
    ,
    counts("Jackson's ObjectWriter calls a serializer"): c =>
      val w = ObjectMapper().registerModule(SimpleModule().addSerializer(
        classOf[CachesAndJson.Bean],
        CachesAndJson.Writer(c)
      )).writerFor(classOf[CachesAndJson.Bean])
      _ => println(w.writeValueAsString(CachesAndJson.Bean(Counter())))
    ,
    counts("a metadata key of gRPC with a marshaller"): c =>
      val key = io.grpc.Metadata.Key.of(
        "a",
        new io.grpc.Metadata.AsciiMarshaller[String]:
          def toAsciiString(s: String): String = s"$s${c.add()}"
          def parseAsciiString(s: String): String = s
      )
      k =>
        val m = io.grpc.Metadata()
        m.put(key, k)
        println(m.toString)
        println(io.grpc.InternalMetadata.serialize(m).length)
    ,
    counts("a key of a map of ImmutableMap's"): c =>
      final class Key:
        override def hashCode: Int = c.add()
        override def equals(o: Any): Boolean = true
      _ => println(com.google.common.collect.ImmutableMap.of(Key(), 1, Key(), 2).size)
    ,
    counts("an object in Guava's immutable list"): c =>
      val l = com.google.common.collect.ImmutableList.of(c)
      _ => l.forEach(x => x.n += 1)
    ,
    counts("an object in Guava's immutable map"): c =>
      val m = com.google.common.collect.ImmutableMap.of("x", c)
      k => m.get(k).n += 1
    ,
    counts("Typesafe Config's own loading strategy"): c =>
      val config = com.typesafe.config.ConfigFactory.parseMap(java.util.Map.of("a", "b"))
      _ => println(config.root.unwrapped.forEach((a, b) => c.add(): Unit))
    ,
    counts("a header of a Logback appender"): c =>
      val log = org.slf4j.LoggerFactory.getLogger("own3").asInstanceOf[ch.qos.logback.classic.Logger]
      val appender = new ch.qos.logback.core.AppenderBase[ch.qos.logback.classic.spi.ILoggingEvent]:
        def append(e: ch.qos.logback.classic.spi.ILoggingEvent): Unit = c.add(): Unit
      appender.start()
      log.setAdditive(false)
      log.addAppender(appender)
      k => log.info(k)
    ,
    counts("an object of one's own in a log of SLF4J"): c =>
      final class Shown:
        override def toString: String = s"${c.add()}"
      val log = org.slf4j.LoggerFactory.getLogger("own4")
      k => log.error("{} {}", k, Shown())
    ,
    counts("a span processor of OpenTelemetry"): c =>
      val provider = io.opentelemetry.sdk.trace.SdkTracerProvider.builder().addSpanProcessor(
        new io.opentelemetry.sdk.trace.SpanProcessor:
          def onStart(
              x: io.opentelemetry.context.Context,
              s: io.opentelemetry.sdk.trace.ReadWriteSpan
          ): Unit = c.add(): Unit
          def isStartRequired: Boolean = true
          def onEnd(s: io.opentelemetry.sdk.trace.ReadableSpan): Unit = ()
          def isEndRequired: Boolean = false
      ).build()
      val tracer = provider.get("a")
      k => tracer.spanBuilder(k).startSpan().end()
    ,
    counts("a sampler of OpenTelemetry"): c =>
      final class Some1 extends io.opentelemetry.sdk.trace.samplers.Sampler:
        def shouldSample(
            p: io.opentelemetry.context.Context,
            t: String,
            n: String,
            k: io.opentelemetry.api.trace.SpanKind,
            a: io.opentelemetry.api.common.Attributes,
            l: java.util.List[io.opentelemetry.sdk.trace.data.LinkData]
        ) =
          c.add(): Unit
          io.opentelemetry.sdk.trace.samplers.SamplingResult.drop.nn
        def getDescription: String = "a"
      val tracer =
        io.opentelemetry.sdk.trace.SdkTracerProvider.builder().setSampler(Some1()).addSpanProcessor(
          io.opentelemetry.sdk.trace.`export`.SimpleSpanProcessor.create(Exporter())
        ).build().get("a")
      k => tracer.spanBuilder(k).startSpan().end()
    ,
    counts("what YAML represents"): c =>
      final class Rep(o: org.yaml.snakeyaml.DumperOptions)
          extends org.yaml.snakeyaml.representer.Representer(o):
        override def represent(x: Object): org.yaml.snakeyaml.nodes.Node =
          c.add(): Unit
          super.represent(x)
      val y = org.yaml.snakeyaml.Yaml(Rep(org.yaml.snakeyaml.DumperOptions()))
      k => println(y.dump(k))
  )

  final class Exporter extends io.opentelemetry.sdk.trace.`export`.SpanExporter:
    def `export`(l: java.util.Collection[io.opentelemetry.sdk.trace.data.SpanData]) =
      io.opentelemetry.sdk.common.CompletableResultCode.ofSuccess.nn
    def flush() = io.opentelemetry.sdk.common.CompletableResultCode.ofSuccess.nn
    def shutdown() = io.opentelemetry.sdk.common.CompletableResultCode.ofSuccess.nn

  final class Nothing1 extends org.quartz.Job:
    def execute(x: org.quartz.JobExecutionContext): Unit = ()

  val all: List[Crossing] = effects ++ clients ++ databases ++ rest
end Libraries
