package eddy.web

/** A key under which a filter leaves a value for the handler: [[Request.set]], [[Request.apply]]. Keep it in
  * a val that both see; two keys are never the same, whatever their names.
  *
  * @param name for messages
  */
final class Attribute[A](val name: String):
  override def toString: String = s"Attribute($name)"
