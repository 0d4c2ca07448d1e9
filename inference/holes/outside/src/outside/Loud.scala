package outside

import eddy.state.SharedMap

import java.io.Writer
import java.util.HashMap

/** In a jar of its own, which depends on Eddy. */
final class LoudMap(heard: SharedMap[String, Int]) extends HashMap[String, Integer]:
  override def get(key: Any): Integer | Null =
    heard("asked") = 1
    super.get(key)

final class LoudWriter(heard: SharedMap[String, Int]) extends Writer:
  override def write(characters: Array[Char], from: Int, length: Int): Unit = heard("written") = 1
  override def flush(): Unit = ()
  override def close(): Unit = ()
