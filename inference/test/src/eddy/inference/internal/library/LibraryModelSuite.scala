package eddy.inference.internal.library

import eddy.inference.internal.bytecode.Descriptors
import eddy.state.AccessKind

import java.lang.reflect.Modifier

/** The table of what library code does. */
class LibraryModelSuite extends eddy.testing.PatientSuite:
  private val model = LibraryModel.standard
  private def mode(cls: String, method: String) = model.mode(cls, method, Some(cls))

  test("what reads a collection, and what writes it"):
    for m <- List("get", "containsKey", "size", "isEmpty", "keySet", "forEach", "getOrDefault") do
      assertEquals(mode("java/util/HashMap", m), AccessKind.Reads, m)
    for m <- List("put", "remove", "clear", "computeIfAbsent", "merge", "putIfAbsent", "replaceAll") do
      assertEquals(mode("java/util/HashMap", m), AccessKind.Writes, m)
    for m <- List("apply", "foreach", "map", "size", "last", "indexOf", "iterator") do
      assertEquals(mode("scala/collection/mutable/ArrayBuffer", m), AccessKind.Reads, m)
    for m <- List(
        "update",
        "addOne",
        "$plus$eq",
        "remove",
        "clear",
        "insert",
        "sortInPlace",
        "mapInPlace",
        "getOrElseUpdate"
      )
    do
      assertEquals(mode("scala/collection/mutable/ArrayBuffer", m), AccessKind.Writes, m)

  test("a fact about one class is refused for many, and names its line"):
    for kind <- List("executor", "collection", "cursor", "keeper", "natural", "changing") do
      val refused = intercept[IllegalArgumentException](LibraryModel.parse(s"# facts\n$kind com/acme/*"))
      assert(clue(refused.getMessage.nn).contains("line 2") && refused.getMessage.nn.contains(s"$kind needs"))

  test("a method that nobody has named writes"):
    assertEquals(mode("java/util/HashMap", "somethingNew"), AccessKind.Writes)

  test("getting from a map that reorders or sweeps itself writes"):
    assertEquals(mode("java/util/LinkedHashMap", "get"), AccessKind.Writes)
    assertEquals(mode("java/util/WeakHashMap", "size"), AccessKind.Writes)
    for t <- List("java/util/Map", "java/util/HashMap") do
      assertEquals(model.mode(t, "get", None), AccessKind.Writes)
      assertEquals(model.mode(t, "get", None, reordering = false), AccessKind.Reads)

  test("walking an iterator that a collection handed out reads the collection, removing by it writes"):
    assertEquals(model.modeOfPart("java/util/Iterator", "next"), AccessKind.Reads)
    assertEquals(model.modeOfPart("java/util/Iterator", "remove"), AccessKind.Writes)
    assertEquals(model.modeOfPart("java/util/Map$Entry", "setValue"), AccessKind.Writes)

  test("an iterator of one's own is changed by walking it"):
    assertEquals(mode("java/util/ArrayList$Itr", "next"), AccessKind.Writes)

  test("names that read elsewhere, and that change objects of some classes"):
    for
      (c, m) <- List(
        "java/nio/MappedByteBuffer" -> "get",
        "java/util/GregorianCalendar" -> "get",
        "java/util/ServiceLoader" -> "iterator"
      )
    do assertEquals(mode(c, m), AccessKind.Writes, c)

  test("generators of random numbers are for one thread, unless their class says otherwise"):
    assert(model.isMutable("java/util/random/RandomGenerator"))
    assert(model.isShareable("java/util/random/RandomGeneratorFactory"))
    assert(model.isShareable("java/security/SecureRandom"))

  test("loggers and data sources are shared by all, and not followed"):
    for c <- List("org/slf4j/Logger", "ch/qos/logback/classic/Logger", "com/zaxxer/hikari/HikariDataSource")
    do
      assert(model.isLibrary(c) && model.isShareable(c) && !model.isMutable(c), c)
    assert(model.isLibrary("org/h2/jdbc/JdbcConnection") && !model.isShareable("org/h2/jdbc/JdbcConnection"))

  test("classes the model knows nothing of count as mutable"):
    for c <- List("java/util/HashMap", "scala/collection/mutable/HashMap", "java/text/SimpleDateFormat", "[I")
    do
      assert(model.isMutable(c), c)
    for c <- List(
        "java/lang/String",
        "scala/collection/immutable/List",
        "java/util/concurrent/ConcurrentHashMap",
        "subjects/Shop"
      )
    do
      assert(!model.isMutable(c), c)

  test("classes that are called immutable have final fields only"):
    val loader = getClass.getClassLoader
    for
      name <- List(
        "java.lang.Integer",
        "java.math.BigDecimal",
        "java.time.Instant",
        "java.util.UUID",
        "java.net.URI",
        "java.util.Locale"
      )
      c = Class.forName(name, false, loader)
      if !Modifier.isInterface(c.getModifiers)
    do
      assert(model.isImmutable(Descriptors.internalName(c)), name)
      // caches of hash codes and texts, which every thread computes alike
      val caches = Set("hash", "string", "hashCode", "stringCache", "precision")
      val variables = c.getDeclaredFields.filter(f =>
        !Modifier.isFinal(f.getModifiers) && !Modifier.isStatic(f.getModifiers) && !Modifier.isTransient(
          f.getModifiers
        )
      )
      assertEquals(
        variables.map(_.getName).filterNot(n => caches.exists(n.contains)).filterNot(_ =>
          name == "java.net.URI"
        ).toList,
        Nil,
        name
      )
    end for

  test("what starts other threads is known"):
    assert(model.spawns("java/lang/Thread", "start"))
    assert(model.spawns("scala/concurrent/Future$", "apply"))
    assert(model.spawns("java/util/concurrent/CompletableFuture", "thenApply"))
    assert(!model.spawns("java/util/concurrent/ConcurrentHashMap", "put"))

  test("a library's own objects that it passes to functions are known by facts about its classes"):
    val facts = LibraryModel.parse("passes com/acme/* java/sql/ResultSet\npasses com/acme/Rows com/acme/Row")
    assertEquals(facts.passes("com/acme/Rows"), Set("java/sql/ResultSet", "com/acme/Row"))
    assertEquals(facts.passes("com/acme/Other"), Set("java/sql/ResultSet"))
    assertEquals(facts.passes("org/acme/Rows"), Set.empty)

  test("whatever sun.misc.Unsafe does is unknown"):
    assert(model.isReflective("sun/misc/Unsafe", "putInt"))

  test("a line that is no fact is refused, with its number"):
    val e =
      intercept[IllegalArgumentException](LibraryModel.parse("library java/*\nimutable java/lang/String"))
    assert(e.getMessage.contains("line 2"), e.getMessage)
    assert(e.getMessage.contains("imutable"), e.getMessage)
end LibraryModelSuite
