// Says whether the server still answers. Asks when the page is looked at, not all the time.

async function look() {
  let up = false
  try {
    up = (await fetch("/health", { signal: AbortSignal.timeout(5000) })).ok
  } catch {
    up = false // no answer at all
  }
  document.getElementById("health").classList.toggle("down", !up)
  document.getElementById("health-text").textContent = up ? "This server is running" : "This server does not answer"
}

look()
document.addEventListener("visibilitychange", () => { if (!document.hidden) look() })
