package subjects

import subjects.Expected.*
import subjects.Given.map

/** Arrays that a handler makes, of arrays too, and what they share with those that they are copies of. */
object ArrayCases:
  enum Shape(val name: String):
    case Round extends Shape("round")
    case Square extends Shape("square")

  val all: List[Case] = List(
    Case(
      "an array of arrays, its rows exchanged",
      a =>
        a.on: r =>
          val rows = Array.ofDim[Double](4, 4)
          rows(1)(2) = r.path.length
          val row = rows(0)
          rows(0) = rows(1)
          rows(1) = row
          println(rows.map(_.sum).sum)
        stateless
    ),
    Case(
      "an array of arrays, filled",
      a =>
        a.on: r =>
          val rows = Array.fill(4)(Array.tabulate(4)(_ + r.path.length))
          for row <- rows do row(1) += row(0)
          println(rows.map(_.sum).sum)
        stateless
    ),
    Case(
      "an array filled with what is shared",
      a =>
        val m = map()
        a.on(_ => Array.fill(2)(m).foreach(_.put("k", 1)))
        exactly(writes(m))
    ),
    Case(
      "an array made of a list of what is shared",
      a =>
        val ms = List(map())
        a.on(_ => ms.toArray.foreach(_.put("k", 1)))
        exactly(ms.map(writes)*)
    ),
    Case(
      "rows copied into an array of the handler's own",
      a =>
        a.on: r =>
          val (from, to) = (Array.fill(2)(Array.tabulate(2)(_ + r.path.length)), Array.ofDim[Int](2, 2))
          for i <- 0 until 2 do System.arraycopy(from(i), 0, to(i), 0, 2)
          to(0)(0) += 1
          println(to.map(_.sum).sum)
        stateless
    ),
    Case(
      "shared objects copied into an array of the handler's own",
      a =>
        val ms = Array(map())
        a.on: _ =>
          val own = new Array[eddy.state.SharedMap[String, Int]](1)
          System.arraycopy(ms, 0, own, 0, 1)
          own(0).put("k", 1)
        exactly(writes(ms), writesAny(classOf[eddy.state.SharedMap[?, ?]]))
    ),
    Case(
      "a mapped array",
      a =>
        val m = map()
        a.on(r => Array(r.path).map(_ => m).foreach(_.put("k", 1)))
        exactly(writes(m))
    ),
    Case(
      "the cases of an enum",
      a =>
        a.on(r => println(Shape.values.find(_.name == r.path)))
        exactly(reads(Shapes.all))
    ),
    Case(
      "a copy of a captured array, written",
      a =>
        val xs = new Array[Int](4)
        a.on: _ =>
          val own = xs.clone()
          own(0) += 1
          println(own.sum)
        exactly(reads(xs))
    ),
    Case(
      "a copy of a captured array, made by the library, written",
      a =>
        val xs = new Array[Int](4)
        a.on: _ =>
          val own = java.util.Arrays.copyOf(xs, 5).nn
          own(0) += 1
          println(own.sum)
        exactly(reads(xs))
    ),
    Case(
      "the rows of a copied array of arrays are not copies",
      a =>
        val rows = Array.ofDim[Int](2, 2)
        a.on(_ => rows.clone()(0)(0) += 1)
        exactly(reads(rows), writesAny(classOf[Array[Int]]))
    ),
    Case(
      "an element of a copied array is not a copy",
      a =>
        val ms = Array(map())
        a.on(_ => ms.clone()(0).put("k", 1))
        exactly(reads(ms), writesAny(classOf[eddy.state.SharedMap[?, ?]]))
    )
  )

  private object Shapes:
    /** The array of which each call of `values` returns a copy. */
    val all: AnyRef =
      val field = Shape.getClass.getDeclaredFields.find(_.getName == "$values").get
      field.setAccessible(true)
      field.get(Shape)
end ArrayCases
