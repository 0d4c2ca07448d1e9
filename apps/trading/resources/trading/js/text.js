// Small parts that every view uses.

export const number = new Intl.NumberFormat("en")
export const byId = id => document.getElementById(id)

export function element(name, className, ...children) {
  const e = document.createElement(name)
  if (className) e.className = className
  e.append(...children)
  return e
}

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" })
const minute = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" })
export const time = millis => clock.format(millis)
export const shortTime = millis => minute.format(millis)

/** Sets the text where it is another one: what does not change is not read out again. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text
}

/** Makes a table's body of as many rows as needed, each of these texts; rows stay where they are. */
export function rows(body, all) {
  while (body.rows.length > all.length) body.deleteRow(-1)
  all.forEach((texts, n) => {
    const row = body.rows[n] ?? body.insertRow()
    texts.forEach((text, i) => write(row.cells[i] ?? row.insertCell(), text))
  })
}

/** Runs `paint` with a picture soon, once for all calls until then; at most every `millis` milliseconds. */
export function atMostEvery(millis, paint) {
  let waits = false
  let last = -Infinity
  return () => {
    if (waits) return
    waits = true
    setTimeout(() => requestAnimationFrame(() => {
      waits = false
      last = performance.now()
      paint()
    }), Math.max(0, last + millis - performance.now()))
  }
}
