/** A slow answer arrives within this time; after it the person stayed. */
const patienceMs = 10_000
let leftAt = Number.NEGATIVE_INFINITY

export function noteLeaving() {
  const note = () => {
    leftAt = performance.now()
  }
  window.addEventListener('beforeunload', note)
  window.addEventListener('pagehide', note)
}

/**
 * Whether this page is being left. Firefox and Safari abort its running loads at once. React Router takes that for an
 * outdated build and reloads the page, which would keep the person on it. So the build asks this first
 * (`bin/lib/leave-at-once.ts`).
 */
export const isLeaving = () => performance.now() - leftAt < patienceMs
