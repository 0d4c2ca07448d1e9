package eddy.push

class TagFilterSuite extends eddy.testing.PatientSuite:
  import TagFilter.*

  private val tags = Map("lang" -> "en", "price" -> "10.5", "name" -> "café au lait")

  test("words are compared as they are"):
    assert(Equal("lang", "en").matches(tags))
    assert(!Equal("lang", "fr").matches(tags))
    assert(NotEqual("lang", "fr").matches(tags))
    assert(!NotEqual("lang", "en").matches(tags))
    assert(In("lang", Set("fr", "en")).matches(tags))
    assert(!In("lang", Set("fr")).matches(tags))
    assert(NotIn("lang", Set("fr")).matches(tags))
    assert(!NotIn("lang", Set("fr", "en")).matches(tags))
    assert(Exists("lang").matches(tags))
    assert(Absent("other").matches(tags))
    assert(StartsWith("name", "café").matches(tags))
    assert(!StartsWith("name", "cafe").matches(tags))
    assert(EndsWith("name", "lait").matches(tags))
    assert(Contains("name", "é a").matches(tags))

  test("a tag that is absent is taken by Absent, NotEqual and NotIn alone"):
    val taken = Seq(
      Equal("x", ""),
      In("x", Set("")),
      Exists("x"),
      StartsWith("x", ""),
      EndsWith("x", ""),
      Contains("x", ""),
      Greater("x", 0),
      GreaterOrEqual("x", 0),
      Less("x", 0),
      LessOrEqual("x", 0)
    ).filter(_.matches(tags))
    assertEquals(taken, Seq.empty)
    assert(Seq(Absent("x"), NotEqual("x", ""), NotIn("x", Set(""))).forall(_.matches(tags)))

  test("numbers are compared as decimals, and other texts compare with nothing"):
    assert(Greater("price", BigDecimal("9")).matches(tags))
    assert(!Greater("price", BigDecimal("10.50")).matches(tags))
    assert(GreaterOrEqual("price", BigDecimal("10.50")).matches(tags))
    assert(Less("price", BigDecimal("10.51")).matches(tags))
    assert(LessOrEqual("price", BigDecimal("10.5")).matches(tags))
    for odd <- Seq("", "ten", "1e999999999", "-", "1.2.3", "9" * 41) do
      assert(!Greater("price", 0).matches(Map("price" -> odd)), odd)
      assert(!LessOrEqual("price", 0).matches(Map("price" -> odd)), odd)
    assert(Less("price", 0).matches(Map("price" -> "-3")))

  test("filters combine, and their cost is known"):
    val filter = All(Vector(Equal("lang", "en"), Not(Any(Vector(Exists("x"), In("price", Set("1", "2")))))))
    assert(filter.matches(tags))
    assert(!filter.matches(tags + ("x" -> "")))
    assert(!filter.matches(tags + ("price" -> "2")))
    assertEquals(filter.size, 8)
    assert(All(Vector.empty).matches(tags))
    assert(!Any(Vector.empty).matches(tags))
end TagFilterSuite
