import { randomUUID } from 'node:crypto'
import { aboutTicket } from '#contract/events.ts'
import { mostOfWords, tagLabels } from '#contract/tickets/macro-values.ts'
import type { PendingMacro } from '#contract/tickets/macros.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { Member } from '#server/platform/http/caller.ts'
import {
  type DraftOf,
  type DraftWithMacro,
  lockDraftsNamingTags,
  setMacroOfDraft,
} from '#server/tickets/conversation/queries/drafts.ts'
import { includesTag, replaceTag } from '#server/tickets/tags/same-tag.ts'

type Change = PendingMacro['changes'][number]
type TagKind = keyof typeof tagLabels
type By = Pick<Member, 'id'>
type Renaming = { tag: string; name: string | null; by: By; only?: readonly DraftOf[] }

/**
 * Renames a tag in the changes of macros that wait in drafts. If `name` is null, the changes stay as words that say what
 * is left out. Returns the changed drafts. With `only`, other drafts stay as they are.
 */
export const renameTagOfDrafts = (tx: WorkspaceTx, { tag, name, by, only }: Renaming): Promise<DraftOf[]> =>
  changeDrafts(tx, { by, only }, (change) => renameTagIn(change, tag, name))

/** Makes the changes of a deleted tag possible again, after its deletion was undone. */
export const returnTagToDrafts = (tx: WorkspaceTx, { tag, drafts, by }: { tag: string; drafts: DraftOf[]; by: By }) =>
  changeDrafts(tx, { by, only: drafts }, (change) => returnTagTo(change, tag))

/** Returns what replaces a change, or null if it does not name the tag. */
export function renameTagIn({ action }: Change, tag: string, name: string | null): Change[] | null {
  if (action?.kind !== 'add_tags' && action?.kind !== 'remove_tags') return null
  if (!includesTag(action.tags, tag)) return null
  const tags = replaceTag(action.tags, tag, name)
  const others = tags.length > 0 ? [changeOf(action.kind, tags)] : []
  return name === null ? [...others, { action: null, words: wordsOf(action.kind, [tag]) }] : others
}

/** Returns what replaces a change after the deletion of the tag was undone, or null if it was not about the tag. */
export function returnTagTo({ action, words }: Change, tag: string): Change[] | null {
  if (action) return null
  const kind = (['add_tags', 'remove_tags'] as const).find((one) => words === wordsOf(one, [tag]))
  return kind ? [changeOf(kind, [tag])] : null
}

const changeOf = (kind: TagKind, tags: string[]): Change => ({ action: { kind, tags }, words: wordsOf(kind, tags) })

const wordsOf = (kind: TagKind, tags: string[]) => `${tagLabels[kind]} ${tags.join(', ')}`.slice(0, mostOfWords)

type Choice = { by: By; only: readonly DraftOf[] | undefined }

/** `replace` returns null for a change that stays. */
async function changeDrafts(tx: WorkspaceTx, { by, only }: Choice, replace: (change: Change) => Change[] | null) {
  const isChosen = ({ ticketId, memberId }: DraftOf) =>
    only?.some((one) => one.ticketId === ticketId && one.memberId === memberId) ?? true
  const ticketIds = only?.map(({ ticketId }) => ticketId)
  // The drafts of two merged tickets have the same revision as long as they are the same draft.
  const revisions = new Map<string, string>()
  const changed: DraftOf[] = []
  for (const draft of (await lockDraftsNamingTags(tx, ticketIds)).filter(isChosen)) {
    const replaced = draft.macro.changes.map(replace)
    if (replaced.every((change) => change === null)) continue
    const changes = draft.macro.changes.flatMap((change, at) => replaced[at] ?? [change])
    const revision = revisions.get(draft.revision) ?? randomUUID()
    revisions.set(draft.revision, revision)
    await writeMacro(tx, { ...draft, macro: { ...draft.macro, changes }, revision }, by)
    changed.push({ ticketId: draft.ticketId, memberId: draft.memberId })
  }
  return changed
}

async function writeMacro(tx: WorkspaceTx, draft: DraftWithMacro, by: By) {
  await setMacroOfDraft(tx, draft)
  await record(tx, {
    type: 'draft.changed',
    subject: aboutTicket(draft.ticketId),
    by: byMember(by),
    audience: { member: draft.memberId },
  })
}
