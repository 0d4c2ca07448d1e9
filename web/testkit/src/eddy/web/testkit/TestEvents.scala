package eddy.web.testkit

import eddy.web.client.{Call, ClientException}
import eddy.web.testkit.internal.{Arrivals, Reports}

import java.io.{BufferedReader, IOException, InputStream, InputStreamReader}
import java.nio.charset.StandardCharsets.UTF_8
import scala.concurrent.duration.FiniteDuration

/** One server-sent event.
  *
  * @param event `message` when the server said nothing else
  * @param id the last one that the server gave
  */
final case class TestEvent(data: String, event: String = "message", id: String = ""):
  override def toString: String =
    s"\"$data\"${if event == "message" then "" else s" ($event)"}${if id.isEmpty then "" else s" #$id"}"

/** A page's side of a stream of server-sent events (WHATWG HTML, section 9.2). For one thread, the test's. */
final class TestEvents private (
    in: InputStream,
    arrivals: Arrivals[Option[TestEvent]],
    patience: FiniteDuration
) extends AutoCloseable:
  /** The next event, whatever it is. Comments are skipped. */
  def receive(within: FiniteDuration = patience): TestEvent =
    arrivals.next("an event is expected", within).getOrElse(
      throw arrivals.wrong("an event is expected, but the stream has ended")
    )

  /** The next event; it must have this data, and be of this kind. */
  def expect(data: String, event: String = "message", within: FiniteDuration = patience): TestEvent =
    val came = receive(within)
    if came.data == data && came.event == event then came
    else throw arrivals.wrong(TestEvents.difference(TestEvent(data, event), came))

  /** The service ends the stream. */
  def expectEnd(within: FiniteDuration = patience): Unit =
    arrivals.next("the stream's end is expected", within).foreach: event =>
      throw arrivals.wrong(s"the stream's end is expected, but $event came")

  /** Goes away, as a page that is left. */
  def close(): Unit = in.close()
end TestEvents

object TestEvents:
  /** In words; only of what differs, if that is the data or the kind alone. */
  private def difference(expected: TestEvent, came: TestEvent): String =
    if expected.data == came.data then
      s"an event of kind \"${expected.event}\" is expected, but its kind is \"${came.event}\"; its data is as " +
        s"expected, \"${came.data}\""
    else
      val kinds =
        if expected.event == came.event then ""
        else s", and its kind \"${expected.event}\", not \"${came.event}\""
      s"an event with the data \"${expected.data}\" is expected, but $came came" +
        s" (its data differs${placeOf(expected.data, came.data)}$kinds)"

  /** Where long texts begin to differ. */
  private def placeOf(expected: String, came: String): String =
    val at = expected.zip(came).takeWhile(_ == _).size
    if at < 20 then "" else s" from character ${at + 1} on: \"…${came.drop(at).take(40)}\""

  /** @param received called with the headers of the answer, whatever it is */
  private[testkit] def open(call: Call, patience: FiniteDuration, reports: Reports)(
      received: Seq[(String, String)] => Unit
  ): TestEvents =
    val what = s"events ${call.uri.getRawPath}"
    val answer =
      try call.timeout(patience).streamed.send()
      catch case failure: ClientException => throw reports.wrong(s"$what: no answer: ${failure.getMessage}")
    received(answer.headers)
    val in = answer.body.inputStream()
    if answer.status != 200 || !answer.contentType.contains("text/event-stream") then
      val text = String(in.readNBytes(2000), UTF_8)
      in.close()
      throw reports.wrong(
        s"$what: a stream of events is expected, but this came: ${answer.status}, ${answer.contentType.getOrElse("no content type")}: $text"
      )
    val arrivals = Arrivals[Option[TestEvent]](what, reports)
    Thread.ofVirtual.name(what).start(() => read(in, arrivals)): Unit
    new TestEvents(in, arrivals, patience)
  end open

  private def read(in: InputStream, arrivals: Arrivals[Option[TestEvent]]): Unit =
    try
      val lines = BufferedReader(InputStreamReader(in, UTF_8))
      var event, id = ""
      var data = List.empty[String]
      var line = lines.readLine()
      while line != null do
        if line.isEmpty then
          if data.nonEmpty then
            arrivals.put(Some(TestEvent(
              data.reverse.mkString("\n"),
              if event.isEmpty then "message" else event,
              id
            )))
          data = Nil
          event = ""
        else
          val colon = line.indexOf(':')
          val (field, rest) =
            if colon < 0 then (line, "") else (line.substring(0, colon), line.substring(colon + 1))
          val value = rest.stripPrefix(" ")
          field match
            case "data" => data ::= value
            case "event" => event = value
            case "id" => id = value
            case _ => () // comments, the delay before the next connection, future fields
        line = lines.readLine()
      end while
    catch
      // the test has closed it, or the service broke it off: no event comes any more
      case _: IOException => ()
    finally arrivals.put(None)
end TestEvents
