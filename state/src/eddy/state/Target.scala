package eddy.state

/** What an access goes to, as far as it is known before the handler runs. */
private[eddy] sealed trait Target

private[eddy] object Target:
  /** A shared object: owns a lock. */
  final case class Shared(obj: SharedObject) extends Target

  /** One entry of a shared map, whose key is known before the handler runs. */
  final case class Entry(obj: SharedObject, key: Any) extends Target

  /** The fields of a plain object, or the content of an array or of a plain library object: by identity. */
  final case class Fields(obj: AnyRef) extends Target:
    // not the object's own: two that are equal are not one
    override def equals(other: Any): Boolean = other match
      case Fields(that) => that eq obj
      case _ => false
    override def hashCode: Int = System.identityHashCode(obj)

  /** A static field, named as in the class file; so is a field of a Scala `object`. */
  final case class Static(owner: Class[?], field: String) extends Target

  /** Some object of that class or of a class derived from it. All classes of the JDK and of Scala are one. */
  final case class OfType(cls: Class[?]) extends Target

  /** Nothing is known. */
  case object Everything extends Target
end Target
