package subjects

import eddy.state.{Mode, SharedMap}

import subjects.Expected.*

/** The forms that a callback can have. */
object ShapeCases:
  private def map() = SharedMap[String, Int]()

  val all: List[Case] = List(
    Case(
      "a trait with one method, serializable",
      a =>
        val m = map()
        a.sam((q, _) => m.put(q.path, 1))
        exactly(writes(m))
    ),
    Case(
      "a trait with one method, not serializable",
      a =>
        val m = map()
        a.plain((q, _) => m.put(q.path, 1))
        exactly(writes(m))
    ),
    Case(
      "a Runnable",
      a =>
        val m = map(); a.run(() => m.put("x", 1)); exactly(writes(m))
    ),
    Case(
      "a partial function",
      a =>
        val m = map()
        a.pf { case r if r.path == "x" => m.put(r.path, 1) }
        exactly(writes(m))
    ),
    Case(
      "a context function",
      a =>
        val m = map()
        a.ctx { m.put(summon[Request].path, 1); summon[Response].end("ok") }
        exactly(writes(m))
    ),
    Case(
      "a method",
      a =>
        def h(r: Request): Unit = Obj.n += r.path.length
        a.on(h)
        exactly(Static("subjects.Obj$", "n", Mode.Writes))
    ),
    Case(
      "an anonymous class",
      a =>
        val m = map()
        a.sam(new Handler:
          def handle(q: Request, s: Response): Unit = m.put(q.path, 1))
        exactly(writes(m))
    ),
    Case(
      "an anonymous class of the application's own trait",
      a =>
        val m = map()
        a.plain(new PlainHandler:
          def handle(q: Request, s: Response): Unit = m.put(q.path, 1))
        exactly(writes(m))
    ),
    Case(
      "a by-name block",
      a =>
        val m = map(); a.nextTick { m.put("x", 1) }; exactly(writes(m))
    ),
    Case(
      "a function of two arguments",
      a =>
        val m = map(); a.get("/")((q, _) => m.put(q.path, 1)); exactly(writes(m))
    ),
    Case(
      "a partially applied function",
      a =>
        val m = map()
        def h(m: SharedMap[String, Int])(r: Request): Unit = m.put(r.path, 1)
        a.on(h(m))
        exactly(writes(m))
    ),
    Case(
      "placeholder syntax",
      a =>
        val m = map(); a.on(_.path.foreach(c => m.put(c.toString, 1))); exactly(writes(m))
    )
  )
end ShapeCases
