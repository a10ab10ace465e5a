import type { Problem } from '#contract/refusals.ts'

/** For an act that needs everything saved. `undone` says what was not done. */
export const unsavedProblem = (undone: string): Problem => ({
  type: 'about:blank',
  title: 'Not saved',
  status: 0,
  code: 'unsaved',
  detail: `${undone}, because your last changes could not be saved yet. Try again when they are.`,
})
