/** A slow answer comes within it; after that the person stayed. */
const patienceMs = 10_000
let leftAt = Number.NEGATIVE_INFINITY

/** Notes when another document is opened in place of this one. */
export function noteLeaving() {
  const note = () => {
    leftAt = performance.now()
  }
  window.addEventListener('beforeunload', note)
  window.addEventListener('pagehide', note)
}

/**
 * Whether this page is being left. Firefox and Safari give up at once what it still loads. React Router takes that for an
 * old build and reloads the page, which would keep the person on it: the build asks this first (`bin/lib/leave-at-once.ts`).
 */
export const isLeaving = () => performance.now() - leftAt < patienceMs
