package eddy.inference.spi

import java.util.concurrent.atomic.AtomicReference

/** Read by the inference in place of a callback of the server's own that calls the application through code
  * too large to follow. `apply` calls what the callback may call of the application, with anything; nobody
  * runs it. Many callbacks share such a class and refer to objects of ever other classes, so that what is
  * known is kept with the object.
  */
private[eddy] abstract class StandIn extends ((Any, Any) => Unit):
  private[inference] val memory: AtomicReference[AnyRef | Null] = AtomicReference(null)

private[inference] object StandIn:
  val InternalName: String = classOf[StandIn].getName.replace('.', '/')
