package subjects

import eddy.state.SharedMap
import eddy.web.Routes

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonValueCodec, writeToString}
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

// made when it is first used
given JsonValueCodec[Map[String, Int]] = JsonCodecMaker.make

final class Votes:
  private val votes = SharedMap[String, Int]()
  private def result: String = writeToString(votes.snapshot)

  val routes: Routes = Routes
    .get("/json")((_, response) => response.json(votes.snapshot))
    .get("/text")((_, response) => response.text(result))
