package eddy.launcher.config

import scala.jdk.CollectionConverters.*

import com.typesafe.config.{Config, ConfigObject, ConfigValue}

/** The keys of a tree. Those of reference.conf are all there are: it is the only place that lists them. */
private[launcher] object Keys:
  /** Ends of the tree: key in dotted form, and value; top ones first. A list is one value. */
  def leaves(config: Config): Vector[(String, ConfigValue)] =
    def walk(prefix: String, o: ConfigObject): Vector[(String, ConfigValue)] =
      o.asScala.toVector.flatMap: (name, value) =>
        val key = if prefix.isEmpty then name else s"$prefix.$name"
        value match
          case inner: ConfigObject if !inner.isEmpty => walk(key, inner)
          case _ => Vector(key -> value)
    walk("", config.root).sortBy((key, _) => (key.count(_ == '.') > 1, key))

  /** The one rule for environment variables: the key in upper case, with `_` in place of each `.` and `-`. */
  def variable(key: String): String = key.toUpperCase.replace('.', '_').replace('-', '_')
