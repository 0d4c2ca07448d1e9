package eddy.house

import eddy.testing.PatientSuite

class ForeignInternalSuite extends PatientSuite:
  private val web =
    Planted.module("web") -> Seq(Planted.classFile("web.internal.Part"), Planted.classFile("web.Server"))

  private def push(uses: String) = Planted.module("push") -> Seq(Planted.classFile("push.Channel", Seq(uses)))

  test("a reference to the internal package of another module is a finding"):
    val found = ForeignInternal(Map(web, push("web.internal.Part"))).references(Nil)
    assertEquals(found.map(f => (f.key, f.text)), Seq(("push", "push.Channel uses web.internal.Part")))

  test("a reference to another module's public type is fine"):
    assertEquals(ForeignInternal(Map(web, push("web.Server"))).references(Nil), Nil)

  test("a test may use the internal package of the module that it tests, and of no other"):
    def suite(name: String) = Seq(Planted.classFile(s"$name.ASuite", Seq("web.internal.Part")))
    val own = Planted.module("web.test", ModuleKind.Test) -> suite("web")
    val other = Planted.module("push.test", ModuleKind.Test) -> suite("push")
    assertEquals(ForeignInternal(Map(web, own, other)).references(Nil).map(_.key), Seq("push.test"))

  test("a test of a module without code may use the internal package of the module around it"):
    val empty = Planted.module("web.lincheck") -> Nil
    def suite(name: String) =
      Planted.module(
        name,
        ModuleKind.Test
      ) -> Seq(Planted.classFile(s"$name.ASuite", Seq("web.internal.Part")))
    assertEquals(ForeignInternal(Map(web, empty, suite("web.lincheck.test"))).references(Nil), Nil)
    val client = Planted.module("web.client") -> Seq(Planted.classFile("web.client.Client"))
    val found = ForeignInternal(Map(web, client, suite("web.client.test"))).references(Nil)
    assertEquals(found.map(_.key), Seq("web.client.test"))

  test("inlined code may use the package that is made for it, and no module may import that"):
    val inlined = Planted.module("actor") -> Seq(Planted.classFile("actor.internal.inlined.Spawn"))
    assertEquals(ForeignInternal(Map(inlined, push("actor.internal.inlined.Spawn"))).references(Nil), Nil)
    val source = Planted.source("push/src/Channel.scala", "import actor.internal.inlined.Spawn\n")
    assertEquals(ForeignInternal(Map(inlined)).imports(Seq(source), Nil).map(_.key), Seq("push"))

  test("an import that leaves no trace in a class file is a finding"):
    val source = Planted.source("push/src/Channel.scala", "import web.internal.{Part, Limits as L}\n")
    val found = ForeignInternal(Map(web)).imports(Seq(source), Nil)
    assertEquals(
      found.map(f => (f.key, f.line, f.text)),
      Seq("Part", "Limits").map(n => ("push", 1, s"import web.internal.$n"))
    )

  test("an import within the module is fine"):
    val source = Planted.source("web/src/Server.scala", "import web.internal.Part\n")
    assertEquals(ForeignInternal(Map(web)).imports(Seq(source), Nil), Nil)
end ForeignInternalSuite
