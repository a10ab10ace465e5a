import { EntryBatchChange } from '#contract/content/changes.ts'
import { isSame } from '#contract/is-same.ts'
import { type BatchCall, batchKind } from '#server/bulk/batches/batch-kind.ts'
import { copyEntry } from '#server/content/entries/copy-entry.ts'
import { type Opened, openById, snapshotOf, valuesIn } from '#server/content/entries/entry-call.ts'
import { publish, trash, unarchive, unpublish, untrash } from '#server/content/entries/publication/states.ts'
import { changeEntry } from '#server/content/entries/writing/write-entry.ts'
import { idsIn } from '#server/fields/kinds/field-kind.ts'
import { Refusal } from '#server/platform/refusal.ts'

/**
 * Changes many entries with the operations for one entry. Trash, restore, labels and categories can be undone.
 * Publishing and unpublishing cannot be undone, because the former published version may differ from the draft.
 */
export const entryBatch = batchKind({
  name: 'entries',
  input: EntryBatchChange,
  needs: [],
  async label(tx, id) {
    return (await openById(tx, id))?.texts.find(({ title }) => title !== '')?.title ?? ''
  },
  change: changeOne,
  canUndo: ({ act }) => !notUndoable.includes(act),
  undo: undoOne,
})

const notUndoable: EntryBatchChange['act'][] = ['publish', 'unpublish', 'unarchive', 'duplicate']

type EntryAddress = { model: string; id: string }

async function changeOne(call: BatchCall, id: string, change: EntryBatchChange): Promise<object | null> {
  const { opened, named } = await findNamed(call, id)
  switch (change.act) {
    case 'publish':
      await publish(call, named, {})
      return null
    case 'unpublish':
      await unpublish(call, named, {})
      return null
    case 'trash':
    case 'untrash':
      if ((opened.entry.trashedAt !== null) === (change.act === 'trash')) return null
      await (change.act === 'trash' ? trash : untrash)(call, named)
      return {}
    case 'unarchive':
      for (const { language, status } of opened.texts)
        if (status === 'archived' && (change.locale ?? language) === language) await unarchive(call, named, language)
      return null
    case 'duplicate':
      await copyEntry(call, named)
      return null
    case 'label':
      return changeLabels(call, named, change)
    case 'category':
      return changeCategory(call, named, change)
    case 'categories':
      return changeCategories(call, named, change)
  }
}

type LabelChange = Extract<EntryBatchChange, { act: 'label' }>

// Changes the labels of an entry. Returns only the added and removed labels for undo, because other members may change
// other labels meanwhile.
async function changeLabels(call: BatchCall, named: EntryAddress, { add, remove }: Omit<LabelChange, 'act'>) {
  const { labels } = (await openKept(call, named.id)).entry
  const next = [...new Set([...labels.filter((label) => !remove.includes(label)), ...add])]
  if (isSame(labels, next)) return null
  if (next.length > 20) throw new Refusal('entry-invalid', { detail: 'An entry has at most 20 labels' })
  await changeEntry(call, named, { fields: {}, labels: next })
  return changeOf(labels, next)
}

const changeOf = (before: string[], next: string[]) => ({
  added: next.filter((one) => !before.includes(one)),
  removed: before.filter((one) => !next.includes(one)),
})

type CategoryChange = Extract<EntryBatchChange, { act: 'category' }>

async function changeCategory(call: BatchCall, named: EntryAddress, { field: key, category }: CategoryChange) {
  const { value, isMany } = categoryIn(await openKept(call, named.id), key)
  const next = isMany ? (category === null ? [] : [category]) : category
  if (isSame(value ?? null, next)) return null
  await changeEntry(call, named, { fields: { [key]: next } })
  return { value: value ?? null, next }
}

type CategoriesChange = Extract<EntryBatchChange, { act: 'categories' }>

async function changeCategories(
  call: BatchCall,
  named: EntryAddress,
  { field: key, add, remove }: Omit<CategoriesChange, 'act'>,
) {
  const opened = await openKept(call, named.id)
  const { value, isMany } = categoryIn(opened, key)
  if (!isMany)
    throw new Refusal('entry-invalid', { detail: `${opened.model.name} takes one category in ${key}, and not many` })
  const before = Array.isArray(value) ? idsIn(value) : []
  const next = [...new Set([...before.filter((id) => !remove.includes(id)), ...add])]
  if (isSame(before, next)) return null
  await changeEntry(call, named, { fields: { [key]: next } })
  return changeOf(before, next)
}

function categoryIn(opened: Opened, key: string) {
  const { model, entry, texts, languages } = opened
  const field = model.fields.find((one) => one.key === key && one.kind === 'category')
  if (!field) throw new Refusal('entry-invalid', { detail: `${model.name} has no field ${key} of categories` })
  const value = valuesIn(opened, snapshotOf(entry, texts), languages[0]!)[field.slot]
  return { value, isMany: 'many' in field && field.many === true }
}

type FormerValues = Partial<ReturnType<typeof changeOf>> & { value?: unknown; next?: unknown }

async function undoOne(call: BatchCall, id: string, before: unknown, change: EntryBatchChange) {
  const { named } = await findNamed(call, id)
  if (change.act === 'trash') return untrash(call, named)
  if (change.act === 'untrash') return trash(call, named)
  const { added = [], removed = [], value, next } = before as FormerValues
  if (change.act === 'label') await changeLabels(call, named, { add: removed, remove: added })
  if (change.act === 'categories')
    await changeCategories(call, named, { field: change.field, add: removed, remove: added })
  if (change.act !== 'category') return
  if (!isSame(categoryIn(await openKept(call, id), change.field).value ?? null, next))
    throw new Refusal('changed-meanwhile', { detail: 'Somebody changed the category since' })
  await changeEntry(call, named, { fields: { [change.field]: value } })
}

async function findNamed({ tx }: BatchCall, id: string): Promise<{ opened: Opened; named: EntryAddress }> {
  const opened = await openById(tx, id)
  if (!opened) throw new Refusal('entry-not-found')
  return { opened, named: { model: opened.model.pluralKey, id } }
}

async function openKept(call: BatchCall, id: string): Promise<Opened> {
  const { opened } = await findNamed(call, id)
  if (opened.entry.trashedAt) throw new Refusal('entry-in-trash')
  return opened
}
