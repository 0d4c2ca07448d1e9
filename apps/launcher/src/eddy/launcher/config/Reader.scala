package eddy.launcher.config

import eddy.push.{Delivery, Overflow, Rate}
import eddy.web.{ForwardedHeader, HostNames, Http2, Limits, Overload, Timeouts, Transport, TrustedNetworks}

import scala.compiletime.{constValueTuple, erasedValue, summonFrom}
import scala.concurrent.duration.{Duration, DurationInt, FiniteDuration}
import scala.deriving.Mirror
import scala.util.{Success, Try}

/** How a parameter of a configuration class is read. A class is read parameter by parameter, each from the key that is
  * its name in kebab-case, so that a class and its keys cannot drift apart unnoticed.
  */
private[launcher] trait Reader[A]:
  def read(section: Section, name: String): A

private[launcher] object Reader:
  /** A whole number; a size if its name says so. */
  given Reader[Int] =
    (section, name) => if name.endsWith("-bytes") then section.bytes(name) else section.int(name)
  given Reader[Double] = _.double(_)
  given Reader[Boolean] = _.boolean(_)
  given Reader[String] = _.string(_)
  given Reader[Set[String]] = _.strings(_)
  given Reader[FiniteDuration] = _.duration(_)
  given Reader[Transport] =
    _.choice(_, Transport.values.toSeq.map(t => Section.kebab(t.toString).drop(1) -> t))

  /** As in `500 per second`, or `none` for no limit. */
  given rate: Reader[Option[Rate]] = (section, name) =>
    section.string(name).trim.split(" +") match
      case Array("none") => None
      case Array(times, "per", unit) if units.contains(unit) && times.toIntOption.exists(_ > 0) =>
        Some(section.build(Rate(times.toInt, units(unit))))
      case _ => section.refuse(name, "must be a rate, such as 500 per second, 300 per minute, or none")
  given Reader[Delivery] =
    _.choice(_, Delivery.values.toSeq.map(d => d.toString.toLowerCase -> d))

  /** As in `drop-oldest`, `keep-latest symbol` or `sample 200 ms`. */
  given overflow: Reader[Overflow] = (section, name) =>
    def wrong = section.refuse(
      name,
      "must be disconnect, drop-oldest, keep-latest and a tag, sample and a time, such as sample 200 ms, or slow"
    )
    section.string(name).trim.split(" +", 2) match
      case Array("disconnect") => Overflow.Disconnect
      case Array("drop-oldest") => Overflow.DropOldest
      case Array("slow") => Overflow.Slow
      case Array("keep-latest", tag) => Overflow.KeepLatest(tag)
      case Array("sample", time) =>
        Try(Duration(time)) match
          case Success(every: FiniteDuration) => Overflow.Sample(every)
          case _ => wrong
      case _ => wrong
  given Reader[Limits] = _.section(_).as(Limits())
  given Reader[Timeouts] = _.section(_).as(Timeouts())
  given Reader[Option[Http2]] = (section, name) =>
    val http2 = section.section(name)
    val read = http2.as(Http2())
    Option.when(http2.boolean("enabled"))(read)
  given Reader[HostNames] = (section, name) =>
    section.strings(name) match
      case only if only.size == 1 && only.head == "auto" => HostNames.Auto
      case only if only.size == 1 && only.head == "any" => HostNames.Any
      case listed => HostNames.Only(listed)

  /** Networks, and in a key beside them the header that tells the client. */
  given proxies: Reader[Option[TrustedNetworks]] = (section, name) =>
    val networks = section.strings(name).toSeq.sorted
    val header = section.choice(
      "forwarded-header",
      Seq("x-forwarded-for" -> ForwardedHeader.XForwarded, "forwarded" -> ForwardedHeader.Forwarded)
    )
    try Option.when(networks.nonEmpty)(TrustedNetworks(networks, header))
    catch case e: IllegalArgumentException => section.refuse(name, s"has a wrong ${e.getMessage}")
  given Reader[Overload] = _.section(_).as(Overload())

  extension (section: Section)
    /** The section as the class `A`, whose constructor checks the values. A parameter that no key can express, such as
      * a handler, stays as in `defaults`.
      */
    inline def as[A <: Product](defaults: A)(using m: Mirror.ProductOf[A]): A =
      val names = constValueTuple[m.MirroredElemLabels].toList.map(_.toString)
      val values = names.zip(readers[m.MirroredElemTypes]).zip(defaults.productIterator).map:
        case ((name, Some(reader)), _) => reader.read(section, Section.kebab(name))
        case ((_, None), default) => default
      section.build(m.fromProduct(Tuple.fromArray(values.toArray)))

  private inline def readers[T <: Tuple]: List[Option[Reader[?]]] = inline erasedValue[T] match
    case _: EmptyTuple => Nil
    case _: (head *: tail) =>
      summonFrom {
        case reader: Reader[`head`] => Some(reader)
        case _ => None
      } :: readers[tail]

  private val units = Map("second" -> 1.second, "minute" -> 1.minute, "hour" -> 1.hour)
end Reader
