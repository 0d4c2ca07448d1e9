import { initials, tone } from "./text.js"

// The dialog that asks for a name and a room.

export class Door {
  #dialog = document.getElementById("door")
  #form = document.getElementById("door-form")
  #name = document.getElementById("name")
  #room = document.getElementById("room-input")
  #problem = document.getElementById("door-problem")
  #suggestion = document.getElementById("suggestion")
  #enter = document.getElementById("enter")
  #cancel = document.getElementById("door-cancel")

  constructor(enter) {
    this.#form.addEventListener("submit", event => {
      event.preventDefault()
      const name = this.#name.value.trim(), room = this.#room.value.trim().replace(/^#/, "")
      if (name === "") return this.#complain("Give a name that the others will see.", this.#name)
      if (room === "") return this.#complain("Give a room, such as lobby.", this.#room)
      this.#complain("")
      this.#enter.disabled = true
      enter(room, name)
    })
    this.#name.addEventListener("input", () => this.#draw())
    this.#suggestion.addEventListener("click", () => {
      this.#name.value = this.#suggestion.dataset.name
      this.#draw()
      this.#form.requestSubmit()
    })
    this.#cancel.addEventListener("click", () => this.close())
    this.#dialog.addEventListener("cancel", event => { if (this.#cancel.hidden) event.preventDefault() })
    // A browser lets Escape through at the second press whatever the page says: there is nothing behind the door then.
    this.#dialog.addEventListener("close", () => { if (this.#cancel.hidden && !this.#done) this.#dialog.showModal() })
  }

  #done = true

  open(room, name, canCancel) {
    this.#done = false
    this.#name.value = name
    this.#room.value = room
    this.#cancel.hidden = !canCancel
    this.#enter.disabled = false
    this.#complain("")
    this.#draw()
    if (!this.#dialog.open) this.#dialog.showModal()
    const first = name === "" ? this.#name : this.#enter
    first.focus()
  }

  close() {
    this.#done = true
    this.#dialog.close()
  }

  /** The server, or the way to it, refused. */
  refuse(detail, field, suggestion) {
    this.#enter.disabled = false
    this.#complain(detail, field === "room" ? this.#room : field === "name" ? this.#name : null)
    this.#suggestion.hidden = !suggestion
    this.#suggestion.textContent = suggestion ? `Join as ${suggestion}` : ""
    this.#suggestion.dataset.name = suggestion ?? ""
  }

  /** There is no way to the server for now; the link goes on trying. */
  wait(text) {
    if (this.#dialog.open && !this.#done) this.refuse(text)
  }

  #complain(text, field = null) {
    this.#problem.textContent = text
    this.#suggestion.hidden = true
    for (const f of [this.#name, this.#room]) f.setAttribute("aria-invalid", String(f === field))
    field?.focus()
  }

  #draw() {
    const name = this.#name.value.trim()
    const a = document.getElementById("door-avatar")
    a.className = `avatar ${name === "" ? "" : tone(name)}`
    a.textContent = name === "" ? "?" : initials(name)
  }
}
