package stranger

import scala.jdk.CollectionConverters.*

object StrangerCases:
  private val fromJava = (JavaShops.services.asScala ++ JavaServices.services.asScala).toList.map: service =>
    StrangerCase.java(service.get.nn.name)(service.get.nn)

  val all: List[StrangerCase] =
    Shops.all ++ Banking.all ++ Limits.all ++ Social.all ++ Jobs.all ++ Documents.all ++ Telemetry.all ++ Idioms.all ++
      SharedServices.all ++ JdkParts.all ++ CollectionCorners.all ++ Designs.all ++ Targets.all ++ Called.all ++ Elements.all ++ Ways.all ++ Combinators.all ++ JavaCombinators.all ++
      HeldCollections.all ++ SameThread.all ++
      fromJava
