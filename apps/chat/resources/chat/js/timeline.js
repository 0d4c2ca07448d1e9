import { avatar, clockTime, dayKey, dayName, element, isEmoji, tone, withLinks } from "./text.js"

// The list of messages, the list of those on their way, and where one is in them.

const GROUP_WITHIN = 5 * 60_000
const MOST_SHOWN = 1000
const NEAR_BOTTOM = 80

export class Timeline {
  #live = document.getElementById("live")
  #log = document.getElementById("log")
  #pending = document.getElementById("pending")
  #scroll = document.getElementById("scroll")
  #empty = document.getElementById("empty")
  #jump = document.getElementById("jump")
  #jumpText = document.getElementById("jump-text")
  #last = null // the message above, unless something stands between
  #day = null
  #unread = 0
  #marker = null
  #atBottom = true

  constructor() {
    this.#scroll.addEventListener("scroll", () => { this.#atBottom = this.#nearBottom(); this.#look() }, { passive: true })
    this.#jump.addEventListener("click", () => { this.toBottom(true); document.getElementById("text").focus() })
    document.addEventListener("visibilitychange", () => this.#look())
    new ResizeObserver(() => { if (this.#atBottom) this.toBottom() }).observe(this.#scroll)
  }

  /** How many arrived unseen. */
  get unread() { return this.#unread }
  onUnread = () => {}

  clear() {
    this.#log.replaceChildren()
    this.#pending.replaceChildren()
    this.#last = null
    this.#day = null
    this.#marker = null
    this.#setUnread(0)
    this.#showEmpty()
  }

  /** Many at once, at joining: assistive technology is not made to read them all out. */
  fill(messages, me) {
    this.#live.setAttribute("aria-live", "off")
    messages.forEach(m => this.#append(m, me, false))
    this.toBottom()
    requestAnimationFrame(() => this.#live.setAttribute("aria-live", "polite"))
  }

  add(message, me) {
    const own = message.name === me
    const follow = own || this.#atBottom
    const seen = own || this.#atBottom && !document.hidden
    if (!seen && !this.#marker) {
      this.#marker = divider("New messages", "unread")
      this.#log.append(this.#marker)
      this.#last = null
    }
    this.#append(message, me, true)
    if (!seen) this.#setUnread(this.#unread + 1)
    if (follow) this.toBottom()
  }

  note(text) {
    this.#log.append(element("li", "event", text))
    this.#last = null
    if (this.#atBottom) this.toBottom()
  }

  /** Above what came while one was away. */
  missed(text) {
    this.#log.append(divider(text, "missed"))
    this.#last = null
  }

  /** Messages on their way, in the outbox's order. */
  showPending(items, online, discard) {
    this.#pending.replaceChildren(...items.map(item => pendingBubble(item, online, discard)))
    this.#showEmpty()
    if (this.#atBottom) this.toBottom()
  }

  toBottom(smooth = false) {
    this.#scroll.scrollTo({ top: this.#scroll.scrollHeight, behavior: smooth ? "smooth" : "instant" })
    if (!smooth) this.#atBottom = true
    this.#look()
  }

  #append(m, me, fresh) {
    if (this.#day !== dayKey(m.time)) {
      this.#day = dayKey(m.time)
      this.#log.append(divider(dayName(m.time), "day"))
      this.#last = null
    }
    const follows = this.#last?.name === m.name && m.time - this.#last.time < GROUP_WITHIN
    this.#log.append(bubble(m, m.name === me, follows, fresh))
    this.#last = m
    while (this.#log.childElementCount > MOST_SHOWN) this.#log.firstElementChild.remove()
    this.#showEmpty()
  }

  #nearBottom() {
    return this.#scroll.scrollHeight - this.#scroll.scrollTop - this.#scroll.clientHeight < NEAR_BOTTOM
  }

  #look() {
    if (this.#atBottom && !document.hidden) {
      this.#setUnread(0)
      if (this.#marker && !this.#leaving) this.#fadeMarker(this.#marker)
    }
    this.#jump.hidden = this.#atBottom
  }

  // The line stays for a moment after one has come back to it, or one would not see where one was.
  #leaving = 0
  #fadeMarker(marker) {
    this.#leaving = setTimeout(() => {
      marker.remove()
      if (this.#marker === marker) this.#marker = null
      this.#leaving = 0
    }, 8000)
  }

  #setUnread(n) {
    this.#unread = n
    this.#jumpText.textContent = n === 0 ? "Latest messages" : n === 1 ? "1 new message" : `${n} new messages`
    this.onUnread(n)
  }

  #showEmpty() {
    this.#empty.hidden = this.#log.childElementCount + this.#pending.childElementCount > 0
  }
}

const divider = (text, kind) => element("li", `divider ${kind}`, text)

function bubble(m, own, follows, fresh) {
  const time = element("time", "", clockTime(m.time))
  time.dateTime = new Date(m.time).toISOString()
  time.title = new Date(m.time).toLocaleString()
  const author = element("span", follows || own ? "unseen" : "author", own ? "You" : m.name)
  const text = element("span", "text", ...withLinks(m.text))
  text.dir = "auto"
  const box = element("div", isEmoji(m.text) ? "bubble jumbo" : "bubble", text, " ", time)
  const li = element("li", `message ${tone(m.name)}`, avatar(m.name), element("div", "stack", author, box))
  li.classList.toggle("own", own)
  li.classList.toggle("follows", follows)
  li.classList.toggle("fresh", fresh && !own)
  li.dataset.offset = m.offset
  li.dataset.id = m.id
  return li
}

function pendingBubble(item, online, discard) {
  const text = element("span", "text", ...withLinks(item.text))
  text.dir = "auto"
  const state = element("span", "state", item.problem ? "not sent" : online ? "sending…" : "waiting for the connection")
  const stack = element("div", "stack", element("div", "bubble", text, " ", state))
  if (item.problem) {
    const remove = element("button", "small", "Discard")
    remove.type = "button"
    remove.addEventListener("click", () => discard(item))
    stack.append(element("p", "why", item.problem, remove))
  }
  const li = element("li", "message own", stack)
  li.classList.toggle("failed", Boolean(item.problem))
  li.dataset.id = item.id
  return li
}
