package eddy.web.internal

/** Reads the fixed parts of a piece of HTML, and finds the places of the values between them (HTML Standard,
  * section 13.2.5, as far as it tells these apart).
  */
private[web] final class HtmlScan:
  import HtmlScan.State

  private var state = State.Text
  private val name = StringBuilder()
  private var element = ""
  private var isEnd = false
  private var attribute = ""
  private var quote = '"'
  private val value = StringBuilder()
  private var hasValue = false
  private var last = ""

  /** Reads on to the next value or the end. */
  def read(part: String): Unit = part.foreach(step)

  /** The place of a value that stands here, or why none may. */
  def place(): Either[String, HtmlPlace] =
    val found = state match
      case State.Text | State.Plain => Right(HtmlPlace.Text)
      case State.Raw =>
        Left(s"a value in <$element> cannot be escaped: pass it in an attribute such as data-value")
      case State.Comment => Left("a value in a comment cannot be escaped")
      case State.Quoted if attribute.startsWith("on") || HtmlScan.code(attribute) =>
        Left(s"a value in the attribute $attribute cannot be escaped: pass it in one such as data-value")
      case State.Quoted if !HtmlScan.addresses(attribute) => Right(HtmlPlace.Attribute)
      case State.Quoted if value.exists(c => c == '?' || c == '#') => Right(HtmlPlace.AddressQuery)
      case State.Quoted if hasValue || value.nonEmpty => Right(HtmlPlace.AddressPath)
      case State.Quoted => Right(HtmlPlace.Address)
      case State.BeforeValue | State.Unquoted =>
        Left(s"write quotes around the value of the attribute $attribute")
      case State.Open | State.Tag | State.Inside | State.AttributeName | State.AfterName | State.Declaration =>
        Left("a value may be a text or stand in an attribute between quotes, but not be part of a tag")
    hasValue = true
    found

  /** Why the piece must not end here. */
  def unfinished: Option[String] = state match
    case State.Text => None
    case State.Plain | State.Raw => Some(s"<$element> is not closed")
    case State.Comment => Some("the comment is not closed")
    case _ => Some("the tag is not closed")

  private def step(c: Char): Unit =
    state match
      case State.Text => if c == '<' then open()
      case State.Open =>
        if c == '/' && !isEnd then isEnd = true
        else if c == '!' || c == '?' then state = State.Declaration
        else if c.isLetter then tag(c)
        else state = State.Text
      case State.Declaration =>
        name.append(c)
        if name.startsWith("--") then
          last = ""
          state = State.Comment
        else if c == '>' then state = State.Text
      case State.Comment =>
        last = (last + c).takeRight(3)
        if last == "-->" then state = State.Text
      case State.Tag =>
        if c == '>' then content()
        else if c.isWhitespace || c == '/' then inside()
        else name.append(c.toLower)
      case State.Inside =>
        if c == '>' then content()
        else if !c.isWhitespace && c != '/' then
          name.clear()
          name.append(c.toLower)
          state = State.AttributeName
      case State.AttributeName | State.AfterName =>
        if c == '=' then
          attribute = name.toString
          state = State.BeforeValue
        else if c == '>' then content()
        else if c.isWhitespace then state = State.AfterName
        else if c == '/' then state = State.Inside
        else
          if state == State.AfterName then name.clear()
          name.append(c.toLower)
          state = State.AttributeName
      case State.BeforeValue =>
        if c == '"' || c == '\'' then
          quote = c
          value.clear()
          hasValue = false
          state = State.Quoted
        else if c == '>' then content()
        else if !c.isWhitespace then state = State.Unquoted
      case State.Quoted => if c == quote then state = State.Inside else value.append(c)
      case State.Unquoted =>
        if c == '>' then content() else if c.isWhitespace then state = State.Inside
      case State.Raw | State.Plain =>
        last = (last + c.toLower).takeRight(element.length + 2)
        if last == s"</$element" then
          isEnd = true
          name.clear()
          name.append(element)
          state = State.Tag
    end match
  end step

  private def open(): Unit =
    name.clear()
    isEnd = false
    state = State.Open

  private def tag(c: Char): Unit =
    name.append(c.toLower)
    state = State.Tag

  private def inside(): Unit =
    element = name.toString
    state = State.Inside

  /** After the end of a tag. */
  private def content(): Unit =
    if state == State.Tag then element = name.toString
    last = ""
    state =
      if isEnd then State.Text
      else if HtmlScan.raw(element) then State.Raw
      else if HtmlScan.plain(element) then State.Plain
      else State.Text
end HtmlScan

private[web] object HtmlScan:
  private enum State derives CanEqual:
    case Text, Open, Declaration, Comment, Tag, Inside, AttributeName, AfterName, BeforeValue, Quoted,
      Unquoted

    /** In an element whose text is code. */
    case Raw

    /** In an element whose text has no tags. */
    case Plain

  private val raw = Set("script", "style", "xmp", "iframe", "noembed", "noframes", "noscript", "plaintext")
  private val plain = Set("title", "textarea")

  /** Attributes whose value is code or HTML, or a list of addresses. */
  private val code =
    Set("style", "srcdoc", "srcset", "imagesrcset", "ping", "archive", "values", "to", "from")
  private val addresses = Set(
    "href",
    "src",
    "action",
    "formaction",
    "poster",
    "data",
    "cite",
    "background",
    "longdesc",
    "manifest",
    "icon",
    "codebase",
    "classid",
    "profile",
    "usemap",
    "xlink:href",
    "hx-get",
    "hx-post",
    "hx-put",
    "hx-patch",
    "hx-delete"
  )
end HtmlScan
