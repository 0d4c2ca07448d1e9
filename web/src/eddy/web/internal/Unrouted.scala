package eddy.web.internal

/** Answers to requests that have no route of their own. */
private[eddy] object Unrouted:
  val ofServer: Refusal = Refusal(204, "", Seq("Allow" -> RouteTree.methods.mkString(", ")))

  // a hop-by-hop field must be named in Connection (RFC 9110, sections 7.6.1 and 7.8)
  val upgrade: Seq[(String, String)] =
    Seq("Connection" -> "Upgrade", "Upgrade" -> "websocket", "Sec-WebSocket-Version" -> "13")

  /** The answer to a request for a WebSocket that is not its handshake. */
  val needsUpgrade: Refusal =
    Refusal(426, "Only WebSockets are here: send Connection: Upgrade and Upgrade: websocket.", upgrade)

  /** The answer to a path below [[eddy.web.Routes.files]] that is no file: that of the other routes. */
  def notFile(tree: RouteTree, method: String, target: Target): Refusal =
    val others = tree.withoutFiles
    others.find(method, target.segments) match
      case Found.WrongMethod(allowed) => orWrongMethod(method, allowed)
      case Found.Matched(null, _) => needsUpgrade
      case Found.Matched(_, _) => unknown
      case Found.Nothing => slashOrUnknown(others, method, target)

  def orWrongMethod(method: String, allowed: Seq[String]): Refusal =
    val allow = Seq("Allow" -> allowed.mkString(", "))
    if method == "OPTIONS" then Refusal(204, "", allow)
    else
      Refusal(
        405,
        s"This resource does not have the method $method; it has ${allowed.mkString(", ")}.",
        allow
      )

  /** Redirects when only the same path with or without a slash at its end is known. */
  def slashOrUnknown(tree: RouteTree, method: String, target: Target): Refusal =
    val other =
      if target.segments.length > 1 && target.segments.last.isEmpty then target.segments.init
      else target.segments.appended("")
    def known = tree.find(method, other) match
      case Found.Matched(route, _) => route != null && !route.lacksSlash
      case Found.WrongMethod(_) | Found.Nothing => false
    if (method == "GET" || method == "HEAD") && known then
      if other.last.isEmpty then toSlash(target) else moved(target, target.rawPath.stripSuffix("/"))
    else unknown

  /** Redirects to the same path with a slash at its end. */
  def toSlash(target: Target): Refusal = moved(target, s"${target.rawPath}/")

  private def moved(target: Target, path: String): Refusal =
    val query = target.rawQuery
    // Two slashes at the start would make the location another host.
    if path.startsWith("//") then unknown
    else
      val to = if query == null then path else s"$path?${Target.encoded(query)}"
      Refusal(308, s"Moved to $path", Seq("Location" -> to))

  private val unknown = Refusal(404, "Nothing is here.")
end Unrouted
