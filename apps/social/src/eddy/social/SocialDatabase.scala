package eddy.social

import java.nio.file.Path

/** Where the social network keeps its data. */
enum SocialDatabase derives CanEqual:
  /** In memory, by a server within the process. Lost at the end of the process: for tests and benchmarks. */
  case Memory

  /** In a folder, by a server within the process. A write is acknowledged when it is on the disk. One process
    * at a time can use the folder.
    */
  case Folder(path: Path)

  /** A MongoDB server.
    *
    * @param url a connection string of MongoDB: `mongodb://…` or `mongodb+srv://…`. Its path names the
    *   database; `social` without one. It may hold a password, so it is never logged
    */
  case Server(url: String)

  override def toString: String = this match
    case Memory => "memory"
    case Folder(path) => s"the folder $path"
    case Server(_) => "a MongoDB server"
end SocialDatabase

object SocialDatabase:
  /** The value of the setting `eddy.social.database`: `memory`, a connection string of MongoDB, or a folder.
    *
    * @throws IllegalArgumentException for an empty text
    */
  def of(text: String): SocialDatabase =
    require(
      text.nonEmpty,
      "database is empty: give memory, a folder, or the address of a server such as mongodb://db1/social"
    )
    if text == "memory" then Memory
    else if text.startsWith("mongodb://") || text.startsWith("mongodb+srv://") then Server(text)
    else Folder(Path.of(text))
end SocialDatabase
