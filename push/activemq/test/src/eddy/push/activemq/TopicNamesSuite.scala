package eddy.push.activemq

import eddy.push.activemq.internal.TopicNames

class TopicNamesSuite extends eddy.testing.PatientSuite:
  private val names = new TopicNames("eddy", ">")

  test("segments of a channel's path become words of the topic's name"):
    assertEquals(names.topic("/picture/7/likes"), "eddy.%.picture.7.likes")
    assertEquals(names.topic("news:sport"), "eddy.news%3Asport")

  test("every name comes back as it was, and no two channels share a topic"):
    val odd = Vector(
      "a",
      "a/",
      "/a",
      "//",
      "/",
      "a.b",
      "a>b",
      "a*b",
      "*",
      ">",
      "#",
      "a,b",
      "a?b=c",
      "a::b",
      "queue://a",
      "%",
      "%41",
      "a%2Fb",
      "a b",
      " a ",
      "ä€😀",
      "$tea",
      "A",
      "a\tb",
      ".",
      "..",
      "a..b"
    )
    odd.foreach(c => assertEquals(names.channel(names.topic(c)), Some(c), c))
    assertEquals(odd.map(names.topic).distinct.size, odd.size)
    odd.map(names.topic).foreach(t => assert(t.matches("[A-Za-z0-9_%.-]+"), t))

  test("topics that stand for no channel are known as such"):
    Vector(
      "eddy",
      "eddy.",
      "other.a",
      "eddyx.a",
      "eddy.a%",
      "eddy.a%4",
      "eddy.%zz",
      "eddy.%3a",
      "eddy.a b",
      "eddy.ä"
    ).foreach: t =>
      assertEquals(names.channel(t), None, t)

  test("a pattern becomes the broker's wildcards, and only its * and ** do"):
    assertEquals(names.wildcard("/picture/*/likes"), "eddy.%.picture.*.likes")
    assertEquals(names.wildcard("a*/b/**"), "eddy.a%2A.b.>")
    assertEquals(new TopicNames("eddy", "#").wildcard("/a/**"), "eddy.%.a.#")

  test("* stands for one segment and ** at the end for one or more"):
    assert(TopicNames.matches("/a/*/c", "/a/b/c"))
    assert(!TopicNames.matches("/a/*/c", "/a/b/b/c"))
    assert(!TopicNames.matches("/a/*/c", "/a/b/d"))
    assert(TopicNames.matches("/a/**", "/a/b"))
    assert(TopicNames.matches("/a/**", "/a/b/c"))
    assert(!TopicNames.matches("/a/**", "/a"))
    assert(!TopicNames.matches("/a/**", "/b/c"))
end TopicNamesSuite
