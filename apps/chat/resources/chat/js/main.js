import { Composer } from "./composer.js"
import { Door } from "./door.js"
import { People } from "./people.js"
import { Session } from "./session.js"
import { Status } from "./status.js"
import { store } from "./store.js"
import { element, list } from "./text.js"
import { Timeline } from "./timeline.js"

// Puts the parts together. A room has a link of its own: /chat/#room.

const DEFAULT_ROOM = "lobby"
const NAME_CODES = new Set(["name-invalid", "name-taken"])

const session = new Session(new URL(".", location.href))
const timeline = new Timeline()
const people = new People()
const status = new Status(session.link)
const composer = new Composer(session, () => timeline.toBottom())
const door = new Door((room, name) => enter(room, name))

const roomInLink = () => {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return "" // a link cut off within an escape
  }
}

function enter(room, name) {
  store.name = name
  timeline.clear()
  showRoom(room)
  session.enter(room, name)
}

function showRoom(room) {
  document.getElementById("room-name").textContent = room
  title()
}

const count = n => n === 1 ? "1 message" : `${n} messages`

function title() {
  const unread = timeline.unread > 0 ? `(${timeline.unread}) ` : ""
  document.title = session.room ? `${unread}#${session.room} · Eddy` : "Eddy chat"
}

function pending() {
  timeline.showPending(session.outbox.items, session.link.state === "online", item => session.outbox.remove(item.id))
}

session.addEventListener("state", () => {
  status.show()
  pending()
  showTyping()
  const { state, reason } = session.link
  if (state === "waiting" || state === "offline") door.wait("The server cannot be reached. Trying again…")
  if (state === "stopped" && reason) door.wait(reason)
})
session.outbox.addEventListener("change", pending)

session.addEventListener("entered", ({ detail }) => {
  store.inside = { room: session.room, name: session.name }
  store.name = session.name
  if (roomInLink() !== session.room) history.replaceState(null, "", `#${encodeURIComponent(session.room)}`)
  showRoom(session.room)
  document.body.classList.add("inside")
  if (detail.lost === undefined) timeline.note("The room was restarted. You may have missed messages.")
  else if (detail.lost > 0) timeline.note(`You missed ${count(detail.lost)} that ${detail.lost === 1 ? "is" : "are"} no longer available.`)
  if (detail.missed > 0) timeline.missed(`You missed ${count(detail.missed)}`)
  if (detail.again) detail.messages.forEach(m => timeline.add(m, session.name))
  else {
    timeline.fill(detail.messages, session.name)
    door.close()
    composer.focus()
  }
  pending()
})

session.addEventListener("published", ({ detail }) => timeline.add(detail, session.name))

session.addEventListener("people", () => people.show(session.members, session.name))

function showTyping() {
  const names = !session.inside ? [] : [...session.typing].filter(n => n !== session.name)
  const line = document.getElementById("typing")
  line.replaceChildren()
  if (names.length === 0) return
  const dots = element("span", "dots", element("i"), element("i"), element("i"))
  line.append(dots, `${list(names)} ${names.length === 1 ? "is" : "are"} typing…`)
}

session.addEventListener("typing", showTyping)

session.addEventListener("refused", ({ detail }) => {
  if (session.inside) return
  if (session.joined && !NAME_CODES.has(detail.code)) return session.link.stop(detail.detail)
  session.link.stop()
  document.body.classList.remove("inside")
  store.inside = null
  door.open(session.room, session.name, false)
  door.refuse(detail.detail, NAME_CODES.has(detail.code) ? "name" : "room", detail.suggestion)
})

timeline.onUnread = title

// The button goes away with the trouble: focus must not go with it.
document.getElementById("retry").addEventListener("click", () => composer.focus())

window.addEventListener("hashchange", () => {
  const room = roomInLink()
  if (room && room !== session.room && session.room) enter(room, session.name)
})

document.getElementById("change").addEventListener("click", () => {
  people.toggle(false)
  door.open(session.room ?? DEFAULT_ROOM, session.name ?? store.name, session.joined)
})

document.getElementById("share").addEventListener("click", async ({ currentTarget }) => {
  const before = currentTarget.textContent
  try {
    await navigator.clipboard.writeText(location.href)
    currentTarget.textContent = "Link copied"
  } catch {
    currentTarget.textContent = "Copy it from the address bar"
  }
  setTimeout(() => { currentTarget.textContent = before }, 2500)
})

status.show()
people.show([], null)
const back = store.inside
if (back && (roomInLink() === "" || roomInLink() === back.room)) enter(back.room, back.name)
else door.open(roomInLink() || DEFAULT_ROOM, store.name, false)
