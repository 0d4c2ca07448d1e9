// What is remembered: in local storage across visits (name, tokens), in session storage for this tab (outbox, inside).
// Where a browser forbids storage, it lasts as long as the page.

const memory = new Map()

function read(storage, key, otherwise) {
  try {
    const json = window[storage].getItem(key)
    if (json !== null) return JSON.parse(json)
  } catch {
    // forbidden, or written by something else: take what the page itself remembers
  }
  return memory.has(key) ? memory.get(key) : otherwise
}

function write(storage, key, value) {
  if (value === undefined) memory.delete(key)
  else memory.set(key, value)
  try {
    if (value === undefined) window[storage].removeItem(key)
    else window[storage].setItem(key, JSON.stringify(value))
  } catch {
    // forbidden or full: the page itself remembers
  }
}

const MAX_TOKENS = 50

/** A room's name as the server writes it. */
export const plainRoom = room => room.trim().replace(/^#/, "").normalize("NFC").toLowerCase()

const plainName = name => name.trim().normalize("NFC").toLowerCase()

const tokenKey = (room, name) => `${plainRoom(room)} ${plainName(name)}`

export const store = {
  get name() { return read("localStorage", "eddy.chat.name", "") },
  set name(name) { write("localStorage", "eddy.chat.name", name) },

  /** The token that proves that `name` in `room` is ours. */
  token(room, name) {
    return read("localStorage", "eddy.chat.tokens", []).find(t => t.key === tokenKey(room, name))?.token
  },
  keepToken(room, name, token) {
    const key = tokenKey(room, name)
    const others = read("localStorage", "eddy.chat.tokens", []).filter(t => t.key !== key)
    write("localStorage", "eddy.chat.tokens", [...others, { key, token }].slice(-MAX_TOKENS))
  },

  /** Whether this tab was in a room: a reload goes straight back in. */
  get inside() { return read("sessionStorage", "eddy.chat.inside", null) },
  set inside(where) { write("sessionStorage", "eddy.chat.inside", where ?? undefined) },

  outbox(room) { return read("sessionStorage", `eddy.chat.outbox.${room}`, []) },
  keepOutbox(room, items) { write("sessionStorage", `eddy.chat.outbox.${room}`, items.length ? items : undefined) },
}
