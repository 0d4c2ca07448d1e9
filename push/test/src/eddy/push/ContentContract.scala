package eddy.push

import eddy.push.internal.ChannelNames

/** Of the [[MediatorContract]]: the content of publications, and the names of channels. */
trait ContentContract extends ContractNodes:
  test("a message arrives with all that it says"):
    val (one, _) = started()
    val name = plain
    val intake = TestIntake()
    await(one.subscribe(Interest.Channel(name), intake))
    val who = ClientInfo("c1", "anna", Json("""{"name":"Änna"}"""), Json("[1,2]"))
    val message = Message(
      Json("""{"text":"hällo \ud83d\ude00 \"x\"","n":[1,2.5e3,null,true]}"""),
      Some(who),
      Map("lang" -> "de", "mood" -> "ünder"),
      Some(s"key-${java.util.UUID.randomUUID}"),
      time = 1_700_000_000_123L,
      origin = "n1",
      sent = -5
    )
    await(one.publish(name, message))
    assertEquals(intake.publications.awaitSize(1).head.message, message)

  test("a pattern hears all channels that match, each publication with its channel"):
    val (one, _) = started()
    val (two, _) = started()
    val root = s"/${channel("picture")}"
    val (likes, deep, exact) = (TestIntake(), TestIntake(), TestIntake())
    await(one.subscribe(Interest.Pattern(s"$root/*/likes"), likes))
    await(one.subscribe(Interest.Pattern(s"$root/**"), deep))
    await(one.subscribe(Interest.Channel(s"$root/1/likes"), exact))
    publish(two, s"$root/1/likes", "a")
    publish(two, s"$root/2/likes", "b")
    publish(two, s"$root/2/comments", "c")
    publish(two, s"$root/2/3/likes", "d")
    publish(two, s"${root}x/2/likes", "e")
    publish(two, root, "f")
    publish(two, s"$root/3/likes", "g")
    // channels may overtake each other on their way
    val wanted =
      likes.publications.await("publications of the pattern")(all => data(all).contains("g") && all.size >= 3)
    assertEquals(data(wanted).sorted, List("a", "b", "g"))
    assertEquals(wanted.map(p => p.channel -> data(List(p)).head).toMap.get(s"$root/2/likes"), Some("b"))
    val all = deep.publications.await("publications of the other pattern")(all =>
      data(all).contains("g") && all.size >= 5
    )
    assertEquals(data(all).sorted, List("a", "b", "c", "d", "g"))
    assertEquals(data(exact.publications.awaitSize(1)), List("a"))

  test("channel names may have every odd character"):
    val (one, _) = started()
    val (two, _) = started()
    val odd = (' ' to '~').filterNot(_ == '*').map(c => s"odd${c}x") ++
      Seq(
        "a b",
        "ä:ö",
        "名前",
        "emoji 😀",
        "a.b.>",
        "a//b/",
        "/",
        "a?b",
        "#x",
        "+",
        "{x}",
        "a*b",
        "x" * 255,
        "é" * 127,
        "%2F",
        "a\\b"
      ) ++
      Seq("A", "a", " lead", "trail ")
    val unique = java.util.UUID.randomUUID.toString.take(8)
    val names = odd.map(n => if n.length > 100 then n else s"$n$unique").distinct
    names.foreach(n => assertEquals(ChannelNames.wrong(n, 255), null, n))
    val intakes = names.map: n =>
      val intake = TestIntake()
      await(one.subscribe(Interest.Channel(n), intake))
      n -> intake
    names.zipWithIndex.map((n, i) => two.publish(n, text(i.toString))).foreach(await(_))
    intakes.zipWithIndex.foreach:
      case ((n, intake), i) =>
        val all = intake.publications.awaitSize(1)
        assertEquals(data(all), List(i.toString), n)
        assertEquals(all.head.channel, n)

  test("large messages arrive whole"):
    val (one, _) = started()
    val name = plain
    val intake = TestIntake()
    await(one.subscribe(Interest.Channel(name), intake))
    val big = "x" * (largest - 2)
    publish(one, name, big, "small")
    val all = intake.publications.awaitSize(2)
    assert(data(all).head == big, "the large message is another one")
    assertEquals(data(all)(1), "small")
end ContentContract
