import type { Problem } from '#contract/refusals.ts'

/**
 * Returns the problem of an action that did not run because changes could not be saved. `undone` begins the sentence:
 * "The draft is not shown".
 */
export const unsavedProblem = (undone: string): Problem => ({
  type: 'about:blank',
  title: 'Not saved',
  status: 0,
  code: 'unsaved',
  detail: `${undone}, because your last changes could not be saved yet. Try again when they are saved.`,
})
