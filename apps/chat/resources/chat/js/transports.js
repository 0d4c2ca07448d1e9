// The two ways to the server, with one shape: { send(text), close() } and the callbacks
// open(), message(text), closed(code, reason), each closed() once. What never opened closes too.

const OPEN_WITHIN = 6000

/** Whether the server answers plain HTTP. */
export async function answers(base) {
  try {
    return (await fetch(base, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(OPEN_WITHIN) })).ok
  } catch {
    return false // no way there
  }
}

export function webSocket(base, on) {
  const url = new URL("ws", base)
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:"
  const socket = new WebSocket(url)
  let over = false
  const end = (code, reason) => {
    if (over) return
    over = true
    clearTimeout(slow)
    on.closed(code, reason)
  }
  const slow = setTimeout(() => { end(1006, "did not open in time"); socket.close() }, OPEN_WITHIN)
  socket.onopen = () => { clearTimeout(slow); if (!over) on.open() }
  socket.onmessage = event => { if (!over) on.message(event.data) }
  socket.onclose = event => end(event.code, event.reason)
  return {
    name: "WebSocket",
    send: text => socket.send(text),
    // A dead network would keep the handshake waiting: who closes does not wait for it.
    close(code = 1000) { socket.close(code); end(code, "closed here") },
  }
}

/** Server-sent events down, POST up: for networks that let no WebSocket through. POSTs go one after the other. */
export function eventStream(base, on) {
  const source = new EventSource(new URL("events", base))
  const posts = []
  let key = null, over = false, posting = false
  const end = (code, reason) => {
    if (over) return
    over = true
    clearTimeout(slow)
    source.close()
    on.closed(code, reason)
  }
  const slow = setTimeout(() => end(1006, "did not open in time"), OPEN_WITHIN)
  source.onmessage = event => {
    if (over) return
    if (key === null) {
      key = JSON.parse(event.data).connection
      clearTimeout(slow)
      on.open()
    } else {
      on.message(event.data)
      const said = event.data.startsWith('{"type":"closing"') ? JSON.parse(event.data) : null
      if (said) end(said.code, said.reason)
    }
  }
  source.onerror = () => end(1006, "the stream broke")

  async function post() {
    if (posting) return
    posting = true
    try {
      while (posts.length && !over) {
        const answer = await fetch(new URL("send", base), {
          method: "POST",
          body: posts.shift(),
          headers: { "Content-Type": "application/json", "Eddy-Connection": key },
          signal: AbortSignal.timeout(10000),
        })
        if (!answer.ok) end(answer.status === 413 ? 1009 : 1006, `sending was answered with ${answer.status}`)
      }
    } catch {
      end(1006, "sending failed")
    } finally {
      posting = false
    }
  }
  return {
    name: "server-sent events",
    send(text) { posts.push(text); post() },
    close(code = 1000) { end(code, "closed here") },
  }
}
