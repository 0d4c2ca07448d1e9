package eddy.web.internal

import eddy.web.{FileOptions, Request, Response}

/** Answers GET and HEAD with files (RFC 9110, sections 8.8, 13 and 14). */
private[eddy] object StaticFiles:
  /** The name under which routes capture the path below the prefix. */
  val Rest: String = "path"

  /** A file that changes at each of so many attempts is not there in any version. */
  private val Attempts = 5

  def apply(store: FileStore, options: FileOptions): (Request, Response) => Unit =
    (request, response) =>
      try
        if !attempt(store, options, request, response, Attempts) then response.refuse(request.asNoFile)
      catch
        case FileStore.Unsettled =>
          response.header("Retry-After", "1").fail(503, "The file is being changed all the time.")

  /** @return false when there is no such file */
  private def attempt(
      store: FileStore,
      options: FileOptions,
      request: Request,
      response: Response,
      left: Int
  ): Boolean =
    val path = request.path(Rest)
    store.find(path) match
      case null => redirected(store, request, response)
      case file: StoredFile =>
        val isGiven = FileAnswer(store, path, file, options, request, response).give()
        if !isGiven && left == 1 then throw FileStore.Unsettled
        else isGiven || attempt(store, options, request, response, left - 1)

  /** Relative links of a folder's page need the slash at its end. */
  private def redirected(store: FileStore, request: Request, response: Response): Boolean =
    val path = request.path(Rest)
    val isHere = path.nonEmpty && !path.endsWith("/") && store.find(s"$path/") != null
    if isHere then
      val (rawPath, query) = request.rawTarget.span(_ != '?')
      response.redirect(s"${rawPath.substring(rawPath.lastIndexOf('/') + 1)}/${Target.encoded(query)}", 308)
    isHere
end StaticFiles

/** One attempt to answer with a version of a file: nothing of the answer is set before its bytes are known.
  */
private final class FileAnswer(
    store: FileStore,
    path: String,
    file: StoredFile,
    options: FileOptions,
    request: Request,
    response: Response
):
  private val isCompressible = file.zip.isUseful
  private val takesZip =
    isCompressible && request.header("Range").isEmpty && Gzip.isAccepted(
      request.header("Accept-Encoding").orNull
    )
  private val tags = if takesZip then Seq(file.gzipTag, file.tag) else Seq(file.tag)

  /** @return false when the file has changed meanwhile */
  def give(): Boolean = Conditions.of(request, file, tags) match
    case Condition.Failed =>
      head(tags.head)
      refuse(412, "The file is not, or no longer, the one that the request's conditions name.")
    case Condition.Unchanged(tag) =>
      head(tag)
      response.status(304).empty()
      true
    case Condition.Holds =>
      val zipped = if takesZip then store.zipped(path, file) else null
      if zipped == null then giveRange()
      else
        head(file.gzipTag)
        response.header("Content-Encoding", "gzip").bytesAsTheyAre(file.contentType, zipped)
        true

  private def head(tag: String): Unit =
    if isCompressible then response.header("Vary", "Accept-Encoding"): Unit
    response
      .header("ETag", tag)
      .header("Last-Modified", HttpDate.render(file.modifiedSecond))
      .header("Cache-Control", options.cacheControl)
      .header("Accept-Ranges", "bytes"): Unit
    options.headers.foreach((name, value) => response.header(name, value): Unit)

  private def giveRange(): Boolean =
    ByteRange.of(request, file) match
      case ByteRange.Whole => send(0, file.size, () => ())
      case ByteRange.Unsatisfiable =>
        head(file.tag)
        response.header("Content-Range", s"bytes */${file.size}"): Unit
        refuse(416, "The range lies outside of the file.")
      case ByteRange.Part(from, until) =>
        send(
          from,
          until,
          () => response.status(206).header("Content-Range", s"bytes $from-${until - 1}/${file.size}"): Unit
        )

  /** The file may be kept as long as its options say, but not this answer in its place. */
  private def refuse(status: Int, why: String): Boolean =
    response.header("Cache-Control", "no-store").fail(status, why)
    true

  private def send(from: Long, until: Long, more: () => Unit): Boolean =
    if file.isHeld then
      val bytes = store.plain(path, file)
      if bytes != null then
        head(file.tag)
        more()
        val part =
          if until - from == bytes.length then bytes
          else java.util.Arrays.copyOfRange(bytes, from.toInt, until.toInt)
        response.bytesAsTheyAre(file.contentType, part)
      bytes != null
    else if request.method == "HEAD" then
      head(file.tag)
      response.streamAsItIs(file.contentType, _ => (), file.size)
      true
    else
      val opened = store.open(file)
      if opened != null then
        try
          head(file.tag)
          more()
          response.streamAsItIs(file.contentType, OpenedPublisher(opened, from, until - from), until - from)
        catch
          case failure: Throwable =>
            opened.close()
            throw failure
      opened != null
end FileAnswer
