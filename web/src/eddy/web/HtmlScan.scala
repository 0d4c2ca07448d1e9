package eddy.web

/** Reads the fixed parts of a piece of HTML, and finds the places of the values between them. It is stricter
  * than browsers (HTML Standard, section 13.2.5), which repair everything: HTML that they might read in
  * another way than this is an error, so that a value never stands elsewhere than it seems to.
  */
private[web] final class HtmlScan:
  import HtmlScan.*

  private var state = State.Text
  private val name = StringBuilder()
  private var element = ""
  private var isEnd = false
  private var attributes = List.empty[String]
  private var quote = '"'
  // of an attribute: its fixed text so far, and whether a value stood at its beginning
  private val fixed = StringBuilder()
  private var begins = false
  private var last = ""
  private var wrong = Option.empty[String]

  /** Reads on to the next value or the end. */
  def read(part: String): Unit =
    if begins && state == State.Quoted && !part.headOption.exists(c => c == quote || "/?#".contains(c)) then
      fail(s"behind a value at the beginning of ${attributes.head} must follow /, ?, # or the end")
    begins = false
    part.foreach(step)

  /** The place of a value that stands here, or why none may. */
  def place(): Either[String, HtmlPlace] = wrong.toLeft(()).flatMap: _ =>
    state match
      case State.Text | State.Plain => Right(HtmlPlace.Text)
      case State.Raw =>
        Left(s"a value in <$element> cannot be escaped: pass it in an attribute such as data-value")
      case State.Comment => Left("a value in a comment cannot be escaped")
      case State.Quoted => inAttribute(attributes.head)
      case State.BeforeValue | State.Unquoted =>
        Left(s"write quotes around the value of the attribute ${attributes.head}")
      case _ =>
        Left("a value may be a text or stand in an attribute between quotes, but not be part of a tag")

  private def inAttribute(attribute: String): Either[String, HtmlPlace] =
    val plain = attribute.stripPrefix("data-")
    val isAddress = addresses(attribute) || loads(plain)
    if isCode(plain) && !loads(plain) || element == "meta" && attribute == "content" && !isNamed then
      Left(
        s"a value in the attribute $attribute of <$element> cannot be escaped: pass it in one such as data-value"
      )
    else if !isAddress then Right(HtmlPlace.Attribute)
    else inAddress(attribute, mayBegin = !loading(element) && !loads(plain))

  /** Only a description, such as `<meta name="author" content="…">`. */
  private def isNamed = attributes.tail.exists(descriptions) && !attributes.contains("http-equiv")

  private def inAddress(attribute: String, mayBegin: Boolean): Either[String, HtmlPlace] =
    val before = fixed.toString
    before match
      case "" if mayBegin =>
        begins = true
        Right(HtmlPlace.Address)
      case "" =>
        Left(s"$attribute of <$element> loads code: let it begin with / or https:// and the name of a host")
      case "/" => Right(HtmlPlace.AddressRoot)
      case Beginning() if before.exists("?#".contains(_)) => Right(HtmlPlace.AddressPart)
      case Host() => Right(HtmlPlace.AddressPart)
      case Beginning() => Right(HtmlPlace.AddressPath)
      case _ =>
        Left(
          s"$attribute begins with ${quoted(before)}: it may begin with a value, a path, http:, https:, mailto: or tel:"
        )

  private def quoted(text: String) = "\"" + text + "\""

  /** Why the piece must not end here. */
  def unfinished: Option[String] = wrong.orElse:
    state match
      case State.Text => None
      case State.Plain | State.Raw => Some(s"<$element> is not closed")
      case State.Comment => Some("the comment is not closed")
      case _ => Some("the tag is not closed")

  private def fail(why: String): Unit = if wrong.isEmpty then wrong = Some(why)

  private def step(c: Char): Unit = state match
    case State.Text => if c == '<' then open()
    case State.Open =>
      if isLetter(c) then
        name.append(lower(c))
        state = State.Tag
      else if c == '/' && !isEnd then isEnd = true
      else if isEnd || c == '?' then
        fail(s"<${if isEnd then "/" else ""}$c begins no tag: write &lt; for a text")
      else if c == '!' then state = State.Declaration
      // a text
      else
        state = State.Text
        step(c)
    case State.Declaration =>
      name.append(lower(c))
      if name.toString == "--" then
        last = ""
        state = State.Comment
      else if c == '>' then state = State.Text
      else if !"doctype html".startsWith(name.toString) && !"--".startsWith(name.toString) then
        fail("only <!doctype html> and comments may begin with <!")
    case State.Comment =>
      last = last + c
      if last == ">" || last == "->" || last.endsWith("--!>") then
        fail("browsers end the comment here: write <!-- … -->")
      else if last.endsWith("-->") then state = State.Text
    case State.Tag =>
      if c == '>' then content()
      else if isSpace(c) || c == '/' then
        begin()
        state = if c == '/' then State.Closing else State.Inside
      else if isLetter(c) || isDigit(c) || c == '-' then name.append(lower(c))
      else fail(s"the name of the tag <$name$c is not understood")
    case State.Closing => if c == '>' then content() else fail(s"> must follow / in <$element")
    case State.Inside =>
      if c == '>' then content()
      else if c == '/' then state = State.Closing
      else if !isSpace(c) then
        name.clear()
        state = State.AttributeName
        step(c)
    case State.AttributeName | State.AfterName =>
      if c == '=' then
        attributes = name.toString :: attributes
        if name.toString == "http-equiv" && attributes.contains("content") then
          fail("write http-equiv before content")
        state = State.BeforeValue
      else if c == '>' || c == '/' then
        state = State.Inside
        step(c)
      else if isSpace(c) then state = State.AfterName
      else if !isLetter(c) && !isDigit(c) && !"-_:.@".contains(c) then
        fail(s"the name of an attribute of <$element has $c")
      else
        if state == State.AfterName then name.clear()
        name.append(lower(c))
        state = State.AttributeName
    case State.BeforeValue =>
      if c == '"' || c == '\'' then
        quote = c
        fixed.clear()
        state = State.Quoted
      else if c == '>' then content()
      else if !isSpace(c) then state = State.Unquoted
    case State.Quoted => if c == quote then state = State.AfterValue else fixed.append(c): Unit
    case State.AfterValue =>
      if isSpace(c) || c == '>' || c == '/' then
        state = State.Inside
        step(c)
      else fail(s"a space must follow the attribute ${attributes.head}")
    case State.Unquoted =>
      if c == '>' then content()
      else if isSpace(c) then state = State.Inside
      else if "\"'<=`".contains(c) then
        fail(s"write quotes around the value of the attribute ${attributes.head}")
    case State.Raw | State.Plain =>
      if last.endsWith(s"</$element") && (isSpace(c) || c == '/' || c == '>') then
        isEnd = true
        name.clear()
        name.append(element)
        state = State.Tag
        step(c)
      else
        if state == State.Plain && last.endsWith("<") && isLetter(c) then fail(s"no tag may be in <$element>")
        last = last + lower(c)
        if element == "script" && last.endsWith("<!--") then fail("no comment of HTML may be in <script>")

  private def open(): Unit =
    name.clear()
    isEnd = false
    state = State.Open

  private def begin(): Unit =
    element = name.toString
    attributes = Nil

  /** After the end of a tag. */
  private def content(): Unit =
    if state == State.Tag then begin()
    if state == State.Closing && (raw(element) || plain(element)) then
      fail(s"<$element/> closes nothing in HTML")
    last = ""
    state =
      if isEnd then State.Text
      else if raw(element) then State.Raw
      else if plain(element) then State.Plain
      else State.Text
