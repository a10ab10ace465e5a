import { type createEntryLink, mostEntryLinks } from '#contract/content/entry-links.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { AuditAction } from '#contract/workspace/audit-actions.ts'
import {
  type EntryCall,
  languageFor,
  type Opened,
  openKnown,
  refuseUnknownById,
} from '#server/content/entries/entry-call.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { endLinksOf, listLinks, makeLink } from '#server/workspace/api-keys/draft-links.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'

const dayMs = 24 * 3_600_000

type LinkCall = EntryCall & { caller: Member }

/** Creates a preview link. Locks the entry, so that concurrent calls cannot exceed the limit. */
export async function createLink(call: LinkCall, entryId: string, { locale, days }: BodyOf<typeof createEntryLink>) {
  const { tx, caller } = call
  const opened = await openKnown(call, entryId)
  if (opened.entry.trashedAt) throw new Refusal('entry-in-trash')
  const language = languageFor(opened, locale)
  if ((await listLinks(tx, entryId)).length >= mostEntryLinks) throw new Refusal('too-many-entry-links')
  const expiresAt = new Date(Date.now() + days * dayMs).toISOString()
  const slug = opened.texts.find((text) => text.language === language)?.slug ?? ''
  const { id, token } = await makeLink(tx, { entryId, language, slug, expiresAt, createdBy: caller.id })
  await note(call, 'entry-link.created', id, { entryId, language, expiresAt })
  const link = (await listLinks(tx, entryId)).find((one) => one.id === id)!
  return { ...link, token, url: urlWith(token, opened, { language, slug }) }
}

export async function showLinks(call: EntryCall, entryId: string) {
  await refuseUnknownById(call, entryId)
  return listLinks(call.tx, entryId)
}

export async function endLink(call: LinkCall, entryId: string, id: string) {
  const { tx, caller } = call
  await openKnown(call, entryId)
  if (!(await endLinksOf(tx, { entryId, id, by: caller.id }))) throw new Refusal('entry-link-not-found')
  await note(call, 'entry-link.ended', id, { entryId })
}

/** Ends all preview links of an entry that moved to the trash. A restored entry does not get its links back. */
export const endLinks = (tx: WorkspaceTx, { subject }: NewEvent<'entry.trashed'>) =>
  endLinksOf(tx, { entryId: subject.id, by: null })

type DraftAddress = { language: string; slug: string }

/** Returns the preview URL of the site with the token of the link. Returns null if the model has no preview URL. */
function urlWith(token: string, { model, entry }: Opened, { language, slug }: DraftAddress): string | null {
  if (!model.previewUrl) return null
  const filled: Record<string, string> = { slug, id: entry.id, locale: language }
  const address = new URL(
    model.previewUrl.replace(/(\{|%7B)(slug|id|locale)(\}|%7D)/gi, (_, __, name: string) =>
      encodeURIComponent(filled[name.toLowerCase()]!),
    ),
  )
  address.searchParams.set('preview_token', token)
  return address.href
}

async function note({ tx, caller }: LinkCall, action: AuditAction, id: string, detail: Record<string, unknown>) {
  await recordAudit(tx, { action, by: sourceOf(caller), subjectId: id, detail })
}
