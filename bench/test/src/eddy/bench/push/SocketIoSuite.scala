package eddy.bench.push

import eddy.bench.web.contract.NodePeer
import eddy.bench.web.run.WebContender
import eddy.testing.NeedingSuite

/** Socket.IO, as `bench/peers/build` makes a program of it. */
class SocketIoSuite extends NeedingSuite("socketio-peer"), NodePeer("socketio"), PushContract:
  protected def contender = WebContender(
    PushContenders.socketIo,
    "of the test",
    jvm = false,
    (launch, port) => program.toString +: launch.words(PushContenders.socketIo, port),
    ready = PushContenders.ready
  )
