package eddy.inference

import eddy.state.{SharedMap, Target}

import scala.util.Using

import subjects.{Holders, Item, MapStore, Request, Store}

/** Classes of one name that two class loaders have loaded. */
class LoadersSuite extends eddy.testing.PatientSuite:
  /** Has classes of its own, where its parent has others of these names. */
  private final class Own(names: Class[?]*) extends ClassLoader(getClass.getClassLoader):
    override def loadClass(name: String, resolve: Boolean): Class[?] =
      if !names.exists(_.getName == name) then super.loadClass(name, resolve)
      else
        val known = findLoadedClass(name)
        if known != null then known
        else
          val code = Using.resource(getResourceAsStream(s"${name.replace('.', '/')}.class"))(_.readAllBytes)
          defineClass(name, code, 0, code.length)

    def make(c: Class[?], arguments: AnyRef*): AnyRef =
      val again = loadClass(c.getName)
      assert(again ne c)
      again.getConstructors.head.newInstance(arguments*).asInstanceOf[AnyRef]

  private val map = SharedMap[String, Int]()
  private val here = Holders()

  // of this suite alone: what others have used such a handler for is known of its class
  private def saving(all: List[Store]): Request => Unit = r => all.foreach(_.save(r.path, 1))
  private def runsAlone(callback: AnyRef) =
    Inference.summary(callback).accesses.exists(_.target == Target.Everything)

  test("an object of a class that another loader has loaded is not taken for one of that name"):
    val store = Own(classOf[MapStore]).make(classOf[MapStore], map).asInstanceOf[Store]
    assert(!runsAlone(saving(List(MapStore(map)))))
    assert(runsAlone(saving(List(store))))
    assert(runsAlone(saving(List(MapStore(map), store))))

  test("nor is a function of such a class"):
    val there = Own(classOf[Holders]).make(classOf[Holders])
    val giving = there.getClass.getMethod("giving", classOf[Store]).invoke(there, MapStore(map))
    assert(!runsAlone(here.nested(here.giving(MapStore(map)))))
    assert(runsAlone(here.nested(giving.asInstanceOf[() => Store])))

  test("a key of such a class may be any entry"):
    val any = SharedMap[Any, Int]()
    def storing(key: Any): Request => Unit = _ => any(key) = 1
    def locked(key: Any) = Inference.lockSet(storing(key), null).claims.map(_.target).toSet
    val item = Own(classOf[Item]).make(classOf[Item], "a")
    assertEquals(locked(Item("a")), Set[Target](Target.Entry(any, Item("a"))))
    // its hashCode is not known either
    assertEquals(locked(item), Set[Target](Target.Shared(any), Target.Everything))
end LoadersSuite
