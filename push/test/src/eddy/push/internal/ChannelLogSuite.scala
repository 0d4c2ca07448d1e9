package eddy.push.internal

import eddy.push.*

import scala.concurrent.duration.DurationInt
import scala.util.Random

class ChannelLogSuite extends eddy.testing.PatientSuite:
  private def message(text: String, key: Option[String] = None) = Message(Json(text), key = key)

  test("a log answers as a plain list would, whatever is appended, read and forgotten"):
    for seed <- 1 to 300 do
      val random = Random(seed)
      val retention = Retention(1 + random.nextInt(20), 100.nanos, 50.nanos)
      var now = 0L
      var epochs = 0
      val log = ChannelLog(
        "c",
        () =>
          epochs += 1; s"e$epochs"
        ,
        () => now
      )
      // the model: everything ever appended in this epoch, with its time
      var all = Vector.empty[(Publication, Long)]
      var keys = Map.empty[String, (Position, Long)]
      def kept = all.takeRight(retention.size).filter((_, at) => now - at < 100).map(_(0))
      def top = Position(all.size.toLong, s"e$epochs")
      for step <- 1 to 200 do
        now += random.nextInt(4)
        random.nextInt(10) match
          case 0 if random.nextInt(5) == 0 =>
            log.begin()
            all = Vector.empty
          case 1 | 2 | 3 | 4 =>
            val key = Option.when(random.nextBoolean())(s"k${random.nextInt(10)}")
            val known = key.flatMap(keys.get).filter((_, at) => now - at < 50)
            log.append(message(step.toString, key), retention) match
              case Appended.New(publication) =>
                assert(known.isEmpty, s"seed $seed: ${publication.message.key} was known")
                assertEquals(publication.position, top.copy(offset = top.offset + 1))
                all = all :+ (publication, now)
                key.foreach(k => keys = keys.updated(k, (publication.position, now)))
              case Appended.Duplicate(position) => assertEquals(position, known.map(_(0)), s"seed $seed")
          case _ =>
            val after = Option.when(random.nextBoolean())(
              Position(
                random.nextInt(all.size + 3).toLong - 1,
                if random.nextInt(5) == 0 then "other" else top.epoch
              )
            )
            val query = HistoryQuery(after, random.nextInt(25), random.nextBoolean())
            assertEquals(log.read(query), expected(query, kept, top), s"seed $seed, step $step: $query")
        end match
      end for

  /** A later publication is looked for in all that could follow, which is complete when the first of it has
    * come.
    */
  private def expected(query: HistoryQuery, kept: Vector[Publication], top: Position): HistoryPage =
    val ordered = if query.reverse then kept.reverse else kept
    query.after match
      case Some(after) if after.epoch == top.epoch =>
        val next = if query.reverse then after.offset - 1 else after.offset + 1
        val rest =
          if query.reverse then ordered.filter(_.offset <= next) else ordered.filter(_.offset >= next)
        val nothingThere = if query.reverse then next < 1 else next == top.offset + 1
        val complete = nothingThere || rest.headOption.exists(_.offset == next)
        HistoryPage(rest.take(query.limit), top, complete)
      case after => HistoryPage(ordered.take(query.limit), top, complete = after.isEmpty)

  test("keys are known where nothing is kept"):
    val log = ChannelLog("c", () => "e", () => 0L)
    val retention = Retention(0, 1.minute)
    assertEquals(
      log.append(message("1", Some("k")), retention),
      Appended.New(Publication("c", Publication.Unplaced, message("1", Some("k"))))
    )
    assertEquals(log.append(message("2", Some("k")), retention), Appended.Duplicate(None))

  test("a log that continues in another epoch knows the positions of the one before, as far as that went"):
    var epochs = 0
    val log = ChannelLog(
      "c",
      () =>
        epochs += 1; s"e$epochs"
      ,
      () => 0L
    )
    val retention = Retention(10, 1.minute)
    def append(n: Int) = (1 to n).foreach(i => log.append(message(i.toString), retention))
    append(3)
    log.goOn("f")
    append(2)
    log.goOn("g")
    assertEquals(log.top, Position(5, "g"))
    assertEquals(log.present(Position(3, "e1")), Some(Position(3, "g")))
    assertEquals(log.present(Position(4, "e1")), None, "that was another's")
    assertEquals(log.present(Position(5, "f")), Some(Position(5, "g")))
    assertEquals(log.present(Position(5, "g")), Some(Position(5, "g")))
    assertEquals(log.present(Position(1, "x")), None)
    val page = log.read(HistoryQuery(Some(Position(2, "e1"))))
    assert(page.complete)
    assertEquals(page.publications.map(_.position), (3L to 5L).map(Position(_, "g")).toVector)
    assert(!log.read(HistoryQuery(Some(Position(4, "e1")))).complete)
    log.begin()
    assertEquals(log.present(Position(1, "e1")), None, "it was forgotten")

  test("a log that follows another has the same, and begins where it is when it has missed something"):
    val retention = Retention(3, 1.minute)
    def log(epoch: String) = ChannelLog("c", () => epoch, () => 0L)
    val (one, two, three) = (log("e"), log("x"), log("y"))
    def publish(text: String): Publication = one.append(message(text, Some(text)), retention) match
      case Appended.New(publication) => publication
      case Appended.Duplicate(_) => fail("it is new")
    val all = (1 to 5).map(i => publish(i.toString))
    all.foreach(two.follow(_, retention))
    all.drop(3).foreach(three.follow(_, retention))
    val everything = HistoryQuery(limit = 10)
    assertEquals(two.read(everything), one.read(everything))
    assertEquals(three.read(everything).publications.map(_.offset), Vector(4L, 5L))
    assert(!three.read(HistoryQuery(Some(Position(2, "e")))).complete)
    // keys come along
    assertEquals(
      two.append(message("again", Some("1")), retention),
      Appended.Duplicate(Some(Position(1, "e")))
    )

  test("a log is idle when nothing is left in it and it was unused for long"):
    var now = 0L
    val log = ChannelLog("c", () => "e", () => now)
    log.append(message("1"), Retention(5, 100.nanos))
    now = 99
    assert(!log.isIdle(10))
    now = 100
    assert(log.isIdle(100))
    assert(!log.isIdle(101))
end ChannelLogSuite
