package eddy.web

/** A request's body will not arrive completely: the client has gone, or the request was answered before. */
final class BodyException private[eddy] (message: String) extends java.io.IOException(message)
