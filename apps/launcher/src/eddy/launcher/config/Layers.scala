package eddy.launcher.config

import eddy.web.verify.{Nearest, Refusal}

import java.io.File
import java.nio.file.{Files, Path}

import com.typesafe.config.{
  Config,
  ConfigException,
  ConfigFactory,
  ConfigParseOptions,
  ConfigSyntax,
  ConfigValueFactory,
  ConfigValueType
}

/** Where values come from, strongest first: options, environment variables, the file, reference.conf. */
private[launcher] object Layers:
  val defaultFile = "eddy.conf"

  /** The merged tree, and warnings to show.
    *
    * @param options key to value, with the option that gave it: `"eddy.port" -> ("--port", "9000")`
    * @param file from `--config`; without it, `eddy.conf` in `folder` if it is there
    * @throws Refusal when the file cannot be read or parsed, or holds a key that does not exist
    */
  def merge(
      options: Map[String, (String, String)],
      environment: Map[String, String],
      file: Option[Path],
      folder: Path
  ): (Config, Seq[String]) =
    val known = Keys.leaves(reference).map(_(0))
    val fromOptions = options.foldLeft(ConfigFactory.empty): (c, entry) =>
      val (key, (option, value)) = entry
      c.withValue(key, ConfigValueFactory.fromAnyRef(value, s"option $option"))
    val (fromEnvironment, warnings) = variables(environment, known)
    val chosen = file.orElse(Some(folder.resolve(defaultFile)).filter(Files.exists(_)))
    val fromFile = chosen.fold(ConfigFactory.empty)(read(_, known))
    val merged = fromOptions.withFallback(fromEnvironment).withFallback(fromFile).withFallback(reference)
    (merged, warnings)

  /** The defaults: every key there is, and nothing else. */
  lazy val reference: Config =
    val cores =
      ConfigValueFactory.fromAnyRef(Runtime.getRuntime.availableProcessors, "default: number of cores")
    ConfigFactory
      .parseResources(getClass.getClassLoader, "eddy/launcher/reference.conf", strict)
      .withValue("eddy.engine.workers", cores)

  private def strict = ConfigParseOptions.defaults.setAllowMissing(false)

  private def variables(environment: Map[String, String], known: Seq[String]): (Config, Seq[String]) =
    val byName = known.map(k => Keys.variable(k) -> k).toMap
    val config = byName.foldLeft(ConfigFactory.empty): (c, entry) =>
      val (name, key) = entry
      environment.get(name).filter(_.nonEmpty).fold(c): value =>
        c.withValue(key, ConfigValueFactory.fromAnyRef(value, s"environment variable $name"))
    val strange =
      environment.keys.filter(n => n.startsWith("EDDY_") && !byName.contains(n) && !others(n)).toSeq.sorted
    val warnings = strange.flatMap: name =>
      Nearest.to(name, byName.keys).map(meant =>
        s"environment variable $name means nothing; did you mean $meant?"
      )
    (config, warnings)

  /** Of the launcher script, the build and the tests. */
  private val others =
    Set(
      "EDDY_JAVA_HOME",
      "EDDY_JAVA_OPTS",
      "EDDY_IVY_SETTINGS",
      "EDDY_TEST_ALL",
      "EDDY_TEST_BESIDE",
      "EDDY_TEST_COMPLETE",
      "EDDY_TEST_ROUNDS",
      "EDDY_LEFT_OUT",
      "EDDY_SUITE_TIMES",
      "EDDY_TRAINED",
      "EDDY_CHECKOUT"
    )

  private def read(file: Path, known: Seq[String]): Config =
    if Files.isDirectory(file) then throw unreadable(file, "it is a folder")
    if !Files.exists(file) then throw unreadable(file, "there is no such file")
    if !Files.isReadable(file) then throw unreadable(file, "no permission to read it")
    val syntax = if file.toString.endsWith(".json") then ConfigSyntax.JSON else ConfigSyntax.CONF
    val config =
      try
        val parsed = ConfigFactory.parseFile(new File(file.toString), strict.setSyntax(syntax))
        parsed.resolveWith(parsed.withFallback(reference))
      catch
        case e: ConfigException.IO => throw unreadable(file, String.valueOf(e.getMessage))
        case e: ConfigException => throw ParseFailure.explain(file, e)
    for (key, value) <- Keys.leaves(config) do
      val origin = Origin.of(value.origin)
      if !known.contains(key) then throw unknown(key, origin, known)
      if value.valueType == ConfigValueType.NULL then
        throw Refusal.wrong(s"$key = null ($origin) is no value", "leave it out for the default")
    config

  private def unreadable(file: Path, why: String) =
    Refusal.wrong(s"cannot read the config file $file: $why", "give a readable file with --config FILE")

  private def unknown(key: String, origin: String, known: Seq[String]) =
    val whole = known.find(k => k == s"eddy.$key" || k.endsWith(s".$key"))
    val groups = known.filter(_.startsWith(key + "."))
    val remedy =
      if groups.nonEmpty then s"it is a group of keys, such as ${groups.head}"
      else
        whole.orElse(Nearest.to(key, known)).orElse(Nearest.to(s"eddy.$key", known)) match
          case Some(meant) => s"did you mean $meant?"
          case None => "./eddy config lists every key"
    Refusal.wrong(s"unknown key $key ($origin)", remedy)
end Layers
