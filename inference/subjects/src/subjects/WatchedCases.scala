package subjects

import scala.collection.mutable

/** Handlers for which a test holds the wrong locks, to see whether that is noticed. */
final class WatchedCases:
  private final class Visits(var count: Int)

  private var total = 0
  private var countedLong = 0L
  private val visits = Visits(0)
  private val names = mutable.ArrayBuffer[String]()
  private val byName = java.util.HashMap[String, String]()
  private val places = new Array[Int](4)

  val writesOwn: String => Unit = _ => total += 1
  val writesLong: String => Unit = _ => countedLong = 2
  val writesOther: String => Unit = _ => visits.count += 1
  val writesStatic: String => Unit = _ => WatchedCases.hits += 1
  val addsToBuffer: String => Unit = name => names += name
  val putsIntoMap: String => Unit = name => byName.put(name, name): Unit
  val writesArray: String => Unit = _ => places(0) = 1
  val reads: String => Unit = name => if name == s"$total" then println(name)
  val readsBuffer: String => Unit = name => if names.contains(name) then println(name)
  val capturesVariable: String => Unit =
    var seen = 0
    _ => seen += 1
  val capturesBuffer: String => Unit =
    val seen = mutable.ArrayBuffer[String]()
    name => seen += name
  val capturesArray: String => Unit =
    val seen = new Array[Int](2)
    _ => seen(1) = 1

  /** Needs no lock: all that it changes it has made. */
  val makesItsOwn: String => Unit = name =>
    var n = 0
    val mine = Visits(1)
    val all = mutable.ArrayBuffer.empty[String]
    val byLength = java.util.HashMap[Int, String]()
    List(name, "b").foreach: s =>
      n += s.length
      mine.count += n
      all += s
      byLength.put(s.length, s): Unit
    val copy = all.toArray
    copy(0) = s"$n"
    WatchedCases.Counting(3).more()

  val all: List[(String, String => Unit)] = List(
    "a variable of its object" -> writesOwn,
    "a long variable" -> writesLong,
    "a variable of another object" -> writesOther,
    "a variable of an object of the program" -> writesStatic,
    "a buffer in a val" -> addsToBuffer,
    "a map in a val" -> putsIntoMap,
    "an array in a val" -> writesArray,
    "a variable that it reads" -> reads,
    "a buffer that it reads" -> readsBuffer,
    "a captured variable" -> capturesVariable,
    "a captured buffer" -> capturesBuffer,
    "a captured array" -> capturesArray
  )
end WatchedCases

object WatchedCases:
  var hits = 0

  /** Assigns while it is constructed. */
  final class Counting(from: Int):
    private var n = 0
    start()
    private def start(): Unit = n = from
    def more(): Unit = n += 1

  /** Each case of [[Cases]] whose handler may be run: its handler, and what runs it. */
  def ofCases: List[(String, AnyRef, Runnable)] =
    for c <- Cases.all yield
      val app = App()
      val _: Verdict = c.register(app)
      val handler = app.registered.last
      (c.name, handler, () => App.run(handler, "a"))
end WatchedCases
