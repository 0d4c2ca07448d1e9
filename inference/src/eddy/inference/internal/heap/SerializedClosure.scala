package eddy.inference.internal.heap

import java.io.{ObjectOutputStream, OutputStream}
import java.lang.invoke.{MethodHandle, MethodHandles, MethodType, SerializedLambda}

/** Looks into serializable closures of packages that are not open to this one, such as what
  * `Comparator.comparing` returns: asks for them to be written, and takes what would be. Nothing is. Some
  * microseconds for each look.
  */
private[inference] object SerializedClosure:
  private final class Writing extends ObjectOutputStream(OutputStream.nullOutputStream):
    private var found = Option.empty[SerializedLambda]
    def look(closure: AnyRef): Option[SerializedLambda] =
      enableReplaceObject(true): Unit
      writeObject(closure)
      found
    override def replaceObject(o: Object | Null): Object | Null =
      o match
        case closure: SerializedLambda => found = Some(closure)
        case _ => ()
      null

  /** None if it is not serializable. */
  def of(closure: AnyRef): Option[SerializedLambda] = (new Writing).look(closure)

  def captured(closure: Object, index: Int): Object | Null = of(closure).map(_.getCapturedArg(index)).orNull

  /** From a closure to the value that it captured. */
  def reader(index: Int): MethodHandle =
    val read = MethodHandles.lookup().bind(
      this,
      "captured",
      MethodType.methodType(classOf[Object], classOf[Object], classOf[Int])
    )
    MethodHandles.insertArguments(read, 1, Integer.valueOf(index))
end SerializedClosure
