package eddy.push.internal

import eddy.actor.ActorSystem
import eddy.push.*

class LocalHistorySuite extends eddy.testing.PatientSuite:
  private val news = Interest.Channel("kept news")
  private def history = LocalHistory(TestNode(ActorSystem.default))
  private def message(text: String, key: Option[String]) = Message(Json(text), key = key)
  private def arrive(
      local: LocalHistory,
      text: String,
      key: Option[String] = None,
      interest: Interest = news
  ) =
    local.arrived(interest, "kept news", message(text, key))

  test("arrivals are numbered from when the interest begins, and can be read"):
    val local = history
    local.open(news)
    val all = List("1", "2", "3").flatMap(arrive(local, _))
    assertEquals(all.map(_.offset), List(1L, 2L, 3L))
    assertEquals(all.map(_.position.epoch).distinct.size, 1)
    val page = await(local.read("kept news", HistoryQuery(Some(all.head.position))))
    assertEquals(page, HistoryPage(all.tail.toVector, all.last.position, complete = true))

  test("an interest that ends takes its history along, and the next has another epoch"):
    val local = history
    local.open(news)
    val before = arrive(local, "1").get.position
    local.close(news)
    assertEquals(await(local.read("kept news", HistoryQuery())).publications, Vector.empty)
    assert(!await(local.read("kept news", HistoryQuery(Some(before)))).complete)
    local.open(news)
    val after = arrive(local, "2").get.position
    assertEquals(after.offset, 1L)
    assertNotEquals(after.epoch, before.epoch)

  test("after a gap no earlier position can be continued"):
    val local = history
    local.open(news)
    val before = arrive(local, "1", Some("k")).get.position
    local.gap(news)
    assert(!await(local.read("kept news", HistoryQuery(Some(before)))).complete)
    assertEquals(arrive(local, "1 again", Some("k")), None, "keys are known nevertheless")
    assertNotEquals(arrive(local, "2").get.position.epoch, before.epoch)

  test("a publication for a pattern has no position, and does not count for the channel"):
    val local = history
    val pattern = Interest.Pattern("*")
    local.open(news)
    local.open(pattern)
    assertEquals(arrive(local, "1", Some("k"), pattern).map(_.position), Some(Publication.Unplaced))
    assertEquals(arrive(local, "1", Some("k")).map(_.offset), Some(1L), "the channel hears it too")
    assertEquals(arrive(local, "1", Some("k"), pattern), None)
    assertEquals(arrive(local, "1", Some("k")), None)
    assertEquals(arrive(local, "2", None, pattern).map(_.position), Some(Publication.Unplaced))
    assertEquals(arrive(local, "2").map(_.offset), Some(2L))
end LocalHistorySuite
