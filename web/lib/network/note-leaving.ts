// The time after `beforeunload` in which the page counts as being left. If it is still open later, the person stayed on
// the page.
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
 * Returns whether the page is being left. Firefox and Safari then abort loads of route code, and React Router would
 * react with a reload. `bin/lib/leave-at-once.ts` adds this check to React Router.
 */
export const isLeaving = () => performance.now() - leftAt < patienceMs
