package eddy.web.internal

import eddy.web.HttpProblem

/** What separates the parts of a form (RFC 2046, section 5.1.1). */
private[eddy] object Boundary:
  private val MaxChars = 70

  /** @throws HttpProblem 415 unless the content type is a form's, 400 when its boundary is missing or wrong
    */
  def of(contentType: Option[String]): String =
    val full = contentType.filter(MediaTypes.bare(_) == "multipart/form-data").getOrElse:
      throw HttpProblem(415, "The body must be a form: Content-Type multipart/form-data.")
    val boundary = MediaTypes.parameter(full, "boundary").getOrElse("")
    if boundary.isEmpty then throw HttpProblem(400, "The Content-Type multipart/form-data has no boundary.")
    else if boundary.length > MaxChars then
      throw HttpProblem(400, s"The form's boundary is longer than $MaxChars characters.")
    else if !boundary.forall(isAllowed) || boundary.last == ' ' then
      throw HttpProblem(400, "The form's boundary holds a character that is not allowed there.")
    else boundary

  private def isAllowed(c: Char) =
    c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || "'()+_,-./:=? ".indexOf(c) >= 0
end Boundary
