package eddy.inference

import java.util.concurrent.ConcurrentLinkedQueue
import scala.jdk.CollectionConverters.*

import subjects.{App, Cases, Request, Session}

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

/** Prints which of its handlers change variables where no lock protects them, as a start does. */
object KeptDoubts:
  def main(arguments: Array[String]): Unit =
    val doubts = ConcurrentLinkedQueue[String]()
    val handlers = KeptDoubts()
    val all = Seq("own" -> handlers.own, "registered" -> handlers.registered)
    val read = Inference.prepare(all, why => doubts.add(why): Unit)
    read.foreach(_.join: Unit)
    doubts.asScala.toList.sorted.foreach(println)
    println(s"analysed ${Inference.analyses}")

final class KeptDoubts:
  private val mine = Session("mine")
  private val app = App()
  val own: AnyRef = (_: Request) => Thread(() => mine.count += 1).start()
  val registered: AnyRef = (_: Request) => app.nextTick(Thread(() => mine.count += 1).start())
