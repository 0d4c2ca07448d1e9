package subjects

import eddy.actor.{ActorRef, Behavior, actor, ask, react, stop}
import eddy.runtime.Engine
import eddy.state.{AccessKind, SharedMap}

import scala.collection.mutable
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Await, ExecutionContext, Future}

import subjects.Expected.*
import subjects.Given.map

/** Code that runs elsewhere than in the handler, and code that nobody can follow. */
object ThreadCases:
  val all: List[Case] = List(
    Case(
      "a Future",
      a =>
        val m = map()
        import ExecutionContext.Implicits.global
        a.on(_ => Future { m.put("x", 1) })
        detached(writes(m))
    ),
    Case(
      "a Future that the callback waits for",
      a =>
        val m = map()
        import ExecutionContext.Implicits.global
        a.on(_ => println(Await.result(Future { m.put("x", 1) }, 5.seconds)))
        detached(writes(m))
    ),
    Case(
      "a Future that continues with another, and what the handler does with its result",
      a =>
        val (m, till) = (map(), Till())
        import ExecutionContext.Implicits.global
        a.on: _ =>
          val later = Future { m.put("x", 1) }.flatMap(_ => Future(till))
          println(Await.result(later, 5.seconds).add(1))
        Verdict(List(writesAny(classOf[Till])), List(writes(m)))
    ),
    Case(
      "a task of an executor that the handler waits for",
      a =>
        val m = map()
        val pool = java.util.concurrent.ForkJoinPool.commonPool()
        a.on(_ => println(pool.submit(() => m.put("x", 1)).get))
        detached(writes(m))
    ),
    Case(
      "what follows a future that may be complete, on the thread that says so",
      a =>
        val m = map()
        val here: ExecutionContext = ExecutionContext.parasitic
        a.on(r => Future.successful(r.path).foreach(s => m.put(s, 1))(using here))
        Verdict(List(writes(m)), List(writes(m)))
    ),
    Case(
      "the same of Java's",
      a =>
        val m = map()
        a.on: r =>
          java.util.concurrent.CompletableFuture.completedFuture(r.path).thenAccept(s => m.put(s, 1)): Unit
        Verdict(List(writes(m)), List(writes(m)))
    ),
    Case(
      "a Thread",
      a =>
        var n = 0; a.on(_ => Thread(() => n += 1).start()); detached(Variable(AccessKind.Writes))
    ),
    Case(
      "a variable in a parallel stream",
      a =>
        var n = 0
        val list = java.util.List.of(1, 2)
        a.on(_ => list.parallelStream.forEach(_ => n += 1))
        Verdict(List(Variable(AccessKind.Writes)), List(Variable(AccessKind.Writes)))
    ),
    Case(
      "a variable in a stream made parallel late",
      a =>
        var n = 0
        val list = java.util.List.of(1, 2)
        a.on { _ =>
          val counting = list.stream.map(_ => n += 1)
          println(counting.parallel.count)
        }
        Verdict(List(Variable(AccessKind.Writes)), List(Variable(AccessKind.Writes)))
    ),
    Case(
      "a blocking section",
      a =>
        val m = map()
        a.on(_ => Engine.blocking(m.put("x", 1)))
        exactly(writes(m))
    ),
    Case(
      "an event given to the engine",
      a =>
        val m = map()
        a.on(_ => Later.engine.execute(() => m.put("x", 1)))
        detached(writes(m))
    ),
    Case(
      "an Executor",
      a =>
        val m = map()
        val pool: java.util.concurrent.Executor = java.util.concurrent.ForkJoinPool.commonPool()
        a.on(_ => pool.execute(() => m.put("x", 1)))
        detached(writes(m))
    ),
    Case(
      "reflection",
      a =>
        val m = map()
        a.on(_ => classOf[SharedMap[?, ?]].getMethods.head.invoke(m))
        exactly(Everything("reflection"))
    ),
    Case(
      "a structural type",
      a =>
        import reflect.Selectable.reflectiveSelectable
        val m: AnyRef { def size: Int } = map()
        a.on(_ => println(m.size))
        exactly(Everything("reflection"))
    ),
    Case(
      "an actor that is started, and what it does",
      a =>
        val m = map()
        a.on(r => counting(r.path.length, m) ! Count.Add(1))
        // each operation of a shared object is safe alone
        stateless
    ),
    Case(
      "an actor that calls what it was given, over and over",
      a =>
        val m = map()
        a.on { _ =>
          val _ = actorOf: () =>
            transWrites(m, "x")
        }
        stateless
    ),
    Case(
      "a question to an actor out of a map",
      a =>
        val m = map()
        val counters = SharedMap[String, ActorRef[Count]]()
        a.on: r =>
          given eddy.actor.ActorSystem = Later.actors
          counters.get(r.path).foreach: c =>
            val _ = c.ask[Int](1.second)(to =>
              m.put("asked", 1)
              Count.Get(to)
            )
        exactly(reads(counters), writes(m))
    ),
    Case(
      "a variable that an actor captured",
      a =>
        var n = 0
        a.on { _ =>
          val _ = actorOf(() => n += 1)
        }
        detached(Variable(AccessKind.Writes))
    ),
    Case(
      "a function made of others that an actor captured",
      a =>
        var n = 0
        a.on { _ =>
          val count: Int => Int = k =>
            n += k
            n
          val often = count.andThen(count).andThen(count)
          val _ = actorOf(() => println(often(1)))
        }
        detached(Variable(AccessKind.Writes))
    ),
    Case(
      "a plain collection that an actor captured",
      a =>
        val seen = mutable.HashSet[String]()
        a.on { r =>
          val _ = actorOf(() => seen += r.path)
        }
        detached(writes(seen))
    ),
    Case(
      "a variable of the object that starts an actor",
      a =>
        val starter = Starter(a)
        starter.register()
        detached(writes(starter))
    ),
    Case(
      "a collection that the handler made for an actor",
      a =>
        a.on { r =>
          val seen = mutable.HashSet[String]()
          val _ = actorOf(() => seen += r.path)
        }
        stateless
    )
  )

  private enum Count:
    case Add(n: Int)
    case Get(to: ActorRef[Int])

  private def counting(start: Int, m: SharedMap[String, Int]): ActorRef[Count] =
    given eddy.actor.ActorSystem = Later.actors
    actor[Count]:
      def counted(n: Int): Behavior[Count] = react:
        case Count.Add(k) =>
          val _ = m.put("count", n + k)
          counted(n + k)
        case Count.Get(to) =>
          to ! n
          counted(n)
      counted(start)

  private inline def actorOf(inline work: () => Unit): ActorRef[String] =
    given eddy.actor.ActorSystem = Later.actors
    actor[String]:
      def working(): Behavior[String] = react:
        case _ =>
          work()
          working()
      working()

  private class Starter(app: App):
    private var started = 0
    def register(): Unit = app.on: _ =>
      given eddy.actor.ActorSystem = Later.actors
      val _ = actor[String]:
        count()
        react { case _ => stop }
    private def count(): Unit = started += 1
end ThreadCases
