import { useRef, useState } from 'react'
import type { createEntry, EditedEntry } from '#contract/content/entries.ts'
import type { addMediaFromAddress, changeMedia as patchMedia } from '#contract/content/media.ts'
import { slugOf } from '#contract/letters/slug.ts'
import type { Present } from '#contract/live/presence.ts'
import type { readDocument } from '#contract/writing/document-reading.ts'
import type { PastedDocument } from '#contract/writing/read-document.ts'
import { hrefOf } from '#web/cms/entries/entry-words.ts'
import { findEntries } from '#web/cms/entries/find-entries.ts'
import { CommentOnField, countOn, type EntryComments } from '#web/cms/entry-comments/entry-comments.tsx'
import { type Beside, BesideField } from '#web/cms/entry-languages/beside-field.tsx'
import {
  type EditedModel,
  type EntryPageData,
  isLockedBySchedule,
  type OtherModel,
  titleFieldOf,
} from '#web/cms/entry-writing/entry-data.ts'
import type { EntryText } from '#web/cms/entry-writing/use-entry-values.ts'
import { leadOf, MediaChooser, MediaFocus } from '#web/cms/media/picker/media-chooser.tsx'
import { type Added, addFile } from '#web/cms/media/uploads/send-media.ts'
import type { EditorPort } from '#web/editor/editor-port.ts'
import { componentsByName, hasLocalizedParts } from '#web/fields/components/localized-parts.ts'
import { writableValue } from '#web/fields/components/writable-values.ts'
import type { FieldServices, Lead, MediaWords } from '#web/fields/form/field-services.tsx'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { PresentField } from '#web/lib/live/people-here.tsx'
import { useSite } from '#web/lib/use-site.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useReadAgain } from '#web/lib/write/read-again.ts'

type FieldsContext = EntryPageData & { text: EntryText; people: Present[]; beside: Beside; comments: EntryComments }

export function useEntryFieldServices(data: FieldsContext) {
  const { entry, model, components, models, categories, language, languages, viewer, text, people, beside, comments } =
    data
  const { timeZone } = useSite()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Lead>>(new Map())
  const [goTo, setGoTo] = useState<FieldServices['goTo']>(entry ? undefined : startOf(model))
  const port = useDocumentPort(entry)
  const readAgain = useReadAgain()
  const remember = (leads: Lead[]) =>
    setChosen((before) => new Map([...before, ...leads.map((lead) => [lead.id, lead] as const)]))

  async function changeMedia({ id }: Lead, body: MediaWords) {
    const { answer, problem } = await ask<typeof patchMedia>('PATCH', '/api/v1/media/:id', { params: { id }, body })
    if (!answer) return problem!.detail
    remember([leadOf(answer)])
    if (entry) await readAgain()
    return null
  }

  const mayWrite = (field: FieldOf) =>
    (field.writtenBy === 'members' || viewer.isAdmin) && !isLockedBySchedule({ entry, language }, field)

  const known = new Map<string, Lead>([
    ...chosen,
    ...categories.map(({ id, name }) => [id, leadOfCategory(id, name)] as const),
    ...[...(entry?.leads ?? []), ...(beside.entry?.leads ?? [])].map((lead) => [lead.id, lead] as const),
  ])

  const byName = componentsByName(components)
  const services: FieldServices = {
    components: byName,
    ...{ models, categories, timeZone, language, port, goTo, MediaChooser, MediaFocus, changeMedia },
    // An entry must not refer to itself.
    searchEntries: async (...search) => (await findEntries(...search)).filter(({ id }) => id !== entry?.id),
    createEntry: (key, title) =>
      createNamed(
        models.find((other) => other.key === key),
        title,
      ),
    leadOf: (id) => known.get(id),
    remember,
    hrefOf: ({ kind, id }) => (kind === 'entry' ? hrefOf(id) : undefined),
    madeSlug: (field) => madeSlugOf(data, field),
    slugPrefix: ({ id }) => (slugFieldOf(model)?.id === id ? prefixOf(model.previewUrl) : undefined),
    faultAt: (path) => text.faults.at(path),
    mayWrite,
    isShared: ({ localized }) => languages.length > 1 && !localized,
    hold: text.faults.hold,
    mark: (field) =>
      entry && !entry.isTrashed ? (
        <CommentOnField
          label={field.label || field.key}
          count={countOn(comments, field.key)}
          onComment={() => comments.begin(field.key)}
        />
      ) : null,
    frame: (field, children) => (
      <PresentField name={presenceOf(field, language)} people={people}>
        {beside.entry && (field.localized || hasLocalizedParts(field, byName)) ? (
          <BesideField
            {...{ field, beside, canCopy: !entry?.isTrashed && mayWrite(field) }}
            onCopy={(value) => text.change(field.key, writableValue(field, value, services))}
          >
            {children}
          </BesideField>
        ) : (
          children
        )}
      </PresentField>
    ),
  }
  return { services, goTo: (path: string) => setGoTo((before) => ({ path, turn: (before?.turn ?? 0) + 1 })) }
}

