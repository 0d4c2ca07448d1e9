package eddy.web

import eddy.state.Confined

/** Status and headers of a response that is about to go out: see [[Response.onHead]]. */
@Confined
trait ResponseHead:
  def status: Int

  /** A header by name, whatever its capitals; the first one when there are several. */
  def header(name: String): Option[String]

  /** Sets a header, replacing those of that name; the rules are those of [[Response.header]]. */
  def set(name: String, value: String): Unit

  /** Adds a header beside those of that name: right for lists such as Vary. */
  def add(name: String, value: String): Unit

  def remove(name: String): Unit
end ResponseHead
