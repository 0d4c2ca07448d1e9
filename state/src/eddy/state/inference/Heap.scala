package eddy.state.inference

import scala.collection.mutable

/** What the callback's own objects refer to, by the place that makes them. Only grows; [[changed]] says whether it did. */
private[inference] final class Heap:
  private val fields = mutable.HashMap[(Int, String), Value]()
  private val escaped = mutable.HashSet[Int]()
  private val sites = mutable.HashMap[(MethodName, Int), Int]()
  private var grown = false
  private var parallel = false

  /** The number of a place in the code: for a call of library code, of a constructor reference, of an allocation. */
  def site(method: MethodName, instruction: Int): Int =
    sites.getOrElseUpdate((method, instruction), sites.size)

  def changed: Boolean = grown
  def settle(): Unit = grown = false
  def change(): Unit = grown = true

  def get(site: Int, field: String): Value = fields.getOrElse((site, field), Value.none)
  def elements(site: Int): Value = get(site, Heap.Elements)
  def add(site: Int, element: Value): Unit = put(site, Heap.Elements, element)

  def put(site: Int, field: String, value: Value): Unit = if !value.isEmpty then
    val before = get(site, field)
    val after = before | value
    if after != before then
      fields((site, field)) = after
      grown = true
      if escaped(site) then escape(value)

  /** The callback has made a stream parallel: any of its streams may be that one. */
  def isParallel: Boolean = parallel
  def goParallel(): Unit = if !parallel then
    parallel = true
    grown = true

  def isEscaped(site: Int): Boolean = escaped(site)

  /** From now on others may see it without a lock that this callback holds: it passes through a concurrent collection or
    * to another thread. So may everything that it refers to.
    */
  def escape(value: Value): Unit = value.atoms.foreach:
    case Atom.Made(_, site) => if escaped.add(site) then
        grown = true
        fields.toList.foreach { case ((s, _), v) => if s == site then escape(v) }
    case Atom.Closure(_, _, captured) => captured.foreach(escape)
    case _ => ()
end Heap

private[inference] object Heap:
  /** Stands for all elements of a container or array. */
  private val Elements = "*"
