package eddy.web.telemetry.internal

import java.lang.Iterable as JIterable
import java.util.Iterator as JIterator
import scala.jdk.CollectionConverters.given

import io.opentelemetry.context.Context
import io.opentelemetry.context.propagation.{TextMapGetter, TextMapPropagator}

/** A context as headers, and back. */
private[telemetry] object ContextHeaders:
  private type Headers = List[(String, String)]

  def of(context: Context, propagator: TextMapPropagator): Headers =
    val all = List.newBuilder[(String, String)]
    propagator.inject(context, all, (to, name, value) => if to != null then to += name -> value: Unit)
    all.result()

  object Getter extends TextMapGetter[Headers]:
    override def keys(headers: Headers): JIterable[String] = headers.map(_(0)).asJava
    override def get(headers: Headers | Null, name: String): String | Null =
      values(headers, name).headOption.orNull
    override def getAll(headers: Headers | Null, name: String): JIterator[String] =
      values(headers, name).iterator.asJava

    private def values(headers: Headers | Null, name: String): List[String] =
      if headers == null then Nil
      else headers.collect { case (known, value) if known.equalsIgnoreCase(name) => value }
end ContextHeaders
