import type { EntryThread, writeEntryComment } from '#contract/content/comments.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { aboutEntry } from '#contract/events.ts'
import { languageFor, modelFor, type Opened, openKnown } from '#server/content/entries/entry-call.ts'
import { textFor } from '#server/content/entries/shape-entries.ts'
import { readEntry } from '#server/content/entries/show-entry.ts'
import { fieldsByKey, isThere } from '#server/fields/values/components.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { CommentCall, CommentRow, Reader, Topic } from '#server/writing/comments/topic.ts'

type EntryTopic = Topic<Pick<EntryThread, 'field' | 'locale'>> & { opened: Opened }

export async function readEntryTopic(call: CommentCall, id: string): Promise<EntryTopic> {
  const opened = await readEntry(call.tx, id)
  modelFor(call, opened.models, opened.model.pluralKey)
  return topicOf(opened)
}

/** Opens and locks an entry for a new comment. Refuses an entry in the trash. */
export async function openEntryTopic(call: CommentCall, id: string): Promise<EntryTopic> {
  const opened = await openKnown(call, id)
  if (opened.entry.trashedAt) throw new Refusal('entry-in-trash')
  return topicOf(opened)
}

export const findEntryTopic = async (tx: WorkspaceTx, id: string) => topicOf(await readEntry(tx, id))

/** Returns the field and language of a new thread. Refuses a field that the writer cannot read. */
export function placeInEntry(
  { opened }: EntryTopic,
  { field: key, locale }: Pick<BodyOf<typeof writeEntryComment>, 'field' | 'locale'>,
  reader: Reader,
) {
  const field = key === undefined ? null : fieldsByKey(opened.model.fields).get(key)
  if (field === undefined || !mayRead(opened, field?.id ?? null, reader)) throw new Refusal('comment-field-unknown')
  return { fieldId: field?.id ?? null, language: locale === undefined ? null : languageFor(opened, locale) }
}

function topicOf(opened: Opened): EntryTopic {
  const { entry, model, texts, languages } = opened
  const [first] = languages
  const pathIn = (language: string | null) =>
    `/cms/content/edit/${entry.id}${language ? `?language=${encodeURIComponent(language)}` : ''}`
  return {
    opened,
    subject: { ...aboutEntry(entry.id), type: 'entry' },
    mayRead: ({ fieldId }, reader) => mayRead(opened, fieldId, reader),
    placesOf: async () => (thread) => {
      const field = model.fields.find((one) => one.id === thread.fieldId && isThere(one))
      return { field: field ? { key: field.key, label: field.label } : null, locale: thread.language }
    },
    mailed: {
      ...{ noun: 'entry', model: model.name },
      pathIn: (language) => pathIn(language === first ? null : language),
      titleIn: async (language) => textFor(texts, language ?? first!, first!)?.title || 'an untitled entry',
      placeName: ({ fieldId }: CommentRow) => model.fields.find(({ id }) => id === fieldId)?.label ?? null,
      pathFor: async ({ id, language }) => `${pathIn(language)}#comment-${id}`,
    },
  }
}

// Whether a member can read comments on a field. Readers of the field can. If the field was deleted permanently, only
// admins can.
function mayRead(
  { model }: Pick<Opened, 'model'>,
  fieldId: string | null,
  { isAdmin }: Pick<Reader, 'isAdmin'>,
): boolean {
  if (fieldId === null || isAdmin) return true
  return model.fields.some(({ id, readBy }) => id === fieldId && readBy === 'members')
}
