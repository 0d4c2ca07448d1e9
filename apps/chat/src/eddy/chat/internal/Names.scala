package eddy.chat.internal

import eddy.chat.ChatConfig

import java.lang.Character as Ch
import java.text.Normalizer
import java.util.Locale

/** What people and rooms may be called. A name is kept as it was written, in normal form NFC; two names are the same
  * when their keys are.
  */
private[chat] object Names:
  /** The name as it will be shown, or what is wrong with it. */
  def person(raw: String, config: ChatConfig): Either[String, String] =
    val name = nfc(raw).strip.nn
    if name.isEmpty then Left("The name is empty: give one.")
    else if length(name) > config.maxNameLength then
      Left(s"The name has ${length(name)} characters: the limit is ${config.maxNameLength}.")
    else
      codePoints(name).find(c => !showable(c)) match
        case Some(bad) =>
          Left(f"The name contains the character U+$bad%04X, which cannot be shown safely: leave it out.")
        case None if !codePoints(name).exists(Ch.isLetterOrDigit) =>
          Left("The name has neither a letter nor a digit: add one.")
        case None if name.contains("  ") => Left("The name has two spaces in a row: keep one.")
        case None if marksPiledUp(name) =>
          Left("The name has too many accents on one letter: leave some out.")
        case None if mixesScripts(name) =>
          Left("The name mixes Latin, Greek or Cyrillic letters, which look alike: keep to one script.")
        case None => Right(name)

  /** The room's name in small letters, or what is wrong with it. It is part of a channel's name and of a link. */
  def room(raw: String, config: ChatConfig): Either[String, String] =
    val name = nfc(raw).strip.nn.stripPrefix("#").toLowerCase(Locale.ROOT).nn
    if name.isEmpty then Left("The room's name is empty: give one, such as \"lobby\".")
    else if length(name) > config.maxRoomLength then
      Left(s"The room's name has ${length(name)} characters: the limit is ${config.maxRoomLength}.")
    else
      codePoints(name).find(c => !(Ch.isLetterOrDigit(c) || c == '-' || c == '_' || isMark(c))) match
        case Some(bad) =>
          val shown = if showable(bad) then s"\"${Ch.toString(bad)}\"" else f"U+$bad%04X"
          Left(s"The room's name contains $shown: use letters, digits, \"-\" and \"_\".")
        case None if marksPiledUp(name) =>
          Left("The room's name has too many accents on one letter: leave some out.")
        case None => Right(name)

  /** Equal for names that a reader would take for the same: case, width and compatibility forms do not count. */
  def key(name: String): String =
    Normalizer.normalize(
      name,
      Normalizer.Form.NFKC
    ).nn.toUpperCase(Locale.ROOT).nn.toLowerCase(Locale.ROOT).nn

  /** A name that is free, made from `name`: "Ada" gives "Ada-2", or the first number that is. */
  def suggestion(name: String, config: ChatConfig, taken: String => Boolean): String =
    LazyList
      .from(2)
      .map: n =>
        val suffix = s"-$n"
        cut(name, config.maxNameLength - suffix.length) + suffix
      .filterNot(candidate => taken(key(candidate)))
      .head

  def length(text: String): Int = text.codePointCount(0, text.length)

  def nfc(text: String): String = Normalizer.normalize(text, Normalizer.Form.NFC).nn

  private def cut(text: String, codePoints: Int): String =
    val keep = codePoints.max(1)
    if length(text) <= keep then text else text.substring(0, text.offsetByCodePoints(0, keep)).nn.strip.nn

  private def codePoints(text: String): Iterator[Int] = text.codePoints.nn.iterator.nn match
    case it => Iterator.continually(it).takeWhile(_.hasNext).map(_.next.nn.intValue)

  /** No controls, no bidi overrides or other invisible format characters, nothing without a meaning of its own. */
  private def showable(c: Int): Boolean = Ch.getType(c).toByte match
    case Ch.CONTROL | Ch.FORMAT | Ch.SURROGATE | Ch.PRIVATE_USE | Ch.UNASSIGNED => false
    case Ch.LINE_SEPARATOR | Ch.PARAGRAPH_SEPARATOR => false
    case Ch.SPACE_SEPARATOR => c == ' '
    case _ => true

  private def isMark(c: Int): Boolean = Ch.getType(c).toByte match
    case Ch.NON_SPACING_MARK | Ch.ENCLOSING_MARK | Ch.COMBINING_SPACING_MARK => true
    case _ => false

  private def marksPiledUp(text: String): Boolean =
    codePoints(text).scanLeft(0)((run, c) => if isMark(c) then run + 1 else 0).exists(_ > 2)

  private val lookAlike =
    Set(Ch.UnicodeScript.LATIN, Ch.UnicodeScript.GREEK, Ch.UnicodeScript.CYRILLIC)

  private def mixesScripts(text: String): Boolean =
    codePoints(text).filter(Ch.isLetter).map(Ch.UnicodeScript.of(_).nn).filter(lookAlike).distinct.length > 1
end Names
