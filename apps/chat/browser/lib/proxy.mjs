import net from "node:net"

/** A TCP proxy on 127.0.0.1 whose wires can be cut. One for each page that is to lose its connection. */
export class Proxy {
  #sockets = new Set()
  #mode = "open" // open | mute: nothing more comes down | cut: nothing goes through
  #blockUpgrade

  /** @param blockUpgrade lets no WebSocket through, as some networks do */
  static async start(target, { blockUpgrade = false } = {}) {
    const proxy = new Proxy()
    proxy.#blockUpgrade = blockUpgrade
    proxy.server = net.createServer(socket => proxy.#accept(socket, target))
    await new Promise(resolve => proxy.server.listen(0, "127.0.0.1", resolve))
    proxy.server.unref() // a test that fails leaves it behind
    proxy.url = `http://127.0.0.1:${proxy.server.address().port}`
    return proxy
  }

  #accept(down, target) {
    if (this.#mode === "cut") return down.destroy()
    const up = net.connect(Number(target.port), target.hostname)
    for (const s of [down, up]) {
      this.#sockets.add(s)
      s.on("error", () => {}) // a cut wire is what this is about; "close" follows
      s.on("close", () => { this.#sockets.delete(s); up.destroy(); down.destroy() })
    }
    down.on("data", data => {
      if (this.#blockUpgrade && /^upgrade: *websocket/im.test(data.toString("latin1"))) down.destroy()
      else if (this.#mode !== "cut") up.write(data)
    })
    up.on("data", data => { if (this.#mode === "open") down.write(data) })
  }

  /** From now on the server hears the page, but the page hears nothing: answers get lost. */
  mute() { this.#mode = "mute" }

  /** Destroys every connection and lets no new one come about. */
  cut() {
    this.#mode = "cut"
    for (const s of this.#sockets) s.destroy()
  }

  restore() { this.#mode = "open" }

  async stop() {
    this.cut()
    await new Promise(resolve => this.server.close(resolve))
  }
}
