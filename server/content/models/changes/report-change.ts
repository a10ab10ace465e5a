import type { ChangeReport, ContentModel } from '#contract/content/models.ts'
import type { Field } from '#contract/fields/fields.ts'
import { isSame } from '#contract/is-same.ts'
import type { Model, Models } from '#server/content/models/find-models.ts'
import {
  type EntryText,
  listBesideFirst,
  listOfModel,
  listTitles,
  type NamedEntry,
} from '#server/content/models/queries.ts'
import { writtenTexts } from '#server/content/models/written-texts.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import { type Components, componentIdsIn, isEmpty, isThere, isUnset } from '#server/fields/values/components.ts'
import { convertValue } from '#server/fields/values/convert-value.ts'
import { type LanguageContext, type Snapshot, settleValues } from '#server/fields/values/settle-values.ts'
import { uniqueChanges, uniqueWords } from '#server/fields/values/unique-values.ts'
import { usesOf, wordsOf } from '#server/fields/values/values-in-words.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'

const mostExamples = 10
const mostOfValue = 200

type FieldReport = ChangeReport['fields'][number]
type FieldChange = {
  before: Field
  after: Field
  report: FieldReport
  /** Entry ids by unique value. Null if unique values need no check. */
  holders: Map<string, string> | null
  references: { example: FieldReport['examples'][number]; ids: string[] }[]
}
type Conversion = { is: 'converted'; reason?: undefined } | { is: 'lossy' | 'failed'; reason: string }
type ChangeInput = { after: Field[]; first: string; wanted?: Parameters<typeof reportModel>[2]['wanted'] }

/**
 * Reports how many existing values a change keeps, loses or breaks, with examples. Values of a component count once per
 * place where entries use it.
 */
export async function reportChange(
  tx: WorkspaceTx,
  models: Models,
  model: Model,
  { after, first, wanted = {} }: ChangeInput,
): Promise<Omit<ChangeReport, 'renames'>> {
  const pairs = pairsOf(model, after)
  const touched = new Set<string>()
  for (const holder of pairs.length > 0 ? holdersOf(models, model) : []) {
    for await (const text of writtenTexts(tx, holder.id)) {
      const place = { language: text.language, first }
      const snapshot = { shared: text.shared, languages: { [text.language]: text.values } }
      const settled = settleValues(holder.fields, snapshot, place, models.components)
      const settle = (from: Snapshot) => (holder === model ? settleValues(after, from, place, models.components) : {})
      const [next, live] = [settle(snapshot), text.live ? settle(text.live) : {}]
      const isOwn = holder === model
      const standing = isOwn ? [settled] : valuesWithin(holder.fields, settled, models.components, model.id)
      const becoming = isOwn ? [next] : nextWithin(holder, snapshot, place)
      for (const [at, values] of standing.entries())
        for (const pair of pairs)
          if (judge(pair, text, { values, next: becoming[at] ?? {}, live }, models.components))
            touched.add(`${text.entryId} ${text.language}`)
    }
  }
  await nameReferences(tx, pairs)
  const fields = pairs.map(({ report }) => report)
  return { entries: touched.size, model: await reportModel(tx, model, { wanted, first }), fields }

  function nextWithin(holder: Model, snapshot: Snapshot, place: LanguageContext): Values[] {
    const components = new Map(models.components)
    for (const name of [model.id, model.key]) components.set(name, { ...components.get(name)!, fields: after })
    return valuesWithin(holder.fields, settleValues(holder.fields, snapshot, place, components), components, model.id)
  }
}

function holdersOf({ there, byId }: Models, model: Model): Model[] {
  if (model.kind !== 'component') return [model]
  const leadsTo = (fields: readonly Field[]): boolean =>
    componentIdsIn(fields).some((id) => id === model.id || leadsTo(byId.get(id)?.fields ?? []))
  return there.filter(({ kind, fields }) => kind !== 'component' && leadsTo(fields))
}

