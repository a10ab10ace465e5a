import type { Field } from '#contract/fields/fields.ts'
import { type Model, type Models, readModels } from '#server/content/models/find-models.ts'
import { writtenTexts } from '#server/content/models/written-texts.ts'
import { type Snapshot, settleValues } from '#server/fields/values/settle-values.ts'
import { onlySlot, uniqueIn } from '#server/fields/values/unique-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { findEntryOf, type HeldRow, listHolders, releaseSlots, takeValues, type UniqueRow } from './queries.ts'
import { nameOf } from './take-values.ts'

const piece = 500
const mostExamples = 10

/**
 * Registers the values of fields that become unique. Refuses the model change if two entries share a value. Saves of
 * entries of this model wait meanwhile.
 */
export async function registerUnique(
  tx: WorkspaceTx,
  { subject, with: { unique, isOnly } }: NewEvent<'content-model.changed'>,
) {
  if (unique.frees.length > 0) await releaseSlots(tx, subject.id, unique.frees)
  if (isOnly) await takeOnlyPlace(tx, subject.id)
  if (unique.registers.length === 0) return
  const models = await readModels(tx)
  const model = models.byId.get(subject.id)
  if (!model) return
  const fields = model.fields.filter(({ id }) => unique.registers.includes(id))
  await releaseSlots(
    tx,
    model.id,
    fields.map(({ slot }) => slot),
  )
  const twins = await takeAll(tx, { models, model, fields })
  if (twins.length > 0) throw refusalFor(fields, twins)
}

/** Registers the existing entry as the only entry when a model becomes a single-entry model. */
async function takeOnlyPlace(tx: WorkspaceTx, modelId: string) {
  const entryId = await findEntryOf(tx, modelId)
  const place = { modelId, slot: onlySlot, language: '', value: onlySlot }
  if (entryId) await takeValues(tx, [{ ...place, entryId, isDraft: true, liveIn: [] }])
}

type TitledRow = HeldRow & { title: string }
type Twin = UniqueRow & { title: string } & { other: string }

async function takeAll(
  tx: WorkspaceTx,
  { models, model, fields }: { models: Models; model: Model; fields: Field[] },
): Promise<Twin[]> {
  const [first] = await findLanguages(tx)
  const twins: Twin[] = []
  let waiting: TitledRow[] = []
  for await (const text of writtenTexts(tx, model.id)) {
    const { entryId, language, title, shared, values, isLive, live } = text
    const liveIn = isLive ? [language] : []
    const take = (snapshot: Snapshot, where: Pick<HeldRow, 'isDraft' | 'liveIn'>) => {
      const settled = settleValues(model.fields, snapshot, { language, first: first! }, models.components)
      for (const { value, ...place } of uniqueIn(fields, settled, language))
        if (value !== null) waiting.push({ modelId: model.id, ...place, value, entryId, title, ...where })
    }
    take({ shared, languages: { [language]: values } }, { isDraft: true, liveIn: live ? [] : liveIn })
    if (live) take(live, { isDraft: false, liveIn })
    if (waiting.length < piece) continue
    twins.push(...(await takePiece(tx, waiting)))
    if (twins.length >= mostExamples) return twins
    waiting = []
  }
  return [...twins, ...(await takePiece(tx, waiting))]
}

async function takePiece(tx: WorkspaceTx, wanted: TitledRow[]): Promise<Twin[]> {
  if (wanted.length === 0) return []
  // A value that all languages share occurs once per language. These duplicates are merged.
  const rows = [...Map.groupBy(wanted, (one) => `${nameOf(one)}\n${one.entryId}`).values()].map(oneOf)
  await takeValues(
    tx,
    [...Map.groupBy(rows, nameOf).values()].map(([first]) => first!),
  )
  const holders = new Map((await listHolders(tx, rows)).map((row) => [nameOf(row), row]))
  return rows.flatMap((row) => {
    const holder = holders.get(nameOf(row))
    return holder && holder.entryId !== row.entryId ? [{ ...row, other: holder.title }] : []
  })
}

const oneOf = (all: TitledRow[]): TitledRow => ({
  ...all[0]!,
  isDraft: all.some(({ isDraft }) => isDraft),
  liveIn: [...new Set(all.flatMap(({ liveIn }) => liveIn))],
})

function refusalFor(fields: Field[], twins: Twin[]) {
  const examples = twins.slice(0, mostExamples).map(({ slot, language, value, entryId, title, other }) => {
    const { key, label } = fields.find((field) => field.slot === slot)!
    return { field: key, label, language, value: value.slice(0, 200), entry: entryId, titles: [other, title] }
  })
  const { label, value, titles } = examples[0]!
  const named = titles.map((title) => title || 'Untitled').join(' and ')
  return new Refusal('values-not-unique', {
    detail: `Entries have the same ${label}, such as ${named}: “${value}”. Make them differ first.`,
    shown: { examples },
  })
}
