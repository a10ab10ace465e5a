import { deliveryCaps } from '#contract/content/delivery.ts'
import type { Field } from '#contract/fields/fields.ts'
import type { Document } from '#contract/writing/document.ts'
import { tooLong, tooMuch } from '#server/content/filters/refuse-query.ts'
import type { Model, Models } from '#server/content/models/find-models.ts'
import { categoriesById, type FindAssets } from '#server/content/projection/fill-references.ts'
import { slugIn, titleIn } from '#server/content/projection/render-entry.ts'
import { namesOfComponent, typeOf } from '#server/fields/kinds/component-names.ts'
import { type Component, listOf, type ValueReference } from '#server/fields/kinds/field-kind.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import { fieldsByKey } from '#server/fields/values/components.ts'
import { renderValues } from '#server/fields/values/render-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { DocumentWords } from '#server/writing/documents/render/addresses.ts'
import {
  all,
  asWhole,
  type FieldSelection,
  isWhole,
  namesIn,
  selectionOf,
  withoutItself,
} from './asking/field-selection.ts'
import { hasFieldsBelow } from './asking/refuse-fields.ts'
import type { References } from './cache-tags.ts'
import { HtmlText } from './html-text.ts'
import type { Included } from './normalize.ts'
import type { ContentRows } from './perspective.ts'
import { listPublishedById, type PublishedRow } from './queries.ts'
import { metaOf, valuesOf } from './render-rows.ts'

type FieldPicker = { models: Models; first: string; wanted: FieldSelection; language: string; isHtml: boolean }
type PickContext = Pick<FieldPicker, 'models' | 'isHtml'>
type PickInput = FieldPicker & {
  referencedRows: ContentRows
  findAssets: FindAssets
  included: Included | null
  words: DocumentWords
}
type PickedValues = Record<string, unknown>

/** A placeholder for references in an answer. It is replaced after the referenced things were read. */
class Reference {
  readonly kind: ValueReference['kind']
  readonly ids: string[]
  readonly isMany: boolean
  readonly wanted: FieldSelection
  constructor(kind: ValueReference['kind'], ids: string | string[], wanted: FieldSelection) {
    this.kind = kind
    this.isMany = Array.isArray(ids)
    this.ids = Array.isArray(ids) ? ids : [ids]
    this.wanted = wanted
  }
  /** Serializes as `null`, because `weigh` adds the size of referenced things separately. */
  toJSON() {
    return null
  }
}

const mostJoined = 5000

/** Picks the selected fields of entries and of everything that they reference. References are read level by level. */
export async function pickFields(
  tx: WorkspaceTx,
  rows: PublishedRow[],
  { models, first, wanted, language, referencedRows, findAssets, included, isHtml, words }: PickInput,
): Promise<{ picked: PickedValues[]; references: References }> {
  const pickRow = (row: PublishedRow, below: FieldSelection, isTop = false) =>
    pick(row, { models, first, wanted: below, language, isHtml }, isTop)
  const picked = rows.map((row) => pickRow(row, wanted, true))
  const filled = new Map<string, PickedValues>()
  const references: References = { entry: [], category: [], media: [] }
  let open = picked.flatMap((one) => referencesOf(one))
  for (let depth = 0; open.length > 0 && depth <= deliveryCaps.depth; depth += 1) {
    for (const { kind, ids } of open) references[kind].push(...ids)
    const ids = [...new Set(open.filter(({ kind }) => kind === 'entry').flatMap((reference) => reference.ids))]
    if (ids.length > mostJoined) throw tooMuch(`fields joins at most ${mostJoined} entries`)
    const found = new Map(
      (await listPublishedById(tx, ids, { rows: referencedRows, language })).map((row) => [row.entryId, row]),
    )
    const next: Reference[] = []
    for (const reference of open.filter(({ kind }) => kind === 'entry'))
      for (const id of reference.ids) {
        const row = found.get(id)
        const key = keyOf(reference, id)
        if (!row || !models.byId.has(row.modelId) || filled.has(key)) continue
        const one = pickRow(row, reference.wanted)
        filled.set(key, one)
        next.push(...referencesOf(one))
      }
    await fillReferences(open, filled, 'category', (ids) => categoriesById(tx, ids, language))
    await fillReferences(open, filled, 'media', findAssets)
    open = next
  }
  const settling = { filled, included, words, settled: new Map(), weights: new Map() }
  if (!included) refuseHeavy(picked, settling)
  return { picked: picked.map((one) => settleAll(one, settling)), references }
}

