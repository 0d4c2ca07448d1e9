package eddy.bench.peers.artery

import eddy.bench.actors.RemoteContract

abstract class SerializersSuite(serializer: Serializers)
    extends RemoteContract(Main.workloads(serializer, () => Systems.companion(serializer))):
  override protected def without: Set[String] = Set("spawn", "kill", "footprint")

class TunedSuite extends SerializersSuite(Serializers.Tuned)

class JacksonSuite extends SerializersSuite(Serializers.Jackson)