function valuesWithin(fields: readonly Field[], values: Values, components: Components, wanted: string): Values[] {
  const found: Values[] = []
  for (const field of fields.filter(isThere)) {
    const value = values[field.slot]
    if (isEmpty(value)) continue
    ruleOf(field).inner?.(value, field, (name, within) => {
      const component = components.get(name)
      if (component?.id === wanted) found.push(within)
      found.push(...valuesWithin(component?.fields ?? [], within, components, wanted))
      return within
    })
  }
  return found
}

function pairsOf(model: Model, after: Field[]): FieldChange[] {
  const isComponent = model.kind === 'component'
  const registers = isComponent ? [] : uniqueChanges(model.fields, after).registers
  return model.fields.filter(isThere).flatMap((before) => {
    const next = after.find(({ id }) => id === before.id)
    const isGone = !next || !isThere(next)
    const change = isGone ? 'deleted' : changeOf(before, isComponent ? { ...next, unique: before.unique } : next)
    if (!change) return []
    const counts = { converted: 0, lossy: 0, failed: 0, refused: false, examples: [] }
    const report: FieldReport = { id: before.id, key: before.key, change, ...counts }
    return [
      {
        before,
        after: next ?? before,
        report,
        holders: registers.includes(before.id) ? new Map() : null,
        references: [],
      },
    ]
  })
}

function changeOf(before: Field, after: Field): FieldReport['change'] | null {
  if (before.kind !== after.kind) return 'kind'
  if (before.localized !== after.localized) return 'localized'
  if (after.required !== 'never' && before.required !== after.required) return 'required'
  if (after.unique && !before.unique) return 'unique'
  return isSame(checksOf(before), checksOf(after)) ? null : 'checks'
}
const ignored = [
  ...['key', 'label', 'help', 'tab', 'width', 'condition', 'formerKeys', 'message', 'default'],
  ...['searchable', 'indexed', 'readBy', 'writtenBy', 'required', 'unique'],
]
const checksOf = (field: Field) => Object.fromEntries(Object.entries(field).filter(([name]) => !ignored.includes(name)))

/** Counts what a change does to one value. Returns false if there is no value to count. */
function judge(
  pair: FieldChange,
  text: EntryText,
  { values, next, live }: Record<'values' | 'next' | 'live', Values>,
  all: Components,
) {
  const { before, after, report } = pair
  const value = values[before.slot]
  // Published values must be unique, too, so both the draft and the published value are checked.
  const isTwin = [next, live].map((one) => meetsAnother(pair, text, one[after.slot])).some(Boolean)
  if (isUnset(before, value) && !isTwin && report.change !== 'required') return false
  if (isTwin) report.refused = true
  const fate = isTwin
    ? twin
    : isReplaced(pair, value, next[after.slot])
      ? replaced
      : fateOf(pair, value, next[after.slot], all)
  report[fate.is] += 1
  if (fate.reason === undefined || report.examples.length >= mostExamples) return true
  const words = wordsOf(before, value).slice(0, mostOfValue)
  const { entryId: entry, language, title } = text
  const example = { entry, language, title, value: words, reason: fate.reason }
  report.examples.push(example)
  const uses = usesOf([before], { [before.slot]: value }, all).filter(({ kind }) => kind === 'entry')
  if (words === '' && uses.length > 0) pair.references.push({ example, ids: uses.map(({ id }) => id) })
  return true
}

async function nameReferences(tx: WorkspaceTx, pairs: FieldChange[]) {
  const references = pairs.flatMap((pair) => pair.references)
  if (references.length === 0) return
  const titles = await listTitles(tx, [...new Set(references.flatMap(({ ids }) => ids))])
  for (const { example, ids } of references)
    example.value = ids
      .map((id) => titles.get(id) ?? 'Untitled')
      .join(', ')
      .slice(0, mostOfValue)
}

const twin: Conversion = { is: 'failed', reason: 'Another entry has this value' }
const replaced: Conversion = { is: 'lossy', reason: 'What the first language says takes its place' }

