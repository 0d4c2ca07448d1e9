package eddy.inference

/** Libraries of third parties: caches, collections, encoders, retries, measurements. */
object ThirdPartyCalls extends CallingLibraries:
  def calls(
      effect: () => String,
      simple: () => String,
      key: () => String,
      number: () => String,
      session: () => String
  ): Vector[() => String] =
    def f = effect()
    def k = key()
    def n = number()
    passed(() => f, () => k, () => n) ++ kept(() => k, () => n)

  private def passed(effect: () => String, key: () => String, number: () => String): Vector[() => String] =
    def f = effect()
    def k = key()
    def n = number()
    Vector(
      () => s"sink(caffeine.get($k, x => { $f; x }).length)",
      () => s"sink(caffeine.asMap.merge($k, m0.toString, (x, y) => { $f; x + y }).length)",
      () => s"{ val _ = caffeine.asMap.computeIfPresent($k, (x, y) => { $f; y }) }",
      () => s"caffeine.asMap.forEach((x, y) => $f)",
      () => s"sink(guava.get($k, () => { $f; \"x\" }).length)",
      () => s"Lists.transform(java.util.List.of($k), x => { $f; x }).forEach(x => sink(x.length))",
      () => s"sink(if Iterables.any(java.util.List.of($k), x => { $f; x.length > 1 }) then 1 else 0)",
      () => s"sink(Multimaps.index(java.util.List.of($k, $k), x => { $f; x }).size)",
      () => s"Maps.transformValues(java.util.Map.of($k, 1), x => { $f; x }).values.forEach(x => sink(x))",
      () => s"sink(Suppliers.memoize[String](() => { $f; \"x\" }).get.length)",
      () => s"sink(Suppliers.compose[String, String](x => { $f; x }, () => $k).get.length)",
      () => s"sink(Optional.fromNullable($k).transform(x => { $f; x }).get.length)",
      () =>
        s"sink(com.google.common.collect.Ordering.from[String]((x, y) => { $f; x.compareTo(y) }).max($k, $k).length)",
      () => s"sink(retry.executeSupplier(() => { $f; Integer.valueOf($n) }).intValue)",
      () => s"CircuitBreaker.decorateRunnable(breaker, () => $f).run()",
      () => s"CircuitBreaker.decorateConsumer[String](breaker, x => $f).accept($k)",
      () => s"timer.record((() => $f): Runnable)",
      () => s"sink(LazyInitializer.builder[String]().setInitializer(() => { $f; \"x\" }).get().get().length)",
      () =>
        s"sink(CompareToBuilder().append($k, $k, ((x, y) => { $f; 1 }): java.util.Comparator[String]).toComparison)"
    )
  end passed

  /** Of objects that have got functions before the handler. */
  private def kept(key: () => String, number: () => String): Vector[() => String] =
    def k = key()
    def n = number()
    Vector(
      () => s"sink(loading.get($k).length)",
      () => s"sink(loading.refresh($k).join().length)",
      () => s"{ removing.put($k, \"x\"); removing.invalidate($k) }",
      () => s"sink(guavaLoading.get($k).length)",
      () => s"sink(memo.get.length)",
      () => s"sink(watched.executeSupplier(() => Integer.valueOf($n)).intValue)",
      () => s"sink(gauge.value.toInt)",
      () => s"sink(mapper.writeValueAsString(Mark($n)).length)",
      () => s"sink(mapper.writeValueAsString(java.util.List.of(Mark($n), Mark(1))).length)",
      () => s"sink(mapper.readValue(\"1\", classOf[Mark]).number)",
      () => s"sink(gson.toJson(Mark($n)).length)",
      () => s"sink(gson.fromJson(\"1\", classOf[Mark]).number)"
    )

  val domain: String =
    """import com.github.benmanes.caffeine.cache.{Caffeine, RemovalCause}
import com.google.common.base.{Optional, Suppliers}
import com.google.common.cache.{CacheBuilder, CacheLoader}
import com.google.common.collect.{Iterables, Lists, Maps, Multimaps}
import com.fasterxml.jackson.core.{JsonGenerator, JsonParser}
import com.fasterxml.jackson.databind.{DeserializationContext, JsonDeserializer, JsonSerializer, ObjectMapper, SerializerProvider}
import com.fasterxml.jackson.databind.module.SimpleModule
import com.google.gson.{GsonBuilder, JsonDeserializer as GsonReads, JsonPrimitive, JsonSerializer as GsonWrites}
import io.github.resilience4j.circuitbreaker.CircuitBreaker
import io.github.resilience4j.retry.Retry
import io.micrometer.core.instrument.{Gauge, Timer}
import io.micrometer.core.instrument.simple.SimpleMeterRegistry
import org.apache.commons.lang3.builder.CompareToBuilder
import org.apache.commons.lang3.concurrent.LazyInitializer
class Mark(val number: Int)
class WritesMark(f: () => Unit) extends JsonSerializer[Mark] { def serialize(m: Mark, out: JsonGenerator, p: SerializerProvider): Unit = { f(); out.writeNumber(m.number) } }
class ReadsMark(f: () => Unit) extends JsonDeserializer[Mark] { def deserialize(in: JsonParser, c: DeserializationContext): Mark = { f(); Mark(in.getIntValue) } }
class Loads(f: () => Unit) extends CacheLoader[String, String] { def load(key: String): String = { f(); key } }
"""

  def objects(effect: () => String): List[(String, String)] =
    def e = effect()
    List(
      "caffeine" -> "val caffeine = Caffeine.newBuilder().build[String, String]()",
      "guava" -> "val guava = CacheBuilder.newBuilder().build[String, String]()",
      "retry" -> "val retry = Retry.ofDefaults(\"r\")",
      "breaker" -> "val breaker = CircuitBreaker.ofDefaults(\"b\")",
      "timer" -> "val timer = Timer.builder(\"t\").register(SimpleMeterRegistry())",
      "loading" ->
        s"val loading = Caffeine.newBuilder().executor(x => x.run()).build[String, String](x => { $e; x })",
      "removing" -> ("val removing = Caffeine.newBuilder().executor(x => x.run())" +
        s".removalListener[String, String]((x: String, y: String, z: RemovalCause) => $e).build[String, String]()"),
      "guavaLoading" -> s"val guavaLoading = CacheBuilder.newBuilder().build[String, String](Loads(() => $e))",
      "memo" -> s"val memo = Suppliers.memoize[String](() => { $e; \"x\" })",
      "watched" -> s"val watched = Retry.ofDefaults(\"w\"); watched.getEventPublisher.onEvent(x => $e); watched.getEventPublisher.onSuccess(x => $e)",
      "gauge" -> s"val gauge = Gauge.builder(\"g\", () => { $e; Integer.valueOf(1) }).register(SimpleMeterRegistry())",
      "mapper" -> (s"val mapper = ObjectMapper().registerModule(SimpleModule().addSerializer(classOf[Mark], WritesMark(() => $e))" +
        s".addDeserializer(classOf[Mark], ReadsMark(() => $e)))"),
      "gson" -> (s"val gson = GsonBuilder().registerTypeAdapter(classOf[Mark], ((m, t, c) => { $e; JsonPrimitive(m.number) }): GsonWrites[Mark])" +
        s".registerTypeAdapter(classOf[Mark], ((j, t, c) => { $e; Mark(j.getAsInt) }): GsonReads[Mark]).create()")
    )
  end objects
end ThirdPartyCalls
