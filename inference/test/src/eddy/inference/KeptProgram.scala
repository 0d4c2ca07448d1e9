package eddy.inference

import subjects.{App, Cases}

/** Prints what its handlers touch, and how many of them were analysed for that. */
object KeptProgram:
  def main(arguments: Array[String]): Unit =
    val handlers = Cases.all.map: c =>
      val app = App()
      val _ = c.register(app)
      c.name -> app.registered.last
    val text = handlers.map((name, h) => Inference.explain(name -> h)).mkString("\n")
    // one closure of the JDK's is named by its address
    text.linesIterator.filterNot(_.contains("cannot be looked into")).foreach(println)
    println(s"analysed ${Inference.analyses}")
end KeptProgram