const isReplaced = ({ before, after, report }: FieldChange, value: unknown, next: unknown) =>
  report.change === 'localized' && before.localized && !after.localized && !isSame(value, next)

// Returns whether another entry already has the converted value. If no entry has the value yet, stores this entry as
// its owner.
function meetsAnother({ after, holders }: FieldChange, { entryId, language }: EntryText, value: unknown): boolean {
  const words = holders && uniqueWords(after, value)
  if (!words) return false
  const name = `${after.localized ? language : ''} ${words}`
  const holder = holders.get(name)
  if (!holder) holders.set(name, entryId)
  return holder !== undefined && holder !== entryId
}

const cut: Conversion = { is: 'lossy', reason: 'Only the first of them stays' }
const isCut = (after: Field, value: unknown) =>
  Array.isArray(value) && value.length > 1 && !('many' in after && after.many)

function fateOf(
  { before, after, report }: FieldChange,
  value: unknown,
  next: unknown,
  components: Components,
): Conversion {
  const failed = (reason: string): Conversion => ({ is: 'failed', reason })
  switch (report.change) {
    case 'required':
      return isUnset(before, value) || ruleOf(after).isBlank?.(value) ? failed('It has no value') : { is: 'converted' }
    case 'unique':
      return { is: 'converted' }
    case 'deleted':
      return { is: 'lossy', reason: 'It is hidden with its field' }
    case 'checks': {
      const isList = after.kind !== 'blocks' && after.kind !== 'json'
      const converted = convertValue(value, before, after, components)
      if (converted.reason !== undefined) return failed(converted.reason)
      return isList && isCut(after, value) ? cut : { is: 'converted' }
    }
    default: {
      const converted = convertValue(value, before, after, components)
      // If the field had this kind before, `next` is the value from that time.
      if (!isUnset(after, next) && !isSame(next, converted.value)) return { is: 'converted' }
      if (converted.reason !== undefined) return failed(converted.reason)
      return converted.isLossy ? { is: 'lossy', reason: 'Some of it is lost' } : { is: 'converted' }
    }
  }
}

type ModelSettings = Partial<Pick<ContentModel, 'kind' | 'localized'>>
type ModelReport = ChangeReport['model']

// Reports what a model change would hide: texts in languages other than `first`, and entries if a model with more than
// one entry becomes a single-entry model.
async function reportModel(
  tx: WorkspaceTx,
  model: Model,
  { wanted, first }: { wanted: ModelSettings; first: string },
): Promise<ModelReport> {
  const isOneLanguage = model.localized && wanted.localized === false
  const isOneEntry = model.kind !== 'single' && wanted.kind === 'single'
  const beside = isOneLanguage ? await listBesideFirst(tx, model.id, first) : []
  const all = isOneEntry ? await listOfModel(tx, model.id) : []
  return [
    ...(beside.length > 0 ? [part('localized', beside)] : []),
    ...(all.length > 0 && all[0]!.total > 1 ? [part('kind', all)] : []),
  ]
}

const part = (change: 'localized' | 'kind', found: NamedEntry[]): ModelReport[number] => ({
  change,
  entries: found[0]!.total,
  examples: found.map(({ entry, language, title }) => ({ entry, language, title })),
})

/** Refuses a model change that would hide texts or entries. Users must delete the texts or entries first. */
export async function refuseLoss(tx: WorkspaceTx, model: Model, asked: { wanted: ModelSettings; first: string }) {
  const report = await reportModel(tx, model, asked)
  if (report.length === 0) return
  throw new Refusal('model-would-lose', {
    detail: report.map((one) => sentences[one.change](one.entries, asked.first)).join(' '),
    shown: { report },
  })
}

const sentences = {
  localized: (entries: number, first: string) =>
    `${entries === 1 ? 'An entry has a text' : `${entries} entries have texts`} in another language than ${first}. Archive or delete it first.`,
  kind: (entries: number) =>
    `There are ${entries} entries, and a model of one has room for one. Delete the others first.`,
}
