package eddy.inference

/** A handler that runs code of [[KeptModel]], and one that does not. Prints how many were analysed. */
object KeptPlaces:
  def main(arguments: Array[String]): Unit =
    val model = KeptModel()
    val handlers = List[() => Unit](() => println(model.count()), () => println("here"))
    handlers.foreach(h => println(Inference.explain("handler" -> h)))
    println(s"analysed ${Inference.analyses}")

/** A class that [[KeptSummariesSuite]] moves to a jar of its own. */
final class KeptModel:
  private var counted = 0
  def count(): Int =
    counted += 1
    counted
