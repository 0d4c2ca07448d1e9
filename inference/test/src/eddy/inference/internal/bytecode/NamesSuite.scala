package eddy.inference.internal.bytecode

class NamesSuite extends eddy.testing.PatientSuite:
  test("methods are shown as they were written"):
    for
      (name, shown) <- List(
        "add" -> "shop.Cart.add",
        "<init>" -> "new shop.Cart",
        "<clinit>" -> "shop.Cart",
        "add$$anonfun$1" -> "shop.Cart.add.closure",
        "$init$$$anonfun$2$$anonfun$1" -> "shop.Cart.closure",
        "$lessinit$greater$$anonfun$1" -> "shop.Cart.closure",
        "libraries$Sql$$$_$$lessinit$greater$$anonfun$1" -> "shop.Cart.closure",
        "lambda$main$0" -> "shop.Cart.main.closure",
        "codec$lzyINIT1" -> "shop.Cart.codec",
        "codec$lzyINIT1$1" -> "shop.Cart.codec",
        "writeToString$default$2" -> "shop.Cart.writeToString",
        "given_Param_Int" -> "shop.Cart.given",
        "given_Param_Int$lzyINIT1" -> "shop.Cart.given",
        "toInt$extension" -> "shop.Cart.toInt",
        "apply$mcII$sp" -> "shop.Cart.apply",
        "step$1" -> "shop.Cart.step",
        "shop$Cart$$total" -> "shop.Cart.total",
        "$plus$eq" -> "shop.Cart.+=",
        "name_$eq" -> "shop.Cart.name_="
      )
    do assertEquals(Names.ofMethod("shop/Cart", name), shown)

  test("classes, too"):
    for
      (name, shown) <- List(
        "shop/Cart$" -> "shop.Cart",
        "shop/Cart$Item" -> "shop.Cart.Item",
        "shop/Cart$Item$$anon$3" -> "shop.Cart.Item.anonymous",
        "shop/Cart$Line$1" -> "shop.Cart.Line",
        "shop/Main$package$" -> "shop.Main",
        "scala/collection/immutable/$colon$colon" -> "scala.collection.immutable.::"
      )
    do assertEquals(Names.ofClass(name), shown)
end NamesSuite
