package eddy.push.internal

import java.nio.charset.StandardCharsets.UTF_8

/** What a channel may be called, and which namespace it belongs to. */
private[push] object ChannelNames:
  /** Channels that the nodes use among themselves begin with it; no others may. */
  val Reserved = "$eddy:"

  /** Nodes announce their subscribers to each other. */
  val Gossip: String = s"${Reserved}presence"

  /** Tokens that are good no more. */
  val Revoked: String = s"${Reserved}revoked"

  /** What all nodes are to do. */
  val Control: String = s"${Reserved}control"

  /** The first character of channels for which clients need a token. */
  val Private = '$'

  /** Before the users that alone may be in a channel, as in `dialog#ann,bob`. */
  val UserBoundary = '#'

  /** Whether clients may subscribe only when they are among its users, or have a token for it. */
  def isOfUsers(name: String): Boolean = name.indexOf(UserBoundary) >= 0

  def isOf(name: String, user: String): Boolean =
    user.nonEmpty && name.substring(name.lastIndexOf(UserBoundary) + 1).nn.split(",", -1).nn.contains(user)

  def isInternal(name: String): Boolean = name.startsWith(Reserved)

  /** Whether it stands for all channels that match. */
  def isPattern(name: String): Boolean =
    name.indexOf('*') >= 0 && name.split("/", -1).nn.exists(s => s == "*" || s == "**")

  /** Why there can be no such channel or pattern; null when there can. */
  def wrong(name: String, maxBytes: Int): String | Null =
    if name.isEmpty then "the channel's name is empty"
    else if name.length > maxBytes || !isAscii(name) && name.getBytes(UTF_8).length > maxBytes then
      s"the channel's name is longer than $maxBytes bytes: \"${name.take(40)}…\""
    else if name.exists(isControl) then
      "the channel's name has control characters or line separators: leave them out"
    else if hasLoneSurrogate(name) then "the channel's name is not well-formed text: it has half a character"
    else if isInternal(name) then s"names that begin with $Reserved are kept for the nodes themselves"
    else if isPattern(name) && name.split("/", -1).nn.dropRight(1).contains("**") then
      s"pattern \"$name\" has ** before its end: it stands for all further segments and must be the last"
    else null

  /** The name of its namespace; empty for none. */
  def namespace(name: String): String =
    val from = if name.startsWith("$") then 1 else 0
    if name.startsWith("/", from) then
      val end = name.indexOf('/', from + 1)
      if end < 0 then name.substring(from + 1).nn else name.substring(from + 1, end).nn
    else
      val colon = name.indexOf(':', from)
      if colon < 0 then "" else name.substring(from, colon).nn

  /** @throws IllegalArgumentException for a name that no channel could have */
  def checkNamespace(name: String): Unit =
    require(
      !name.exists(c => c == ':' || c == '/' || c == '*' || c == '$' || isControl(c)),
      s"namespace \"$name\": must not have : / * $$, which divide the names of channels, or control characters"
    )

  /** With the separators of lines and paragraphs: a name is one line for every program that reads logs or
    * listings.
    */
  private def isControl(c: Char) = Character.isISOControl(c) || c == '\u2028' || c == '\u2029'

  private def isAscii(name: String) = name.forall(_ < 128)

  private def hasLoneSurrogate(name: String) =
    var i = 0
    var lone = false
    while i < name.length && !lone do
      val c = name.charAt(i)
      if Character.isHighSurrogate(c) && i + 1 < name.length && Character.isLowSurrogate(name.charAt(i + 1))
      then
        i += 2
      else if Character.isSurrogate(c) then lone = true
      else i += 1
    lone
end ChannelNames
