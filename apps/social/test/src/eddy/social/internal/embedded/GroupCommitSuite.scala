package eddy.social.internal.embedded

import eddy.testing.{Eventually, TestFolder}

import scala.concurrent.duration.{DurationInt, FiniteDuration}

import org.h2.mvstore.MVStore

class GroupCommitSuite extends eddy.testing.PatientSuite:
  private lazy val folder = TestFolder.make("eddy-social-commit")

  override def beforeAll(): Unit =
    super.beforeAll()
    FaultyDisk.register()

  private def open(name: String): MVStore =
    MVStore.Builder().fileName(s"faulty:${folder.resolve(name)}").autoCommitDisabled()
      .autoCommitBufferSize(0).open()

  /** A store and its commits; the store is closed as after a kill. */
  private def using[A](
      name: String,
      within: FiniteDuration = 1.minute
  )(body: (MVStore, GroupCommit) => A): A =
    val store = open(name)
    val commits = new GroupCommit(store, within).start()
    try body(store, commits)
    finally
      commits.close()
      store.closeImmediately()

  private def put(store: MVStore, commits: GroupCommit, key: String): Unit =
    commits.durable(store.openMap[String, String]("map").put(key, "value")): Unit

  private def keys(name: String): Set[String] =
    val store = open(name)
    try Set("a", "b", "c").filter(store.openMap[String, String]("map").containsKey(_))
    finally store.closeImmediately()

  test("a change is on the disk when it is acknowledged"):
    using("plain"): (store, commits) =>
      put(store, commits, "a")
      assertEquals(commits.problem, None)
    assertEquals(keys("plain"), Set("a"))

  test("a change that cannot be written is refused, and so is every later one, until the next start"):
    using("broken"): (store, commits) =>
      put(store, commits, "a")
      val refused = FaultyDisk.broken(intercept[GroupCommit.NotOnDisk](put(store, commits, "b")))
      assert(clue(refused.getMessage.nn).contains("cannot be written"))
      assert(clue(commits.problem).exists(_.contains("cannot be written")))
      intercept[GroupCommit.NotOnDisk](put(store, commits, "c")): Unit
    assertEquals(keys("broken"), Set("a"))

  test("a change waits for a disk that hangs no longer than the limit, and the store says so meanwhile"):
    using("hanging", within = 100.millis): (store, commits) =>
      put(store, commits, "a")
      FaultyDisk.hanging:
        for key <- Seq("b", "c") do
          val refused = intercept[GroupCommit.NotOnDisk](put(store, commits, key))
          assert(clue(refused.getMessage.nn).contains("has not written within"))
        assert(clue(commits.problem).exists(_.contains("has not written within")))
      Eventually.until("the disk has written")(commits.problem.isEmpty)
      put(store, commits, "a")
    assert(keys("hanging").contains("a"))

  test("changes of a closed store are refused"):
    using("closed"): (store, commits) =>
      commits.close()
      val refused = intercept[GroupCommit.NotOnDisk](put(store, commits, "a"))
      assert(clue(refused.getMessage.nn).contains("closed"))
end GroupCommitSuite
