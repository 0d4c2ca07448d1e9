package eddy.launcher.config

import eddy.web.verify.Refusal

import java.nio.file.{Files, Path}

import com.typesafe.config.{ConfigException, ConfigOrigin}

/** Says where a config file is wrong that cannot be parsed, and what to do. */
private[launcher] object ParseFailure:
  def explain(file: Path, e: ConfigException): Refusal =
    val origin: ConfigOrigin | Null = e.origin
    val said = String.valueOf(e.getMessage)
    if origin == null then refuse(file.toString, said)
    else
      val why = said.stripPrefix(s"${origin.description}: ")
      // the library's own words are of a parenthesis, whatever stands there
      val clear = why.replace("expecting a close parentheses ')' here, not:", "a key must stand there, not")
      val included = if origin.filename == null then file else Path.of(origin.filename)
      val open = if why.contains("end of file") then unclosed(Files.readString(included)) else None
      open match
        case Some(("{", line)) => neverClosed(origin.withLineNumber(line), "{", "}", "group")
        case Some((_, line)) => neverClosed(origin.withLineNumber(line), "[", "]", "list")
        case None => refuse(Origin.of(origin), clear)

  private def refuse(where: String, why: String) = Refusal.wrong(
    s"the config file cannot be parsed: $where: $why",
    "write key = value lines as in docs/launcher.md (HOCON)"
  )

  private def neverClosed(where: ConfigOrigin, begin: String, end: String, what: String) = Refusal.wrong(
    s"the config file cannot be parsed: ${Origin.of(where)}: the $begin there is never closed",
    s"put the missing $end where its $what ends"
  )

  /** Texts and comments, what stands in which does not count; brackets; ends of lines. */
  private val token =
    "(?s)\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*+\"|(?:#|//)[^\n]*|[\\[\\]{}]|\n".r

  /** The last bracket that is opened and never closed, and its line. */
  private def unclosed(text: String): Option[(String, Int)] =
    val (_, open) = token.findAllIn(text).foldLeft((1, List.empty[(String, Int)])):
      case ((line, open), found) =>
        val now = found match
          case "{" | "[" => (found, line) :: open
          case "}" | "]" => open.drop(1)
          case _ => open
        (line + found.count(_ == '\n'), now)
    open.headOption
end ParseFailure
