package eddy.web.testkit

import scala.util.Try

/** The cookies of a [[TestService]]'s client, as a browser keeps them (RFC 6265, section 5): of the service
  * alone, by name and path. The connection counts as trustworthy, so those marked `Secure` are sent too. For
  * one thread, the test's.
  */
final class TestCookies private[testkit] ():
  import TestCookies.Kept

  // the last that came last
  private var kept = List.empty[Kept]

  /** The value of a cookie that the client has. */
  def get(name: String): Option[String] = kept.find(_.name == name).map(_.value)

  /** Names and values. */
  def all: Seq[(String, String)] = kept.map(cookie => cookie.name -> cookie.value)

  /** As a browser whose user deletes its cookies. */
  def clear(): Unit = kept = Nil

  /** Has it sent from now on, for all paths. */
  def set(name: String, value: String): Unit = put(Kept(name, value, "/"))

  /** The cookie header of a request for that path; None without a cookie for it. */
  private[testkit] def header(path: String): Option[String] =
    // those with longer paths first
    val sent = kept.filter(_.isFor(path)).sortBy(-_.path.length)
    Option.when(sent.nonEmpty)(sent.map(cookie => s"${cookie.name}=${cookie.value}").mkString("; "))

  private[testkit] def receive(path: String, headers: Seq[(String, String)]): Unit =
    for (name, line) <- headers if name.equalsIgnoreCase("Set-Cookie") do take(path, line)

  private def take(path: String, line: String): Unit =
    val parts = line.split(';').toList.map(_.trim)
    val (name, value) = TestCookies.pair(parts.head)
    val attributes = parts.tail.map(TestCookies.pair).map((key, text) => key.toLowerCase -> text).toMap
    val wanted = attributes.getOrElse("path", "")
    val scope =
      if wanted.startsWith("/") then wanted
      else path.substring(0, path.lastIndexOf('/').max(1).min(path.length))
    val cookie = Kept(name, value, scope)
    if TestCookies.isOver(attributes) then kept = kept.filterNot(_.isSame(cookie)) else put(cookie)

  private def put(cookie: Kept): Unit = kept = kept.filterNot(_.isSame(cookie)) :+ cookie
end TestCookies

private object TestCookies:
  final case class Kept(name: String, value: String, path: String):
    def isSame(other: Kept): Boolean = name == other.name && path == other.path
    def isFor(asked: String): Boolean =
      asked == path || asked.startsWith(path) && (path.endsWith("/") || asked.charAt(path.length) == '/')

  def pair(text: String): (String, String) = text.indexOf('=') match
    case -1 => (text, "")
    case at => (text.substring(0, at).trim, text.substring(at + 1).trim)

  /** The service takes it back. */
  def isOver(attributes: Map[String, String]): Boolean =
    attributes.get("max-age").flatMap(_.toLongOption) match
      case Some(seconds) => seconds <= 0
      case None =>
        val until = attributes.get("expires").flatMap: text =>
          Try(java.time.ZonedDateTime.parse(
            text,
            java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME
          )).toOption
        until.exists(_.toInstant.isBefore(java.time.Instant.now))
end TestCookies
