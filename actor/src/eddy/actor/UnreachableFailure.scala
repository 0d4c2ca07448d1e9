package eddy.actor

/** Another node cannot be reached, so what was asked of it has no result. A program may try again. A web
  * server answers a handler's failure of this type with 503.
  */
trait UnreachableFailure extends Exception
