package eddy.web.internal

/** Answers to requests that have no route of their own. */
private[eddy] object Options:
  val ofServer: Refusal = Refusal(204, "", Seq("Allow" -> RouteTree.methods.mkString(", ")))

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
      case Found.Matched(route, _) => route != null
      case Found.WrongMethod(_) | Found.Nothing => false
    // Two slashes at the start would make the location another host.
    if (method == "GET" || method == "HEAD") && !target.rawPath.startsWith("//") && known then
      val path = if other.last.isEmpty then s"${target.rawPath}/" else target.rawPath.stripSuffix("/")
      val query = target.rawQuery
      Refusal(308, s"Moved to $path", Seq("Location" -> (if query == null then path else s"$path?$query")))
    else Refusal(404, "Nothing is here.")
end Options