function startOf(model: EntryPageData['model']): FieldServices['goTo'] {
  const field = titleFieldOf(model) ?? model.fields[0]
  return field && { path: field.key, turn: 0 }
}

const presenceOf = ({ key, localized }: FieldOf, language: string) => (localized ? `${key}:${language}` : key)

const leadOfCategory = (id: string, title: string): Lead => ({
  ...{ id, title, kind: 'category', model: null, status: null, picture: null },
})

function madeSlugOf({ model, text, language, hasPlainSlugs }: FieldsContext, field: FieldOf<'slug'>) {
  const source = model.fields.find(({ id }) => id === field.from) ?? titleFieldOf(model)
  const words = source && text.values[source.key]
  return typeof words === 'string' ? slugOf(words, { language, isPlain: hasPlainSlugs }) : undefined
}

/** Connects the rich text editor to the media library, and to the server for pasted texts. */
function useDocumentPort(entry: EditedEntry | null): EditorPort {
  const pictures = useRef(new Map<string, string>())
  for (const { id, picture } of entry?.leads ?? []) if (picture) pictures.current.set(id, picture)
  function know({ id, kind, thumbnail }: Added) {
    if (thumbnail) pictures.current.set(id, thumbnail)
    return kind === 'image'
  }
  return {
    urlOf: (file) => pictures.current.get(file),
    async upload(file, onProgress) {
      const added = await addFile(file, null, { onProgress, signal: new AbortController().signal })
      return { id: added.id, name: added.name, isPicture: know(added) }
    },
    async fetchPicture(address) {
      const { answer } = await ask<typeof addMediaFromAddress>('POST', '/api/v1/media/addresses', { body: { address } })
      if (!answer) return null
      know(answer)
      return answer.id
    },
    searchArticles: async () => [],
    titleOf: async () => 'an article',
    async readPasted(pasted) {
      const { answer } = await ask<typeof readDocument>('POST', '/api/v1/documents', { body: pasted })
      return (answer as PastedDocument | undefined) ?? null
    },
  }
}

const slugFieldOf = ({ fields, slugField }: Pick<EditedModel, 'fields' | 'slugField'>) =>
  fields.find(({ key }) => key === slugField) ?? fields.find(({ kind }) => kind === 'slug')

// Returns the path before the slug: "/blog/" for "https://site.example/blog/{slug}". Undefined if the path has no slug,
// or has a placeholder before it.
function prefixOf(previewUrl: string): string | undefined {
  const [before, after] = previewUrl.split(/\{slug\}|%7Bslug%7D/i)
  if (after === undefined || !before || /[{?#]|%7B/i.test(before)) return undefined
  return before.replace(/^\w+:\/\/[^/]*/, '') || undefined
}

async function createNamed(model: OtherModel | undefined, title: string): Promise<Lead | string> {
  if (!model?.titleField) return 'Entries of this model have no title field. Create the entry in the content list.'
  const { answer, problem } = await ask<typeof createEntry>('POST', '/api/v1/content/:model', {
    params: { model: model.pluralKey },
    body: { fields: { [model.titleField]: title } },
  })
  if (!answer) return problem!.detail
  return { id: answer.id, kind: 'entry', title, model: model.key, status: 'draft', picture: null }
}
