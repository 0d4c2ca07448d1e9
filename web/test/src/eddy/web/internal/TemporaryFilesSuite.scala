package eddy.web.internal

import eddy.web.{BodyException, FilePart}

import java.nio.file.Files
import scala.util.Using

class TemporaryFilesSuite extends eddy.testing.PatientSuite:
  test("a form that continues when its request is over fails as its body does, and leaves no file"):
    val folder = eddy.testing.TestFolder.make("eddy-temporary")
    val files = TemporaryFiles()
    val _ = files.create(Some(folder))
    files.remove()
    val _ = intercept[BodyException](files.sink(FilePart("f", "a", "a", None), Some(folder)))
    assertEquals(Using.resource(Files.list(folder))(_.count), 0L)
end TemporaryFilesSuite
