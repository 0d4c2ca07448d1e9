package eddy.push.internal.wire

import eddy.push.{DisconnectCode, PushError}

import java.util.concurrent.atomic.LongAdder
import java.util.concurrent.{ConcurrentHashMap, CopyOnWriteArraySet}
import java.util.{Collections, WeakHashMap}

import io.micrometer.core.instrument.binder.MeterBinder
import io.micrometer.core.instrument.{FunctionCounter, Gauge, MeterRegistry}

/** What clients did and were refused. Names and labels are bounded: methods, numbers and ways to connect,
  * never what clients call things. Several bound to one registry are added up. Any thread.
  */
private[push] final class WireMeters extends MeterBinder:
  import WireMeters.*

  private val counts = ConcurrentHashMap[Key, LongAdder]()
  private val registries = ConcurrentHashMap.newKeySet[MeterRegistry]()

  def command(method: String): Unit = add(Key("eddy.push.commands", "method", method, "", ""), 1)

  /** An error in answer to a command. */
  def refused(what: String, error: PushError): Unit =
    add(Key("eddy.push.errors", "method", what, "code", error.code.toString), 1)

  /** A connection was ended; by the server when `code` is more than 3000. */
  def ended(code: Int): Unit = add(Key("eddy.push.disconnects", "code", code.toString, "", ""), 1)

  /** A connection has gone: its socket was closed by the client, or because of its messages, with a code that
    * may be of the client's own; 0 without a socket.
    */
  def gone(closedBy: Int): Unit =
    val gone = DisconnectCode.Gone.code
    ended(if closedBy == 0 then gone else math.min(closedBy, gone))

  /** A request was refused before there was a connection. */
  def turnedAway(status: Int): Unit = add(Key("eddy.push.turned.away", "status", status.toString, "", ""), 1)

  def opened(way: String): Unit = add(Key(Open, "way", way, "", ""), 1)
  def closed(way: String): Unit = add(Key(Open, "way", way, "", ""), -1)

  private def add(key: Key, n: Long): Unit =
    val known = counts.get(key)
    val adder = if known != null then known else counts.computeIfAbsent(key, first)
    adder.add(n)

  private def first(key: Key): LongAdder =
    val adder = LongAdder()
    registries.forEach(r => register(r, key, adder))
    adder

  def bindTo(registry: MeterRegistry): Unit =
    registries.add(registry): Unit
    counts.forEach((key, adder) => register(registry, key, adder))

  private def register(registry: MeterRegistry, key: Key, adder: LongAdder): Unit =
    sums.computeIfAbsent(
      registry,
      _ => ConcurrentHashMap()
    ).computeIfAbsent(key, sum(registry, _)).add(adder): Unit
end WireMeters

private[push] object WireMeters:
  private val Open = "eddy.push.clients"
  private final case class Key(name: String, tag: String, value: String, tag2: String, value2: String)

  /** A registry knows each meter once, for any number of users. */
  private val sums = Collections.synchronizedMap(WeakHashMap[MeterRegistry, ConcurrentHashMap[Key, Sum]]())

  private final class Sum:
    private val parts = CopyOnWriteArraySet[LongAdder]()
    def add(part: LongAdder): Unit = parts.add(part): Unit
    def value: Double = parts.stream.mapToLong(_.sum).sum.toDouble

  private def sum(registry: MeterRegistry, key: Key): Sum =
    val sum = Sum()
    val tags = Seq(key.tag, key.value, key.tag2, key.value2).filter(_.nonEmpty)
    if key.name == Open then
      Gauge.builder(
        key.name,
        () => sum.value
      ).tags(tags*).description("clients connected, by how they are").register(registry): Unit
    else FunctionCounter.builder(key.name, sum, _.value).tags(tags*).register(registry): Unit
    sum
end WireMeters
