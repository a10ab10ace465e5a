import { z } from 'zod'
import { mostInBatch } from '#contract/bulk/batches.ts'
import { Id } from '#contract/endpoint.ts'
import { batchKind } from '#server/bulk/batches/batch-kind.ts'
import { showBatch } from '#server/bulk/batches/show-batches.ts'
import { startBatch } from '#server/bulk/batches/start-batch.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { renameTagOfDrafts, returnTagToDrafts } from '#server/tickets/conversation/messages/rename-tag-of-drafts.ts'
import { renameTagOfHeld, returnTagToHeld, tagLists } from '#server/tickets/conversation/messages/rename-tag-of-held.ts'
import { renameTagOfMacros, returnTagToMacros } from '#server/tickets/macros/rename-tag-of-macros.ts'
import { renameTagOfMerges } from '#server/tickets/merging/rename-tag-of-merges.ts'
import { findTag, listTagged } from '#server/tickets/tags/list-tags.ts'
import { replaceTag } from '#server/tickets/tags/same-tag.ts'
import { lockTickets } from '#server/tickets/ticket/find-ticket.ts'
import { renameTagOfViews } from '#server/tickets/views/rename-tag-of-views.ts'
import { changeEverywhere, restoreTicketRow } from './change-ticket-row.ts'
import { labelTicket } from './queries.ts'

/** Renames a tag on tickets, or removes it if `name` is null. */
export const tagChange = batchKind({
  name: 'tag-change',
  input: z.object({
    tag: z.string(),
    name: z.string().nullable(),
    views: z.array(Id).describe('The saved views whose query got the new name'),
    macros: z
      .array(z.object({ id: Id, kinds: z.array(z.enum(['add_tags', 'remove_tags'])) }))
      .default([])
      .describe('The macros whose actions had the tag'),
    drafts: z
      .array(z.object({ ticketId: Id, memberId: Id }))
      .default([])
      .describe('The drafts in which changes of macros had the tag'),
    held: z
      .array(z.object({ messageId: Id, lists: z.array(z.enum(tagLists)) }))
      .default([])
      .describe('The held replies whose changes had the tag'),
  }),
  needs: [],
  label: labelTicket,
  async change({ tx, caller }, id, { tag, name }) {
    const changed = await changeEverywhere(tx, id, caller, ({ tags }) => ({ tags: replaceTag(tags, tag, name) }))
    if (name !== null) await renameTagOfMerges(tx, id, { tag, name })
    return changed
  },
  canUndo: () => true,
  async undo({ tx, caller }, id, before, { tag, name, views, macros, drafts, held }) {
    const [locked] = await lockTickets(tx, [id])
    await restoreTicketRow(tx, locked, before, caller)
    if (name === null) {
      if (macros.length > 0) await returnTagToMacros(tx, { tag, macros, by: caller })
      if (drafts.length > 0) await returnTagToDrafts(tx, { tag, drafts, by: caller })
      if (held.length > 0) await returnTagToHeld(tx, { tag, held })
      return
    }
    await renameTagOfMerges(tx, id, { tag: name, name: tag })
    const only = macros.map((macro) => macro.id)
    if (only.length > 0) await renameTagOfMacros(tx, { tag: name, name: tag, by: caller, only })
    if (drafts.length > 0) await renameTagOfDrafts(tx, { tag: name, name: tag, by: caller, only: drafts })
    if (held.length > 0) await renameTagOfHeld(tx, { tag: name, name: tag, only: held })
    if (views.length > 0) await renameTagOfViews(tx, { tag: name, name: tag, by: caller, only: views })
  },
})

type TagCall = { tx: WorkspaceTx; caller: Member }

export async function renameTagInBatch(call: TagCall, written: string, name: string) {
  const { tx, caller } = call
  const tag = await findTag(tx, written)
  const views = await renameTagOfViews(tx, { tag, name, by: caller })
  const macros = await renameTagOfMacros(tx, { tag, name, by: caller })
  const drafts = await renameTagOfDrafts(tx, { tag, name, by: caller })
  const held = await renameTagOfHeld(tx, { tag, name })
  return startTagChange(call, { tag, name, views, macros, drafts, held })
}

export async function deleteTagInBatch(call: TagCall, written: string) {
  const { tx, caller } = call
  const tag = await findTag(tx, written)
  const macros = await renameTagOfMacros(tx, { tag, name: null, by: caller })
  const drafts = await renameTagOfDrafts(tx, { tag, name: null, by: caller })
  const held = await renameTagOfHeld(tx, { tag, name: null })
  return startTagChange(call, { tag, name: null, views: [], macros, drafts, held })
}

async function startTagChange({ tx, caller }: TagCall, input: z.output<typeof tagChange.input>) {
  const subjectIds = await listTagged(tx, input.tag, input.name, mostInBatch + 1)
  if (subjectIds.length === 0) return { batch: null }
  return { batch: await showBatch(tx, await startBatch(tx, caller.id, { kind: tagChange, input, subjectIds })) }
}
