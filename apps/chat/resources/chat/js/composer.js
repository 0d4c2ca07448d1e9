// Where one writes. Tells that one is typing, at most once in a while; keeps to the length limit.

const KEYBOARD_SENDS = window.matchMedia("(hover: hover)")

export class Composer {
  #text = document.getElementById("text")
  #counter = document.getElementById("counter")
  #problem = document.getElementById("compose-problem")
  #session
  #toldAt = 0

  constructor(session, sent) {
    this.#session = session
    const form = document.getElementById("composer")
    form.addEventListener("submit", event => {
      event.preventDefault()
      if (this.#send()) sent()
      // a click on the button would leave the focus there
      this.#text.focus({ preventScroll: true })
    })
    this.#text.addEventListener("keydown", event => {
      // Composing (Japanese, Chinese, …) uses Enter for itself. On touch screens Enter is the only way to a new line.
      if (event.key !== "Enter" || event.shiftKey || event.isComposing || !KEYBOARD_SENDS.matches) return
      event.preventDefault()
      form.requestSubmit()
    })
    this.#text.addEventListener("input", () => this.#changed())
    if (!KEYBOARD_SENDS.matches) document.getElementById("compose-hint").textContent = "Enter begins a new line, the button sends."
  }

  /** Not on touch screens, where a keyboard would rise over the conversation. */
  focus() { if (KEYBOARD_SENDS.matches) this.#text.focus({ preventScroll: true }) }

  #send() {
    // Half a character, as broken clipboards have them, is no text that could be sent.
    const text = this.#text.value.replace(/\p{Surrogate}/gu, "\ufffd").trim()
    if (text === "" || this.#over() > 0) return false
    this.#session.say(text)
    this.#text.value = ""
    this.#toldAt = 0
    this.#changed()
    return true
  }

  #over() { return [...this.#text.value.trim()].length - this.#session.limits.textLength }

  #changed() {
    this.#grow()
    const over = this.#over()
    const limit = this.#session.limits.textLength
    this.#counter.hidden = over < -limit / 5
    this.#counter.textContent = String(-over)
    this.#counter.classList.toggle("over", over > 0)
    this.#problem.textContent = over > 0 ? `The limit is ${limit} characters: send it in parts.` : ""
    this.#tell()
  }

  #grow() {
    if (CSS.supports("field-sizing", "content")) return
    this.#text.style.height = "auto"
    this.#text.style.height = `${this.#text.scrollHeight}px`
  }

  #tell() {
    const active = this.#text.value.trim() !== ""
    if (!active) {
      if (this.#toldAt) this.#session.tellTyping(false)
      this.#toldAt = 0
    } else if (Date.now() - this.#toldAt > this.#session.limits.typingMillis / 2) {
      this.#toldAt = Date.now()
      this.#session.tellTyping(true)
    }
  }
}
