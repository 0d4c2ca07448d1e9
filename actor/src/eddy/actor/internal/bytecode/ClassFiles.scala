package eddy.actor.internal.bytecode

import java.lang.classfile.{ClassFile, ClassModel}

/** The class files of loaded classes, parsed. */
private[actor] object ClassFiles:
  /** Nothing for classes that were made at run time, whose loader has no file. */
  def of(loaded: Class[?]): Option[ClassModel] =
    of(loaded.getName.nn.replace('.', '/').nn, Option(loaded.getClassLoader))

  /** @param name as in class files: `java/lang/String` */
  def of(name: String, loader: Option[ClassLoader]): Option[ClassModel] =
    val path = s"$name.class"
    val stream = loader.fold(ClassLoader.getSystemResourceAsStream(path))(_.getResourceAsStream(path))
    Option(stream).map: opened =>
      val bytes =
        try opened.readAllBytes().nn
        finally opened.close()
      ClassFile.of().nn.parse(bytes).nn
end ClassFiles
