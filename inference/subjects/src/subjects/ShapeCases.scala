package subjects

import eddy.state.{AccessKind, SharedMap}

import subjects.Expected.*
import subjects.Given.writing

/** The forms that a handler can have. */
object ShapeCases:
  val all: List[Case] = List(
    writing("a trait with one method, serializable")((a, m) => a.sam((q, _) => m.put(q.path, 1))),
    writing("a trait with one method, not serializable")((a, m) => a.plain((q, _) => m.put(q.path, 1))),
    writing("a Runnable")((a, m) => a.run(() => m.put("x", 1))),
    writing("a partial function")((a, m) => a.pf { case r if r.path == "x" => m.put(r.path, 1) }),
    writing("a context function")((a, m) =>
      a.ctx { m.put(summon[Request].path, 1); summon[Response].end("ok") }
    ),
    Case(
      "a method",
      a =>
        def h(r: Request): Unit = Obj.n += r.path.length
        a.on(h)
        exactly(Static("subjects.Obj$", "n", AccessKind.Writes))
    ),
    writing("an anonymous class")((a, m) =>
      a.sam(new Handler:
        def handle(q: Request, s: Response): Unit = m.put(q.path, 1))
    ),
    writing("an anonymous class of the application's own trait")((a, m) =>
      a.plain(new PlainHandler:
        def handle(q: Request, s: Response): Unit = m.put(q.path, 1))
    ),
    writing("a by-name block")((a, m) => a.nextTick { m.put("x", 1) }),
    writing("a function of two arguments")((a, m) => a.get("/")((q, _) => m.put(q.path, 1))),
    writing("a partially applied function"): (a, m) =>
      def h(m: SharedMap[String, Int])(r: Request): Unit = m.put(r.path, 1)
      a.on(h(m))
    ,
    writing("placeholder syntax")((a, m) => a.on(_.path.foreach(c => m.put(c.toString, 1))))
  )
end ShapeCases
