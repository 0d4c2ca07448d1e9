package eddy.web.internal

/** The grammar of request lines (RFC 9112, section 3), without the leniencies that it permits. */
private[eddy] object RequestLine:
  private val Known = RouteTree.methods.toSet
  private val Methods = RouteTree.methods.toArray

  def check(line: String): Refusal | Null =
    val space = line.indexOf(' ')
    val last = line.indexOf(' ', space + 1)
    val usual = last > space && last == line.length - 9 &&
      (line.endsWith(" HTTP/1.1") || line.endsWith(" HTTP/1.0"))
    val method = if usual then known(line, space) else null
    if method != null then Target.check(method, line.substring(space + 1, last)) else checkSlowly(line)

  /** The method that the line begins with, when there is one of that name. */
  private def known(line: String, length: Int): String | Null =
    var i = 0
    while i < Methods.length && !(Methods(i).length == length && line.startsWith(Methods(i))) do i += 1
    if i < Methods.length then Methods(i) else null

  private def checkSlowly(line: String): Refusal | Null =
    val parts = line.split(" ", -1)
    if parts.length != 3 then
      if parts.length == 2 && parts(1).nonEmpty then Refusal(400, "The request line has no HTTP version.")
      else
        Refusal(400, "The request line must be a method, a target and a version with one space between them.")
    else
      val method = parts(0)
      val target = parts(1)
      val version = parts(2)
      if !Tokens.isToken(method) then Refusal(400, "The method is not a token.")
      else if version != "HTTP/1.1" && version != "HTTP/1.0" then
        if version.matches("HTTP/[0-9](\\.[0-9])?") then
          Refusal(505, s"$version is not spoken here; use HTTP/1.1.")
        else Refusal(400, "The HTTP version is malformed; use HTTP/1.1.")
      else if !Known(method) then
        Refusal(
          501,
          s"The method ${method.take(20)} is not implemented.",
          Seq("Allow" -> RouteTree.methods.mkString(", "))
        )
      else Target.check(method, target)
    end if
  end checkSlowly
end RequestLine
