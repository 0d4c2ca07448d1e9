package eddy.inference.internal.bytecode

import scala.reflect.NameTransformer

/** Names of classes and methods as their authors wrote them, without what compilers make of them. */
private[inference] object Names:
  /** As in `shop.Cart.Item`; a class without a name in Cart is `shop.Cart.anonymous`. */
  def ofClass(internalName: String): String =
    NameTransformer.decode(internalName.replace('/', '.')).replace("$package", "")
      .replaceAll(
        "\\$\\$anon\\$\\d+",
        ".anonymous"
      ).replaceAll("\\$\\d*$", "").replaceAll("(?<=\\w)\\$(?=\\w)", ".")

  /** As in `shop.Cart.add`, `shop.Cart.add.closure`, `new shop.Cart`. */
  def ofMethod(owner: String, method: String): String =
    if method == "<init>" then s"new ${ofClass(owner)}"
    else (ofClass(owner) :: parts(method)).filter(_.nonEmpty).mkString(".")

  /** As in `Cart.items`, without the package. */
  def ofVariable(owner: String, field: String): String =
    val name = written(field)
    s"${ofClass(owner.substring(owner.lastIndexOf('/') + 1))}.${if name.isEmpty then field else name}"

  /** A given without a name is called just that. */
  def ofField(name: String): String = if name.startsWith("given_") then "given" else name

  private def parts(method: String): List[String] = method.indexOf("$anonfun") match
    case -1 if method.startsWith("lambda$") => List(written(method.split('$')(1)), "closure")
    case -1 => List(written(method))
    case i => List(written(method.substring(0, i)), "closure")

  private def written(name: String) =
    ofField(NameTransformer.decode(Descriptors.general(name).replaceAll(additions, "")))

  // of initialisers, of private methods that others call, of lazy vals, defaults, value classes, and numbers
  private val additions = List(
    "^<clinit>$",
    "^\\$init\\$+",
    "^(.*\\$_\\$)?\\$lessinit\\$greater\\$*",
    "^.*\\$\\$(?=\\w)",
    "\\$lzy(INIT)?[\\d$]*$",
    "\\$default\\$\\d+$",
    "\\$extension$",
    "(\\$\\d+)?\\$*$"
  ).mkString("|")
end Names
