package eddy.web

import scala.annotation.unused

/** What runs before the handlers of the routes that go through it: see [[Routes.through]].
  *
  * To let a request pass, return, having set headers of the response or attributes of the request
  * ([[Request.set]]) as needed. To answer it, end the response, or throw, as a handler would: an
  * [[HttpProblem]] is the answer. The handler does not run then. A filter may block; it must have decided
  * when it returns.
  *
  * It is part of the handler's event, under the same locks: its shared state is found out as for handlers.
  * (Those of Eddy that come first and may wait for another server, such as `Jwt` for keys, are an event
  * before it, without locks.) For a WebSocket it runs before the handshake is accepted, for streamed bodies
  * before anything is read. With a buffered body a filter of the application runs when the body has come,
  * unless it is made by [[Filter.atHead]]; filters of Eddy in front of it do not wait for the body. Headers
  * that filters have set are part of every answer that follows, also when the handler fails or takes too
  * long. Refusals of the server before that (a body that is too large, overload) have only those of [[Cors]]
  * and [[SecurityHeaders]].
  */
trait Filter extends Serializable:
  // serializable only so that closures say which code they run: otherwise all those of a class that take the
  // same could not be distinguished, and each would count as all of them
  def apply(request: Request, response: Response): Unit

  /** The application's functions that it calls; itself, for filters of the application. */
  private[eddy] def code: Seq[AnyRef] = List(this)

  /** Whether it may wait for something slow, such as another server, so that nobody else should wait for it.
    * It must have no [[code]] then.
    */
  private[eddy] def mayWait: Boolean = false

  /** Whether it may run before a buffered body has come. Those that call nothing of the application know the
    * head alone.
    */
  private[eddy] def isOfHead: Boolean = code.isEmpty

  /** Whether it needs the body of this request all the same: it is asked before the body has come. */
  private[eddy] def waitsForBody(@unused request: Request): Boolean = false

  /** Headers of the server's own answers on its routes, where it may not have run: they depend on nothing but
    * the request's Origin.
    */
  private[eddy] def always(@unused origin: Option[String]): Seq[(String, String)] = Nil

  /** What its refusals are counted as. */
  private[eddy] def label: String = "application"

  /** Whether it learns which origin the client has asked for: dependent steps wait for it. */
  private[eddy] def tellsOrigin: Boolean = false

  /** Whether it also sees the preflights of its routes: OPTIONS with Access-Control-Request-Method. */
  private[eddy] def seesPreflights: Boolean = false
end Filter

object Filter:
  /** A filter that decides by the head of the request: it does not wait for a buffered body, so that a client
    * that is refused has not sent it. It must not read the body, which throws `IllegalStateException`. It is
    * not part of the handler's event when it runs before the body has come: it is an event of its own then,
    * with its own locks. A filter in front of it that is not of the head makes it wait.
    */
  def atHead(filter: Filter): Filter = new OfHead(filter)

  private final class OfHead(filter: Filter) extends Filter:
    def apply(request: Request, response: Response): Unit = filter(request, response)
    override private[eddy] def code: Seq[AnyRef] = filter.code
    override private[eddy] def mayWait: Boolean = filter.mayWait
    override private[eddy] def isOfHead: Boolean = true
    override private[eddy] def waitsForBody(request: Request): Boolean = filter.waitsForBody(request)
    override private[eddy] def always(origin: Option[String]): Seq[(String, String)] = filter.always(origin)
    override private[eddy] def label: String = filter.label
    override private[eddy] def tellsOrigin: Boolean = filter.tellsOrigin
    override private[eddy] def seesPreflights: Boolean = filter.seesPreflights
end Filter
