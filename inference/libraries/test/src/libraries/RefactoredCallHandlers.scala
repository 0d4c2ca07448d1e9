package libraries

import com.password4j.Password

/** Calls of libraries in the forms in which programs write them. */
object RefactoredCallHandlers:
  private def hashes(id: String): Option[String] = Users.byId.get(id).map(_.name)

  val ways: Seq[(String, String => String)] = Seq(
    (
      "password4j, of a text that may be missing",
      id => Password.hash(hashes(id).getOrElse("")).addRandomSalt().withPBKDF2().getResult
    ),
    (
      "password4j, in a condition on an option",
      id =>
        if hashes(id).exists(hash => Password.check(Option(id).getOrElse(""), hash).withPBKDF2()) then id
        else ""
    )
  )
end RefactoredCallHandlers
