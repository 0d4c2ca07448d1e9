package eddy.inference.spi

import java.util.concurrent.atomic.AtomicReference

/** Read by the inference in place of a handler of the server's own that calls the application through code
  * too large to follow. `apply` calls what the handler may call of the application, with anything; nobody
  * runs it. Many handlers share such a class and refer to objects of ever other classes, so that what is
  * known is kept with the object.
  */
private[eddy] abstract class AnalysisStub extends ((Any, Any) => Unit):
  private[inference] val memory: AtomicReference[AnyRef | Null] = AtomicReference(null)

private[inference] object AnalysisStub:
  val InternalName: String = classOf[AnalysisStub].getName.replace('.', '/')
