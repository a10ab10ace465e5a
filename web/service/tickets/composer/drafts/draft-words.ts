import type { DraftState } from './use-draft.ts'

/** Says where a draft is stored. */
export function draftWords({ state, isKept }: { state: DraftState; isKept: boolean }): string {
  if (state === 'saved') return 'Draft saved'
  if (state === 'none' || state === 'saving') return ''
  if (state !== 'offline') return `Draft not saved. ${state.refused}`
  return isKept ? 'Kept in this browser, not saved yet' : 'Draft not saved, trying again'
}
