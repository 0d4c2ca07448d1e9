package eddy.launcher.config

import eddy.push.KeyFile
import eddy.web.verify.Refusal

import java.io.IOException
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.concurrent.duration.FiniteDuration
import scala.jdk.CollectionConverters.*

import com.typesafe.config.{Config, ConfigException, ConfigRenderOptions, ConfigValue}

/** Reads one group of keys as the types they must have. Every method throws [[Refusal]] on a value of another type. */
private[launcher] final class Section(config: Config, prefix: String):
  def string(name: String): String = read(name, "must be a text")(_.getString(_))

  /** None for `none` and for an empty text. */
  def optional(name: String): Option[String] =
    Some(string(name).trim).filterNot(text => text == "none" || text.isEmpty)

  /** What is not to stand in the configuration itself, so that no output of it shows it: the first line of the file that the key names. */
  def secret(name: String): Option[String] = optional(name).map: file =>
    try Files.readString(Path.of(file)).linesIterator.nextOption().getOrElse("")
    catch case e: IOException => refuse(name, s"must be a file that can be read: ${e.getMessage}")

  /** A PKCS#12 store, whose password is in the file that another key names. */
  def keyFile(name: String): Option[KeyFile] =
    optional(name).map(path => KeyFile(Path.of(path), secret(s"$name-password-file").getOrElse("")))

  def int(name: String, must: String = "must be a whole number"): Int = read(name, must)(_.getInt(_))

  def double(name: String): Double = read(name, "must be a number")(_.getDouble(_))

  def boolean(name: String): Boolean = read(name, "must be true or false")(_.getBoolean(_))

  def strings(name: String): Set[String] =
    read(name, "must be a list of texts, such as [\"a\", \"b\"], or a, b in an environment variable"):
      (c, key) =>
        c.getValue(key).unwrapped match
          case text: String => text.split(',').map(_.trim).filter(_.nonEmpty).toSet
          case _ => c.getStringList(key).asScala.toSet

  /** One of the values that have a name. */
  def choice[A](name: String, values: Seq[(String, A)]): A =
    val chosen = string(name).toLowerCase
    values
      .collectFirst { case (`chosen`, value) => value }
      .getOrElse(refuse(name, s"must be one of ${values.map(_(0)).mkString(", ")}"))

  /** The group of keys `name` in this one. */
  def section(name: String): Section = Section(config, s"$prefix.$name")

  /** A size in bytes, at most 2 GiB. */
  def bytes(name: String, must: String = "must be a size, such as 64 KiB"): Int =
    val size = read(name, must)(_.getBytes(_).longValue)
    if size < 0 || size > Int.MaxValue then refuse(name, "must be a size from 0 to 2 GiB") else size.toInt

  def duration(name: String): FiniteDuration =
    val advice = "must be a time with its unit, such as 500 ms, 30 s or 10 minutes"
    val value = read(name, advice)((c, key) =>
      FiniteDuration(c.getDuration(key, TimeUnit.NANOSECONDS), TimeUnit.NANOSECONDS)
    )
    if value < FiniteDuration(0, TimeUnit.NANOSECONDS) then refuse(name, s"$advice, and not negative")
    else if unitless(value, name) then refuse(name, advice)
    else value.toCoarsest

  /** Builds something out of values that are only wrong in themselves or together. What the constructor refuses is
    * told in terms of the key: its message must begin with the name of the parameter.
    */
  def build[A](make: => A): A =
    try make
    catch
      case e: IllegalArgumentException =>
        val message = String.valueOf(e.getMessage).stripPrefix("requirement failed: ")
        val inKeys = Section.camelCase.findAllIn(message).filter(has).foldLeft(message): (text, parameter) =>
          text.replace(parameter, Section.kebab(parameter))
        val name = message.takeWhile(_.isLetterOrDigit)
        if has(name) then
          val key = Section.kebab(name)
          val why = Secrets.masked(inKeys.dropWhile(_ != ':').drop(1).trim)
          throw Refusal.wrong(s"${shown(key)}: $why", remedy(key))
        else
          throw Refusal.wrong(
            s"$prefix: ${Secrets.masked(inKeys)}",
            "./eddy config shows where each value comes from"
          )

  def refuse(name: String, must: String): Nothing = throw Refusal.wrong(s"${shown(name)} $must", remedy(name))

  private def read[A](name: String, must: String)(get: (Config, String) => A): A =
    try get(config, s"$prefix.$name")
    catch
      case _: (ConfigException.WrongType | ConfigException.BadValue | ConfigException.Null) =>
        refuse(name, must)

  /** HOCON takes a bare number for milliseconds, which nobody means by `idle-timeout = 30`. */
  private def unitless(value: FiniteDuration, name: String): Boolean =
    value.length != 0 && String.valueOf(this.value(name).unwrapped).trim.forall(c => c.isDigit || c == '.')

  private def shown(name: String): String =
    val v = value(name)
    s"$prefix.$name = ${Secrets.shown(s"$prefix.$name", v.render(ConfigRenderOptions.concise))} (${Origin.of(v.origin)})"

  private def remedy(name: String): String =
    val default = Layers.reference.getValue(s"$prefix.$name").render(ConfigRenderOptions.concise)
    if Origin.of(value(name).origin) == Origin.default then
      s"the default $default does not fit what else is set"
    else s"correct it there, or leave it out for the default $default"

  private def has(parameter: String) = config.hasPath(s"$prefix.${Section.kebab(parameter)}")

  private def value(name: String): ConfigValue = config.getValue(s"$prefix.$name")
end Section

private[launcher] object Section:
  private val camelCase = "[a-z]+[A-Z]\\w*".r

  /** `maxTextLength` as the key it is: `max-text-length`. */
  def kebab(name: String): String = name.flatMap(c => if c.isUpper then s"-${c.toLower}" else c.toString)
