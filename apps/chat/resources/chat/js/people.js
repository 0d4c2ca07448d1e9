import { avatar, element } from "./text.js"

// Who is here: a panel beside the room, a drawer on narrow screens.

const narrow = window.matchMedia("(max-width: 51rem)")

export class People {
  #panel = document.getElementById("people")
  #list = document.getElementById("members")
  #open = document.getElementById("people-open")
  #shade = document.getElementById("shade")

  constructor() {
    this.#open.addEventListener("click", () => this.toggle(true))
    document.getElementById("people-close").addEventListener("click", () => this.toggle(false))
    this.#shade.addEventListener("click", () => this.toggle(false))
    document.addEventListener("keydown", event => {
      if (event.key === "Escape" && this.#panel.classList.contains("open")) this.toggle(false)
    })
    narrow.addEventListener("change", () => this.toggle(false))
    this.toggle(false)
  }

  toggle(open) {
    const was = this.#panel.classList.contains("open")
    const drawer = narrow.matches
    this.#panel.classList.toggle("open", open && drawer)
    this.#panel.inert = drawer && !open
    this.#shade.hidden = !(open && drawer)
    this.#open.setAttribute("aria-expanded", String(open && drawer))
    document.querySelectorAll(".bar, .conversation, .compose").forEach(e => { e.inert = open && drawer })
    if (open && drawer) document.getElementById("people-close").focus()
    else if (was) this.#open.focus()
  }

  show(names, me) {
    const order = [...names].sort((a, b) => (b === me) - (a === me) || a.localeCompare(b))
    this.#list.replaceChildren(...order.map(name => {
      const who = element("span", "who", name)
      who.title = name
      if (name === me) who.append(element("span", "you", " (you)"))
      return element("li", "", avatar(name), who)
    }))
    const n = order.length
    document.getElementById("headcount").textContent = n === 1 ? "Only you are here" : `${n} people here`
    document.getElementById("people-badge").textContent = n > 99 ? "99+" : String(n)
  }
}
