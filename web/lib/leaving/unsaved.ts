import type { Problem } from '#contract/refusals.ts'

/** Returns the problem of an action that needs saved changes. `undone` says which action failed. */
export const unsavedProblem = (undone: string): Problem => ({
  type: 'about:blank',
  title: 'Not saved',
  status: 0,
  code: 'unsaved',
  detail: `${undone}, because your last changes could not be saved yet. Try again when they are.`,
})
