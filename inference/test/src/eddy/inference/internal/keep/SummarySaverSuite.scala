package eddy.inference.internal.keep

import java.nio.file.{Files, Path as FilePath}

class SummarySaverSuite extends eddy.testing.PatientSuite:
  private val folder = FunFixture[FilePath](
    _ => Files.createTempDirectory("saver"),
    f =>
      Files.list(f).forEach(Files.delete(_))
      Files.delete(f)
  )

  folder.test("nothing is saved after the files of the program have changed"): folder =>
    val (changed, same) = (folder.resolve("changed"), folder.resolve("same"))
    var isCurrent = false
    val saver = new SummarySaver(() => isCurrent, _.run())
    saver.saveSoon(KeptSummaries(changed, "program", _ => ()))
    isCurrent = true
    saver.saveSoon(KeptSummaries(same, "program", _ => ()))
    assert(Files.exists(same))
    assert(!Files.exists(changed))
end SummarySaverSuite
