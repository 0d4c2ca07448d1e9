package eddy.remote.internal.schema

/** The numbers from 0 in disjoint classes, which are split. It is Valmari's refinable partition: marking a
  * number takes constant time, a split takes as long as there are marked numbers.
  *
  * @param initial the class of each number, from 0
  */
private[schema] final class Partition(initial: Array[Int], initialCount: Int):
  private val size = initial.length
  private val classes = initial.clone
  // the members of class c are order(begins(c)) until order(ends(c)), the marked ones first
  private val order = new Array[Int](size)
  private val places = new Array[Int](size)
  private val begins = new Array[Int](size)
  private val ends = new Array[Int](size)
  private val marked = new Array[Int](size)
  private val touched = new Array[Int](size)
  private var touchedCount = 0
  private var classCount = initialCount
  for c <- initial do ends(c) += 1
  for c <- 1 until initialCount do
    begins(c) = ends(c - 1)
    ends(c) += begins(c)
  for i <- initial.indices do
    val c = initial(i)
    // counts the members that are in place, up to the end of this loop
    put(i, begins(c) + marked(c))
    marked(c) += 1
  java.util.Arrays.fill(marked, 0)

  def count: Int = classCount

  def classOf(i: Int): Int = classes(i)

  def sizeOf(c: Int): Int = ends(c) - begins(c)

  /** The member of number `i` of class `c`. */
  def member(c: Int, i: Int): Int = order(begins(c) + i)

  def mark(i: Int): Unit =
    val c = classes(i)
    val to = begins(c) + marked(c)
    if places(i) >= to then
      if marked(c) == 0 then
        touched(touchedCount) = c
        touchedCount += 1
      put(order(to), places(i))
      put(i, to)
      marked(c) += 1

  /** Separates the marked members of each class from the others. The smaller part becomes a new class, which
    * `made` receives.
    */
  def split(made: Int => Unit): Unit =
    for i <- 0 until touchedCount do
      val c = touched(i)
      val middle = begins(c) + marked(c)
      marked(c) = 0
      if middle < ends(c) then
        val fresh = classCount
        classCount += 1
        if middle - begins(c) <= ends(c) - middle then
          begins(fresh) = begins(c)
          ends(fresh) = middle
          begins(c) = middle
        else
          begins(fresh) = middle
          ends(fresh) = ends(c)
          ends(c) = middle
        for at <- begins(fresh) until ends(fresh) do classes(order(at)) = fresh
        made(fresh)
    touchedCount = 0

  private def put(i: Int, place: Int): Unit =
    order(place) = i
    places(i) = place
end Partition