const wantedIds = new WeakMap<FieldSelection, number>()
let lastWanted = 0

// Returns the key of a referenced thing with its selected fields, because two references can select different fields of
// the same entry.
function keyOf({ kind, wanted }: Reference, id: string): string {
  if (!wantedIds.has(wanted)) wantedIds.set(wanted, ++lastWanted)
  return `${kind} ${id} ${wantedIds.get(wanted)}`
}

type ReferencedThings = ReadonlyMap<string, PickedValues>

async function fillReferences(
  open: Reference[],
  filled: Map<string, PickedValues>,
  kind: ValueReference['kind'],
  find: (ids: string[]) => Promise<ReferencedThings>,
) {
  const references = open.filter((reference) => reference.kind === kind)
  if (references.length === 0) return
  const found = await find([...new Set(references.flatMap(({ ids }) => ids))])
  for (const reference of references)
    for (const id of reference.ids) {
      const one = found.get(id)
      if (one) filled.set(keyOf(reference, id), pickNamed(one, reference.wanted))
    }
}

const pickNamed = (one: PickedValues, wanted: FieldSelection): PickedValues =>
  isWhole(wanted)
    ? one
    : Object.fromEntries(Object.entries(one).filter(([name]) => name === 'id' || name === 'slug' || wanted.has(name)))

const referencesOf = (value: unknown): Reference[] => {
  if (value instanceof Reference) return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(referencesOf) : []
}

type NestingState = {
  filled: Map<string, PickedValues>
  included: Included | null
  words: DocumentWords
  settled: Map<string, unknown>
  weights: Map<string, number>
}

// Refuses an answer that is too large. A joined entry is repeated at each reference, so the answer can become much
// larger than the content.
function refuseHeavy(picked: PickedValues[], settling: NestingState) {
  const weight = picked.reduce((sum, one) => sum + weigh(one, settling), 0)
  if (weight > deliveryCaps.bytes) throw tooLong()
}

// Returns a lower limit for the size of an entry in bytes, including everything that it references. The size of each
// referenced thing is computed once.
const weigh = (one: PickedValues, settling: NestingState): number =>
  referencesOf(one).reduce(
    (sum, reference) => sum + reference.ids.reduce((of, id) => of + weighReferences(keyOf(reference, id), settling), 0),
    JSON.stringify(one).length,
  )

function weighReferences(key: string, settling: NestingState): number {
  const known = settling.weights.get(key)
  if (known !== undefined) return known
  const one = settling.filled.get(key)
  const weight = one ? weigh(one, settling) : 0
  settling.weights.set(key, weight)
  return weight
}

function settle(value: unknown, settling: NestingState): unknown {
  if (value instanceof Reference) {
    const found = value.ids.flatMap((id) => settleReferences(value, id, settling) ?? [])
    return value.isMany ? found : (found[0] ?? null)
  }
  if (value instanceof HtmlText)
    return value.render((reference, id) => settling.filled.get(keyOf(reference, id)), settling.words)
  if (Array.isArray(value)) return value.map((one) => settle(one, settling))
  if (value === null || typeof value !== 'object') return value
  return settleAll(value, settling)
}

const settleAll = (values: object, settling: NestingState): PickedValues =>
  Object.fromEntries(Object.entries(values).map(([name, part]) => [name, settle(part, settling)]))

function settleReferences(reference: Reference, id: string, settling: NestingState): unknown {
  const key = keyOf(reference, id)
  if (settling.settled.has(key)) return settling.settled.get(key)
  const one = settling.filled.get(key)
  const whole = one && settleAll(one, settling)
  const settled = whole && settling.included ? settling.included.take(reference.kind, whole) : whole
  settling.settled.set(key, settled)
  return settled
}

