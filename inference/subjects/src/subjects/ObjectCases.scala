package subjects

import eddy.state.{AccessKind, SharedCounter, SharedMap, SharedRef}

import scala.collection.mutable

import subjects.Expected.*
import subjects.Given.map

/** Where the objects that a handler touches come from. */
object ObjectCases:
  val all: List[Case] = List(
    Case(
      "a captured map that is read",
      a =>
        val m = map(); a.on(r => println(m.get(r.path))); exactly(reads(m))
    ),
    Case(
      "a captured map that is read and written",
      a =>
        val m = map()
        a.on { r => if !m.contains(r.path) then m.put(r.path, 1) }
        exactly(writes(m))
    ),
    Case(
      "a top-level val",
      a =>
        a.on(r => topMap.put(r.path, 1)); exactly(writes(topMap))
    ),
    Case(
      "a val of an object",
      a =>
        a.on(r => println(Obj.map.get(r.path))); exactly(reads(Obj.map))
    ),
    Case(
      "a val of a class",
      a =>
        val s = Service(a); s.fieldCb(); exactly(writes(s.own))
    ),
    Case(
      "two maps",
      a =>
        val (x, y) = (map(), map())
        a.on(r => y.put(r.path, x.getOrElse("k", 0)))
        exactly(writes(y), reads(x))
    ),
    Case(
      "a map chosen by an if",
      a =>
        val (x, y) = (map(), map())
        a.on { r =>
          val m = if r.path == "a" then x else y; m.put("k", 1)
        }
        exactly(writes(x), writes(y))
    ),
    Case(
      "a map out of an immutable List",
      a =>
        val l = List(map(), map())
        a.on(r => l(r.path.length % 2).put("k", 1))
        exactly(l.map(writes)*)
    ),
    Case(
      "a map out of an immutable Map",
      a =>
        val l = Map("a" -> map())
        a.on(r => l(r.path).put("k", 1))
        exactly(writes(l("a")))
    ),
    Case(
      "a map out of a mutable HashMap",
      a =>
        val l = mutable.HashMap("a" -> map())
        a.on(r => l(r.path).put("k", 1))
        exactly(reads(l), writesAny(classOf[SharedMap[?, ?]]))
    ),
    Case(
      "a map out of a shared map",
      a =>
        val l = SharedMap[String, SharedMap[String, Int]]()
        a.on(r => l(r.path).put("k", 1))
        exactly(reads(l), writesAny(classOf[SharedMap[?, ?]]))
    ),
    Case(
      "a captured local variable",
      a =>
        var counter = 0; a.on(_ => counter += 1); exactly(Variable(AccessKind.Writes))
    ),
    Case(
      "a variable of an object",
      a =>
        a.on(_ => Obj.n += 1); exactly(Static("subjects.Obj$", "n", AccessKind.Writes))
    ),
    Case(
      "a private variable of a class",
      a =>
        val s = Service(a); s.varCb(); exactly(writes(s))
    ),
    Case(
      "a lazy val that is initialised",
      a =>
        val m = Obj.lz
        a.on(r => Obj.lz.put(r.path, 1))
        exactly(writes(m))
    ),
    Case(
      "a lazy val that is not",
      a =>
        a.on(r => Fresh.never.put(r.path, 1))
        exactly(writesAny(classOf[SharedMap[?, ?]])).later
    ),
    Case(
      "a lazy val that is not, with effects",
      a =>
        a.on(_ => println(FreshEffect.number))
        exactly(writes(Obj.map)).later
    ),
    Case(
      "a lazy val of a class that is not",
      a =>
        val s = Service(a)
        s.lazyCb()
        exactly(writesAny(classOf[SharedMap[?, ?]])).later
    ),
    Case(
      "a local lazy val that is not",
      a =>
        lazy val l = map()
        a.on(_ => l.put("x", 1))
        exactly(writesAny(classOf[SharedMap[?, ?]])).later
    ),
    Case(
      "a variable that holds a map",
      a =>
        val s = Service(a); s.varMap(); exactly(reads(s), writes(s.swap))
    ),
    Case(
      "a variable that holds a map, which the handler replaces",
      a =>
        val s = Service(a)
        s.varMapSet()
        exactly(writes(s), writesAny(classOf[SharedMap[?, ?]]))
    ),
    Case(
      "a captured variable that holds a map",
      a =>
        var m = map()
        val first = m
        a.on(_ => m.put("x", 1))
        if a.registered.isEmpty then m = map()
        exactly(Variable(AccessKind.Reads), writes(first))
    ),
    Case(
      "a variable that holds a function",
      a =>
        val s = Service(a)
        s.lambdaCb()
        exactly(reads(s), Everything("passes on a function value that is not known before the call"))
    ),
    Case(
      "a session out of a map",
      a =>
        val m = SharedMap[String, Session]()
        a.on(r => m.get(r.path).foreach(s => s.count += 1))
        exactly(reads(m), writesAny(classOf[Session]))
    ),
    Case(
      "a session that the handler makes and publishes",
      a =>
        val m = SharedMap[String, Session]()
        a.on { r =>
          val s = Session(r.path); s.count = 1; m.put(r.path, s); s.count += 1
        }
        exactly(writes(m))
    ),
    Case(
      "a session published by a concurrent map, then changed",
      a =>
        val m = java.util.concurrent.ConcurrentHashMap[String, Session]()
        a.on { r =>
          val s = Session(r.path); m.put("x", s); s.count += 1
        }
        exactly(writesAny(classOf[Session]))
    ),
    Case(
      "what others may have put into an escaped session",
      a =>
        val m = java.util.concurrent.ConcurrentHashMap[String, Session]()
        a.on { r =>
          val s = Session(r.path); m.put("x", s); s.notes.put("k", 1)
        }
        exactly(
          AnyOf(classOf[Session], AccessKind.Reads),
          writes(topMap),
          writesAny(classOf[SharedMap[?, ?]])
        )
    ),
    Case(
      "a session out of a concurrent map",
      a =>
        val m = java.util.concurrent.ConcurrentHashMap[String, Session]()
        m.put("x", Session("x"))
        a.on(_ => m.get("x").count += 1)
        exactly(writesAny(classOf[Session]))
    ),
    Case(
      "a session that hangs in two maps",
      a =>
        val (m, n) = (SharedMap[String, Session](), SharedMap[String, Session]())
        a.on { r =>
          val s = if r.path == "" then m("a") else n("a"); s.count += 1
        }
        exactly(reads(m), reads(n), writesAny(classOf[Session]))
    ),
    Case(
      "a captured session of a derived class",
      a =>
        val s: Session = VipSession("v")
        a.on(_ => s.count += 1)
        exactly(writes(s))
    ),
    Case(
      "a counter",
      a =>
        val n = SharedCounter(); a.on(_ => n += 1); exactly(commutes(n))
    ),
    Case(
      "a counter that is also read",
      a =>
        val n = SharedCounter()
        a.on { _ =>
          n += 1; println(n.value)
        }
        exactly(commutes(n), reads(n))
    ),
    Case(
      "val and var of a trait",
      a =>
        val s = HasState()
        a.on { _ =>
          s.st.put("a", 1); s.bump()
        }
        exactly(writes(s.st), writes(s))
    ),
    Case(
      "a tuple taken apart",
      a =>
        val t = (map(), 3)
        a.on { _ =>
          val (x, n) = t; x.put("a", n)
        }
        exactly(writes(t(0)))
    ),
    Case(
      "an Option",
      a =>
        val o = Option(map()); a.on(_ => o.foreach(_.put("a", 1))); exactly(writes(o.get))
    ),
    Case(
      "a map that the handler makes",
      a =>
        a.on { _ =>
          val m = map(); m.put("a", 1); println(m.get("a"))
        }
        stateless
    ),
    Case(
      "an exception that carries a map",
      a =>
        val m = map()
        a.on { _ =>
          try throw Carry(m)
          catch case c: Carry => c.m.put("x", 1)
        }
        exactly(writesAny(classOf[SharedMap[?, ?]]))
    ),
    Case(
      "a handler registered by the initialiser of an object",
      a =>
        Early.app = a
        println(Early2.x)
        // an object is initialised once only
        if a.registered.isEmpty then a.on(Early2.callback)
        exactly(writes(Early2.mp))
    ),
    Case(
      "a cell changed by a function of another map",
      a =>
        val (m, cell) = (map(), SharedRef(0))
        a.on(_ => cell.update(x => x + m.getOrElse("k", 0)))
        exactly(writes(cell), reads(m))
    )
  )
end ObjectCases