end HtmlScan

private[web] object HtmlScan:
  private enum State derives CanEqual:
    case Text, Open, Declaration, Comment, Tag, Closing, Inside, AttributeName, AfterName, BeforeValue, Quoted
    case AfterValue, Unquoted

    /** In an element whose text is code. */
    case Raw

    /** In an element whose text has no tags. */
    case Plain

  // of ASCII only, as browsers see them
  private def isLetter(c: Char) = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
  private def isDigit(c: Char) = c >= '0' && c <= '9'
  private def isSpace(c: Char) = c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'
  private def lower(c: Char): Char = if c >= 'A' && c <= 'Z' then (c + 32).toChar else c

  private val raw =
    Set("script", "style", "xmp", "iframe", "noembed", "noframes", "noscript", "plaintext", "template")
  private val plain = Set("title", "textarea")

  /** What an address may begin with, so that a value behind it decides over no scheme. References of HTML
    * could hide one.
    */
  private val Beginning = "(?s)(?:/|[?#]|https?://[a-zA-Z0-9]|mailto:|tel:|[^:&\\s/?#][^:&\\s]*[/?#]).*".r
  private val Host = "https?://[^/?#]*".r

  /** Elements whose addresses load code or pages into this one, or change where others lead. */
  private val loading =
    Set("script", "iframe", "frame", "embed", "object", "applet", "base", "link", "portal", "use")

  /** The same of htmx's attributes. */
  private val loads = Set("hx-get", "hx-post", "hx-put", "hx-patch", "hx-delete")

  /** Attributes whose value is code or HTML, a list of addresses, or decides what others mean; those of htmx,
    * Alpine, Vue and Angular among them.
    */
  private def isCode(attribute: String): Boolean =
    code(attribute) || foreign.exists(attribute.startsWith)
  private val foreign = List("on", "hx-", "x-", "v-", "ng-", "@", ":", "_", "sse-", "ws-", "up-", "turbo-")
  private val code = Set(
    "style",
    "srcdoc",
    "srcset",
    "imagesrcset",
    "ping",
    "archive",
    "values",
    "to",
    "from",
    "by",
    "attributename",
    "http-equiv",
    "sandbox",
    "allow",
    "rel",
    "integrity",
    "nonce",
    "is",
    "xmlns"
  )
  private val descriptions = Set("name", "property", "itemprop")
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
    "xlink:href"
  )
end HtmlScan
