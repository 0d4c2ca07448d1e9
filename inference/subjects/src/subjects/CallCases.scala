package subjects

import eddy.state.{AccessKind, SharedMap}

import scala.collection.mutable

import subjects.Expected.*
import subjects.Given.map

/** How the code of a handler gets to the objects: calls, control flow, closures. */
object CallCases:
  val all: List[Case] = List(
    Case(
      "a method that calls a method that writes",
      a =>
        val m = map()
        a.on(r => transWrites(m, r.path))
        exactly(writes(m))
    ),
    Case(
      "recursion",
      a =>
        a.on(r => println(fib(r.path.length))); stateless
    ),
    Case(
      "mutual recursion",
      a =>
        val m = map(); a.on(_ => println(even(4, m))); exactly(writes(m))
    ),
    Case(
      "an interface, the instance captured",
      a =>
        val m = map()
        val s: Store = MapStore(m)
        a.on(r => s.save(r.path, 1))
        exactly(writes(m))
    ),
    Case(
      "an interface, unknown, with one implementation",
      a =>
        val m = SharedMap[String, OneImpl]()
        a.on(r => m("x").go(r.path))
        exactly(reads(m), writes(topMap))
    ),
    Case(
      "an interface, unknown, with two implementations",
      a =>
        val m = SharedMap[String, Shape]()
        a.on(r => println(m("x").area(r.path)))
        exactly(reads(m), writesAny(classOf[SharedMap[?, ?]]))
    ),
    Case(
      "an overriding method",
      a =>
        val b: Base = Derived(map())
        a.on(r => println(b.act(r.path)))
        exactly(writes(b.m))
    ),
    Case(
      "a closure given to foreach",
      a =>
        val m = map()
        a.on(_ => List("a", "b").foreach(x => m.put(x, 1)))
        exactly(writes(m))
    ),
    Case(
      "a composed closure",
      a =>
        val m = map()
        val f: String => Unit = s => m.put(s, 1)
        val g = f.compose((r: Request) => r.path)
        a.on(r => g(r))
        exactly(writes(m))
    ),
    Case(
      "a captured list of closures",
      a =>
        val (m, n) = (map(), map())
        val fs = List[String => Unit](s => m.put(s, 1), s => n.put(s, 2))
        a.on(r => fs.foreach(_(r.path)))
        exactly(writes(m), writes(n))
    ),
    Case(
      "a closure out of a shared map",
      a =>
        val m = SharedMap[String, String => Unit]()
        a.on(r => m("x")(r.path))
        exactly(reads(m), Everything("calls a function value that is not known before the call"))
    ),
    Case(
      "a pattern match",
      a =>
        val m = SharedMap[String, Point]()
        a.on: r =>
          m.get(r.path) match
            case Some(Point(1, y)) => topMap.put("p", y)
            case Some(_) => ()
            case None => ()
        exactly(reads(m), writes(topMap))
    ),
    Case(
      "try, catch and finally",
      a =>
        val m = map()
        a.on: r =>
          try println(m(r.path))
          catch case _: NoSuchElementException => Obj.n += 1
          finally topMap.put("f", 1)
        exactly(reads(m), Static("subjects.Obj$", "n", AccessKind.Writes), writes(topMap))
    ),
    Case(
      "a for comprehension",
      a =>
        val (m, n) = (map(), map())
        a.on(_ => for x <- m.get("a"); y <- m.get("b") do n.put("s", x + y))
        exactly(reads(m), writes(n))
    ),
    Case(
      "an inline method",
      a =>
        val m = map(); a.on(r => inlined(m, r.path)); exactly(writes(m))
    ),
    Case(
      "a given",
      a =>
        a.on(r => viaGiven(r.path)); exactly(writes(topMap))
    ),
    Case(
      "an extension method",
      a =>
        val m = map(); a.on(r => m.bump(r.path)); exactly(writes(m))
    ),
    Case(
      "a nested nextTick, outer part",
      a =>
        val m = map()
        a.get("/")((q, s) =>
          if m.contains("x") then s.end("hit") else a.nextTick { m.put(q.path, 1); s.end("miss") }
        )
        exactly(reads(m))
    ),
    Case(
      "string interpolation",
      a =>
        val m = map()
        a.on(r => println(s"${r.path} -> ${m.get(r.path)} ${Point(1, 2)}"))
        exactly(reads(m))
    ),
    Case(
      "a block that another object's method is given by name",
      a =>
        val m = map()
        a.on(_ => println(m.getOrElseUpdate("k", { topMap.put("x", 1); 2 })))
        exactly(writes(m), writes(topMap))
    ),
    Case(
      "a loop over variables of the handler",
      a =>
        a.on: _ =>
          var i = 0
          var s = ""
          while i < 10 do
            s += i
            i += 1
          List(1).foreach(x => i += x)
          println(s)
        stateless
    ),
    Case(
      "an enum and a match on it",
      a =>
        val m = map()
        a.on: r =>
          (if r.path == "" then Color.Red else Color.Green) match
            case Color.Red => m.put("r", 1)
            case Color.Green => ()
        exactly(writes(m))
    ),
    Case(
      "a default argument",
      a =>
        val m = map(); a.on(_ => withDefault(m)()); exactly(writes(m))
    ),
    Case(
      "what a function of the framework returns",
      a =>
        a.registered += ((f: () => Session) => f().count += 1)
        exactly(writesAny(classOf[Session]))
    ),
    Case(
      "synchronized",
      a =>
        val lock = new Object
        a.on(_ => lock.synchronized { Obj.n += 1 })
        exactly(Static("subjects.Obj$", "n", AccessKind.Writes))
    ),
    Case(
      "a handler in a handler's own list",
      a =>
        val m = map()
        a.on: r =>
          val fs = mutable.ArrayBuffer[() => Unit]()
          fs += (() => m.put(r.path, 1))
          fs.foreach(_())
        exactly(writes(m))
    ),
    Case(
      "the same method on this thread and on another",
      a =>
        val m = map()
        a.on: r =>
          Thread(() => transWrites(m, "t")).start()
          transWrites(m, "t")
        Verdict(List(writes(m)), List(writes(m)))
    )
  )
end CallCases
