// Names and texts as nodes. Nothing here, or anywhere in the page, is ever parsed as HTML.

export function element(tag, className, ...children) {
  const e = document.createElement(tag)
  if (className) e.className = className
  e.append(...children)
  return e
}

/** The tone of a name: the same for everybody, by an FNV-1a hash. */
export function tone(name) {
  let h = 0x811c9dc5
  for (const c of name.toLowerCase()) h = Math.imul(h ^ c.codePointAt(0), 0x01000193)
  return `tone-${(h >>> 0) % 12}`
}

const segmenter = Intl.Segmenter ? new Intl.Segmenter(undefined, { granularity: "grapheme" }) : null
const first = word => segmenter ? segmenter.segment(word)[Symbol.iterator]().next().value?.segment ?? "" : [...word][0] ?? ""

export function initials(name) {
  const words = name.trim().split(/[\s_.-]+/u).filter(w => /[\p{L}\p{N}]/u.test(w))
  if (!words.length) return "?"
  const last = words.length > 1 ? first(words.at(-1)) : ""
  return (first(words[0]) + last).toUpperCase()
}

export function avatar(name) {
  const a = element("span", `avatar ${tone(name)}`, initials(name))
  a.setAttribute("aria-hidden", "true")
  return a
}

const address = /https?:\/\/[^\s<>"'`]+/giu

/** The text with its web addresses as links, which open elsewhere and tell nothing about this page. */
export function withLinks(text) {
  const parts = []
  let end = 0
  for (const match of text.matchAll(address)) {
    const url = trimmed(match[0])
    if (!isWebAddress(url)) continue
    parts.push(text.slice(end, match.index), link(url))
    end = match.index + url.length
  }
  parts.push(text.slice(end))
  return parts
}

/** Without what ends the sentence rather than the address, and without a bracket that was opened before it. */
function trimmed(url) {
  let u = url.replace(/[.,;:!?…]+$/u, "")
  while (u.endsWith(")") && u.split("(").length < u.split(")").length) u = u.slice(0, -1).replace(/[.,;:!?…]+$/u, "")
  return u
}

function isWebAddress(text) {
  try {
    const { protocol, hostname } = new URL(text)
    return (protocol === "https:" || protocol === "http:") && hostname !== ""
  } catch {
    return false
  }
}

function link(url) {
  const a = element("a", "", url)
  a.href = url
  a.target = "_blank"
  a.rel = "noopener noreferrer nofollow ugc"
  return a
}

/** One to three emoji and nothing else: shown large. */
export const isEmoji = text => /^(\p{Emoji_Presentation}|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f){1,12}$/u.test(text)
  && (segmenter ? [...segmenter.segment(text)].length <= 3 : text.length <= 6)

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" })
const day = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" })
const dayWithYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "long", year: "numeric" })

export const clockTime = time => clock.format(time)

export const dayKey = time => new Date(time).toDateString()

export function dayName(time, now = Date.now()) {
  if (dayKey(time) === dayKey(now)) return "Today"
  if (dayKey(time) === dayKey(now - 86_400_000)) return "Yesterday"
  return (now - time < 300 * 86_400_000 ? day : dayWithYear).format(time)
}

export function list(names, most = 3) {
  if (names.length > most) return `${names.length} people`
  return new Intl.ListFormat("en", { type: "conjunction" }).format(names)
}
