package eddy.inference.internal.context

import eddy.inference.internal.bytecode.MethodName
import eddy.inference.internal.heap.{AbstractObject, AbstractValue}

import scala.collection.mutable

/** What the handler's own objects refer to, by the place that makes them. Only grows. */
private[inference] final class Heap(tasks: FixpointSolver):
  import Heap.*

  private final class Site:
    val fields = mutable.LinkedHashMap[String, SolverCell[AbstractValue]]()
    val escaped = SolverCell(false)
    def field(name: String): SolverCell[AbstractValue] =
      fields.getOrElseUpdate(name, SolverCell(AbstractValue.none))

  private val sites = mutable.ArrayBuffer[Site]()
  private val numbers = mutable.HashMap[Spot, Int]()
  private val parallel = SolverCell(false)

  /** The number of a place in the code: for a call of library code, of a constructor reference, of an
    * allocation.
    */
  def site(method: MethodName, instruction: Int): Int =
    numbers.getOrElseUpdate(
      Spot(method, instruction), {
        sites += Site()
        sites.size - 1
      }
    )

  def get(site: Int, field: String): AbstractValue = tasks.read(sites(site).field(field))
  def elements(site: Int): AbstractValue = get(site, Elements)
  def add(site: Int, element: AbstractValue): Unit = put(site, Elements, element)

  def put(site: Int, field: String, value: AbstractValue): Unit = if !value.isEmpty then
    val fact = sites(site).field(field)
    val before = fact.value
    val after = before | value
    if (after ne before) && after != before then
      tasks.write(fact, after)
      if sites(site).escaped.value then escape(value)

  /** The handler has made a stream parallel: any of its streams may be that one. */
  def isParallel: Boolean = tasks.read(parallel)
  def goParallel(): Unit = if !parallel.value then tasks.write(parallel, true)

  def isEscaped(site: Int): Boolean = tasks.read(sites(site).escaped)

  /** From now on others may see it without a lock that this handler holds: it passes through a concurrent
    * collection or to another thread. So may everything that it refers to.
    */
  def escape(value: AbstractValue): Unit = escape(value, _ => false)

  /** The same without objects of the classes that guard themselves; their contents escape. */
  def escape(value: AbstractValue, guardsItself: String => Boolean): Unit =
    val opaque = mutable.HashSet[Int]()
    def each(v: AbstractValue): Unit = v.objects.foreach:
      case AbstractObject.Made(c, site) if guardsItself(c) =>
        if opaque.add(site) then each(elements(site))
      case AbstractObject.Made(_, site) =>
        val seen = sites(site).escaped
        if !seen.value then
          tasks.write(seen, true)
          sites(site).fields.values.foreach(f => each(f.value))
      case AbstractObject.Closure(_, _, captured) => captured.foreach(each)
      case _ => ()
    each(value)
end Heap

private[inference] object Heap:
  /** Stands for all elements of a container or array. */
  private val Elements = "*"

  private final case class Spot(method: MethodName, instruction: Int):
    override def hashCode: Int = method.hashCode * 31 + instruction
