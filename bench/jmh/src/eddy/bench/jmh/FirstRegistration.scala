package eddy.bench.jmh

import eddy.inference.Inference
import eddy.state.SharedMap

/** What the first handlers of a program cost, each of a class of its own, in a JVM that has just started:
  * `./mill bench.jmh.runMain eddy.bench.jmh.FirstRegistration`. Later classes show what warm code needs.
  */
object FirstRegistration:
  private val map = SharedMap[String, Int]()
  private var count = 0

  private def callbacks: List[(String, () => Unit)] = List(
    "a global map" -> (() =>
      val _ = map.put("a", 1)
    ),
    "another" -> (() =>
      val _ = map.remove("a")
    ),
    "a variable" -> (() => count += 1),
    "library code" -> (() => println(List(3, 1, 2).sorted.map(_ * 2).mkString(map.size.toString))),
    "more library code" -> (() => println("a b".split(" ").toList.groupBy(_.length).toList.sortBy(_(0)))),
    "a match" -> (() =>
      map.get("x") match
        case Some(1) => println("one");
        case _ => count += 1
    ),
    "a loop" -> (() =>
      var i = 0;
      while i < 10 do
        i += 1; val _ = map.put("x", i)
    ),
    "the last" -> (() =>
      val _ = map.put("x", map.getOrElse("y", count))
    )
  )

  def main(args: Array[String]): Unit =
    for (name, callback) <- callbacks do
      val start = System.nanoTime()
      val locks = Inference.lockSet(callback)
      println(f"${(System.nanoTime() - start) / 1e6}%8.2f ms  $name: $locks")
end FirstRegistration