function pick(row: PublishedRow, { models, first, wanted, isHtml }: FieldPicker, isTop: boolean): PickedValues {
  const model = models.byId.get(row.modelId)!
  const values = valuesOf(models, model, row, first)
  return {
    id: row.entryId,
    type: typeOf(model),
    slug: slugIn(model, values),
    ...pickValues({ models, isHtml }, model, values, wanted),
    ...(wanted === linkedTo && { title: titleIn(model, values) }),
    ...((isTop || isWhole(wanted) || wanted.has('_meta')) && { _meta: metaOf(row) }),
  }
}

// Returns the values of the selected fields. Names that this model lacks are skipped. If all fields are selected, paths
// such as `author.name` select the fields of joined entries.
function pickValues(
  of: PickContext,
  { fields }: Pick<Model | Component, 'fields'>,
  values: Values,
  wanted: FieldSelection,
): Values {
  const byKey = fieldsByKey(fields)
  const picked: Values = {}
  const isAll = isWhole(wanted)
  for (const name of isAll ? byKey.keys() : wanted.keys()) {
    const field = byKey.get(name)
    const named = wanted.get(name)
    const below = named ?? all
    if (!field || (below.size > 0 && !hasFieldsBelow(field))) continue
    const wholly = isAll && field.kind !== 'reference' ? asWhole(below) : below
    const place = { values, below: wholly, isNamed: named !== undefined }
    picked[name] = pickValue(of, { ...field, key: name, formerKeys: [] }, place)
  }
  return picked
}

type FieldPlace = { values: Values; below: FieldSelection; isNamed: boolean }

function pickValue(of: PickContext, field: Field, { values, below, isNamed }: FieldPlace): unknown {
  const { models, isHtml } = of
  const value = values[field.slot]
  if (below.size > 0 && field.kind === 'group' && value) {
    const component = models.components.get(field.component)!
    const each = (one: unknown) => {
      const { id, ...within } = one as Values
      return { ...(field.many && id !== undefined && { id }), ...pickValues(of, component, within, below) }
    }
    return field.many ? listOf(value).map(each) : each(value)
  }
  if (below.size > 0 && field.kind === 'blocks') return pickBlocks(of, value, below)
  const ofOthers = field.kind === 'rich_text' ? all : below
  const wantedOf = (kind: ValueReference['kind']) =>
    kind === 'entry' ? wantedOfEntry(field, below, isNamed) : ofOthers
  const reference = (kind: ValueReference['kind'], ids: string | string[]) => new Reference(kind, ids, wantedOf(kind))
  const text = isHtml ? (document: Document) => new HtmlText(document, referenceTo) : undefined
  return renderValues([field], values, models.components, reference, text)[field.key]
}

const linkedTo: FieldSelection = new Map([['id', all]])
const referenceTo = (kind: ValueReference['kind'], id: string) =>
  new Reference(kind, id, kind === 'entry' ? linkedTo : all)

const idAlone: FieldSelection = new Map([['id', all]])

// Returns the fields of a referenced entry to join. A reference that is not selected by name gets only id, type and
// slug, which prevents endless joins of entries that reference each other.
function wantedOfEntry({ kind }: Field, below: FieldSelection, isNamed: boolean): FieldSelection {
  if (kind !== 'reference') return namesIn(below).length > 0 ? withoutItself(below) : idAlone
  return isNamed ? below : idAlone
}

type BlockValue = { id: string; type: string; values: Values }

// `blocks:hero.heading` selects the heading of hero blocks. Other blocks get only id and type, unless the whole field
// `blocks` is selected.
const pickBlocks = ({ models, isHtml }: PickContext, value: unknown, below: FieldSelection) =>
  ((value ?? []) as BlockValue[]).flatMap(({ id, type, values }) => {
    const component = models.components.get(type)
    if (!component) return []
    const named = selectionOf(below, namesOfComponent(component))
    const inner = isWhole(below) ? asWhole(named ?? all) : named
    return [{ id, type: typeOf(component), ...(inner && pickValues({ models, isHtml }, component, values, inner)) }]
  })
