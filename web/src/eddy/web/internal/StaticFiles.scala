package eddy.web.internal

import eddy.web.{FileOptions, Request, Response}

/** Answers GET and HEAD with files (RFC 9110, sections 8.8, 13 and 14). */
private[eddy] object StaticFiles:
  /** The name under which routes capture the path below the prefix. */
  val Rest: String = "path"

  def apply(store: FileStore, options: FileOptions): (Request, Response) => Unit =
    (request, response) =>
      store.find(request.path(Rest)) match
        case null => folderOrNothing(store, request, response)
        case file: StoredFile => answer(file, options, request, response)

  /** Relative links of a folder's page need the slash at its end. */
  private def folderOrNothing(store: FileStore, request: Request, response: Response): Unit =
    val path = request.path(Rest)
    if path.isEmpty || path.endsWith("/") || store.find(s"$path/") == null then
      response.fail(404, "Nothing is here.")
    else
      val (rawPath, query) = request.rawTarget.span(_ != '?')
      response.redirect(s"${rawPath.substring(rawPath.lastIndexOf('/') + 1)}/${Target.encoded(query)}", 308)

  private def answer(file: StoredFile, options: FileOptions, request: Request, response: Response): Unit =
    val gzipped = file.gzipped
    val zip = gzipped != null && request.header("Range").isEmpty && Gzip.isAccepted(
      request.header("Accept-Encoding").orNull
    )
    val tag = if zip then file.gzipTag else file.tag
    if gzipped != null then response.header("Vary", "Accept-Encoding"): Unit
    response
      .header("ETag", tag)
      .header("Last-Modified", HttpDate.render(file.modifiedSecond))
      .header("Cache-Control", options.cacheControl)
      .header("Accept-Ranges", "bytes"): Unit
    options.headers.foreach((name, value) => response.header(name, value): Unit)
    Conditions.of(request, file, tag) match
      case Condition.Failed =>
        refuse(response, 412, "The file is not, or no longer, the one that the request's conditions name.")
      case Condition.Unchanged => response.status(304).empty()
      case Condition.Holds =>
        if zip then response.header("Content-Encoding", "gzip").bytesAsTheyAre(file.contentType, gzipped.nn)
        else answerRange(file, tag, request, response)
  end answer

  private def answerRange(file: StoredFile, tag: String, request: Request, response: Response): Unit =
    ByteRange.of(request, file, tag) match
      case ByteRange.Whole => send(file, 0, file.size, response)
      case ByteRange.Unsatisfiable =>
        response.header("Content-Range", s"bytes */${file.size}"): Unit
        refuse(response, 416, "The range lies outside of the file.")
      case ByteRange.Part(from, until) =>
        response
          .status(206)
          .header("Content-Range", s"bytes $from-${until - 1}/${file.size}"): Unit
        send(file, from, until, response)

  /** The file may be kept as long as its options say, but not this answer in its place. */
  private def refuse(response: Response, status: Int, why: String): Unit =
    response.header("Cache-Control", "no-store").fail(status, why)

  private def send(file: StoredFile, from: Long, until: Long, response: Response): Unit =
    val bytes = file.bytes
    if bytes == null then
      val content = FilePublisher(file.disk.nn, from, until - from, isExact = true)
      response.streamAsItIs(file.contentType, content, until - from)
    else
      val part =
        if until - from == bytes.length then bytes
        else java.util.Arrays.copyOfRange(bytes, from.toInt, until.toInt)
      response.bytesAsTheyAre(file.contentType, part)
end StaticFiles
