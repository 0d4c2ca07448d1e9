package eddy.bench

import java.net.URI

/** Something that can be measured. One file each; `./eddy bench <name>`. */
trait Workload:
  def name: String

  /** Limits that a server started for the run must have lifted, as environment variables. */
  def serverEnvironment: Map[String, String]

  /** Runs against a server and blocks until everything has come back or been given up.
    *
    * @param server such as `http://127.0.0.1:8080/`
    * @throws BenchFailure when the load cannot be put on this server
    */
  def run(server: URI, watch: Watch): Outcome
end Workload

/** The run is impossible; the message says why and what to do. */
final class BenchFailure(message: String) extends RuntimeException(message)
