package holes

import eddy.state.SharedMap

import java.io.Writer
import java.util.HashMap

/** Handlers that use objects of classes in a jar, by types of the JDK. */
final class HiddenOutside(map: HashMap[String, Integer], writer: Writer):
  private val maps = SharedMap[String, HashMap[String, Integer]]()
  maps.put("x", map)
  val asks: String => Unit = key => println(maps(key).get(key))

  private val writers = SharedMap[String, Writer]()
  writers.put("x", writer)
  val writes: String => Unit = key => writers(key).write(key)
