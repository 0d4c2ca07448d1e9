package eddy.testing

import scala.concurrent.duration.{Duration, DurationInt}

/** A suite whose tests may take as long as a busy machine needs: munit fails what takes more than 30 s, though it waits for its end. */
abstract class PatientSuite extends munit.FunSuite:
  override def munitTimeout: Duration = 10.minutes
