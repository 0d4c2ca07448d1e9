package eddy.remote

/** Why no value of one release can be read by another one.
  *
  * @param path where in the type, by names of fields and cases
  * @param writer the schema of the values
  * @param reader the schema of this release
  */
final case class IncompatibleSchema(reason: String, path: String, writer: Schema, reader: Schema)
    derives CanEqual:
  override def toString: String =
    s"Incompatible schemas${if path.isEmpty then "" else s" in $path"}: $reason.\nWritten: $writer\nExpected: $reader"
