package eddy.social.internal.embedded

import eddy.runtime.Engine
import eddy.social.internal.database.{Database, Schema, StoredUser, UserState, UserStore}

import java.nio.file.Path
import java.time.Instant
import scala.concurrent.ExecutionContext
import scala.concurrent.duration.DurationInt

/** Writes users into the folder that is its argument, several at a time, until it is killed. It prints the
  * key of each user whose reservation and whose activation were acknowledged.
  */
object WritesMain:
  private val Writers = 8

  def main(arguments: Array[String]): Unit =
    val server = EmbeddedServer.inFolder(Path.of(arguments(0)), connections = 16)
    val database = Database.open(Engine.default, server.url, 16, 1.minute, 1000)
    given ExecutionContext = ExecutionContext.global
    val users = new UserStore(database, new Schema(database))
    val run = arguments(1)

    def write(writer: Int, n: Int): Unit =
      val key = s"$run-$writer-$n"
      val user = StoredUser(s"id-$key", key, key, key, UserState.Reserved, Instant.now)
      users.reserve(user).foreach: isReserved =>
        if !isReserved then sys.error(s"$key was taken")
        say(s"reserved $key")
        users.activate(user.id, s"hash of $key").foreach: isActive =>
          if !isActive then sys.error(s"$key was lost")
          say(s"active $key")
          write(writer, n + 1)

    (1 to Writers).foreach(write(_, 1))
    Thread.currentThread.join()
  end main

  private def say(line: String): Unit = System.out.synchronized:
    println(line)
    System.out.flush()
end WritesMain
