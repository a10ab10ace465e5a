import { deliveryCaps } from '#contract/content/delivery.ts'
import type { Field } from '#contract/fields/fields.ts'
import type { Document } from '#contract/writing/document.ts'
import { tooLong, tooMuch } from '#server/content/filters/refuse-query.ts'
import type { Model, Models } from '#server/content/models/find-models.ts'
import { categoriesById, type FindAssets } from '#server/content/projection/fill-leads.ts'
import { slugIn, titleIn } from '#server/content/projection/render-entry.ts'
import { namesOfComponent, typeOf } from '#server/fields/component-names.ts'
import type { Component, ValueReference } from '#server/fields/field-kind.ts'
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
import type { Leads } from './cache-tags.ts'
import { HtmlText } from './html-text.ts'
import type { Included } from './normalize.ts'
import type { Rows } from './perspective.ts'
import { listPublishedById, type PublishedRow } from './queries.ts'
import { metaOf, valuesOf } from './render-rows.ts'

type Picking = { models: Models; first: string; wanted: FieldSelection; language: string; isHtml: boolean }
/** What is read of values: the models, and whether rich texts are HTML. */
type Of = Pick<Picking, 'models' | 'isHtml'>
type Reading = Picking & { rowsLedTo: Rows; findAssets: FindAssets; included: Included | null; words: DocumentWords }
type Picked = Record<string, unknown>

/** A place in an answer that is filled once what it leads to was read. */
class Lead {
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
  /** Whatever leads somewhere is weighed without that. */
  toJSON() {
    return null
  }
}

const mostJoined = 5000

/** Entries with the fields that are wanted alone, and with those of what they lead to; each level is read at once. */
export async function pickFields(
  tx: WorkspaceTx,
  rows: PublishedRow[],
  { models, first, wanted, language, rowsLedTo, findAssets, included, isHtml, words }: Reading,
): Promise<{ picked: Picked[]; led: Leads }> {
  const pickRow = (row: PublishedRow, below: FieldSelection, isTop = false) =>
    pick(row, { models, first, wanted: below, language, isHtml }, isTop)
  const picked = rows.map((row) => pickRow(row, wanted, true))
  const filled = new Map<string, Picked>()
  const led: Leads = { entry: [], category: [], media: [] }
  let open = picked.flatMap((one) => leadsOf(one))
  for (let depth = 0; open.length > 0 && depth <= deliveryCaps.depth; depth += 1) {
    for (const { kind, ids } of open) led[kind].push(...ids)
    const ids = [...new Set(open.filter(({ kind }) => kind === 'entry').flatMap((lead) => lead.ids))]
    if (ids.length > mostJoined) throw tooMuch(`fields joins at most ${mostJoined} entries`)
    const found = new Map(
      (await listPublishedById(tx, ids, { rows: rowsLedTo, language })).map((row) => [row.entryId, row]),
    )
    const next: Lead[] = []
    for (const lead of open.filter(({ kind }) => kind === 'entry'))
      for (const id of lead.ids) {
        const row = found.get(id)
        const key = keyOf(lead, id)
        if (!row || !models.byId.has(row.modelId) || filled.has(key)) continue
        const one = pickRow(row, lead.wanted)
        filled.set(key, one)
        next.push(...leadsOf(one))
      }
    await fillLeads(open, filled, 'category', (ids) => categoriesById(tx, ids, language))
    await fillLeads(open, filled, 'media', findAssets)
    open = next
  }
  const settling = { filled, included, words, settled: new Map(), weights: new Map() }
  if (!included) refuseHeavy(picked, settling)
  return { picked: picked.map((one) => settle(one, settling) as Picked), led }
}

const wantedIds = new WeakMap<FieldSelection, number>()
let lastWanted = 0

/** What is wanted of an entry is part of what it is known by: two places may want different fields of one. */
function keyOf({ kind, wanted }: Lead, id: string): string {
  if (!wantedIds.has(wanted)) wantedIds.set(wanted, ++lastWanted)
  return `${kind} ${id} ${wantedIds.get(wanted)}`
}

type FoundThings = ReadonlyMap<string, object>

async function fillLeads(
  open: Lead[],
  filled: Map<string, Picked>,
  kind: ValueReference['kind'],
  find: (ids: string[]) => Promise<FoundThings>,
) {
  const leads = open.filter((lead) => lead.kind === kind)
  if (leads.length === 0) return
  const found = await find([...new Set(leads.flatMap(({ ids }) => ids))])
  for (const lead of leads)
    for (const id of lead.ids) {
      const one = found.get(id)
      if (one) filled.set(keyOf(lead, id), pickNamed(one as Picked, lead.wanted))
    }
}

/** Of a category or a file what is wanted of it, its id and address always. */
const pickNamed = (one: Picked, wanted: FieldSelection): Picked =>
  isWhole(wanted)
    ? one
    : Object.fromEntries(Object.entries(one).filter(([name]) => name === 'id' || name === 'slug' || wanted.has(name)))

const leadsOf = (value: unknown): Lead[] => {
  if (value instanceof Lead) return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(leadsOf) : []
}

type Settling = {
  filled: Map<string, Picked>
  included: Included | null
  words: DocumentWords
  settled: Map<string, unknown>
  weights: Map<string, number>
}

/** What stands in many places is put there once for each: entries that lead to each other would multiply without end. */
function refuseHeavy(picked: Picked[], settling: Settling) {
  const weight = picked.reduce((sum, one) => sum + weigh(one, settling), 0)
  if (weight > deliveryCaps.bytes) throw tooLong()
}

/** The bytes that it comes to at least, with what it leads to; each thing is weighed once, wherever it stands. */
const weigh = (one: Picked, settling: Settling): number =>
  leadsOf(one).reduce(
    (sum, lead) => sum + lead.ids.reduce((of, id) => of + weighLed(keyOf(lead, id), settling), 0),
    JSON.stringify(one).length,
  )

function weighLed(key: string, settling: Settling): number {
  const known = settling.weights.get(key)
  if (known !== undefined) return known
  const one = settling.filled.get(key)
  const weight = one ? weigh(one, settling) : 0
  settling.weights.set(key, weight)
  return weight
}

function settle(value: unknown, settling: Settling): unknown {
  if (value instanceof Lead) {
    const found = value.ids.flatMap((id) => settleLed(value, id, settling) ?? [])
    return value.isMany ? found : (found[0] ?? null)
  }
  if (value instanceof HtmlText) return value.render((lead, id) => settling.filled.get(keyOf(lead, id)), settling.words)
  if (Array.isArray(value)) return value.map((one) => settle(one, settling))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, settle(part, settling)]))
}

/** The same object wherever the same stands. */
function settleLed(lead: Lead, id: string, settling: Settling): unknown {
  const key = keyOf(lead, id)
  if (settling.settled.has(key)) return settling.settled.get(key)
  const one = settling.filled.get(key)
  const whole = one && (settle(one, settling) as Picked)
  const settled = whole && settling.included ? settling.included.take(lead.kind, whole) : whole
  settling.settled.set(key, settled)
  return settled
}

/** One entry: its id, type, slug and what tells of it always, and the fields that are wanted or, where none is named, all. */
function pick(row: PublishedRow, { models, first, wanted, isHtml }: Picking, isTop: boolean): Picked {
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

/**
 * Of what is wanted what there is: names that nothing has were refused, and of several models each has its own. In what is wanted
 * whole, a path that is named adds to what is there.
 */
function pickValues(
  of: Of,
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
    picked[name] = pickValue(of, { ...field, key: name, formerKeys: [] } as Field, place)
  }
  return picked
}

type FieldPlace = { values: Values; below: FieldSelection; isNamed: boolean }

function pickValue(of: Of, field: Field, { values, below, isNamed }: FieldPlace): unknown {
  const { models, isHtml } = of
  const value = values[field.slot]
  if (below.size > 0 && field.kind === 'group' && value) {
    const component = models.components.get(field.component)!
    const each = (one: unknown) => {
      const { id, ...within } = one as Values
      return { ...(field.many && id !== undefined && { id }), ...pickValues(of, component, within, below) }
    }
    return field.many ? (value as unknown[]).map(each) : each(value)
  }
  if (below.size > 0 && field.kind === 'blocks') return pickBlocks(of, value, below)
  const ofOthers = field.kind === 'rich_text' ? all : below
  const wantedOf = (kind: ValueReference['kind']) =>
    kind === 'entry' ? wantedOfEntry(field, below, isNamed) : ofOthers
  const lead = (kind: ValueReference['kind'], ids: string | string[]) => new Lead(kind, ids, wantedOf(kind))
  const text = isHtml ? (document: Document) => new HtmlText(document, leadTo) : undefined
  return renderValues([field], values, models.components, lead, text)[field.key]
}

/** Of an entry that HTML links to: what it is called, beside what it is. */
const linkedTo: FieldSelection = new Map([['id', all]])
const leadTo = (kind: ValueReference['kind'], id: string) => new Lead(kind, id, kind === 'entry' ? linkedTo : all)

const idAlone: FieldSelection = new Map([['id', all]])

/**
 * All of an entry is joined where its reference is named. Those in what is taken whole, and those of a text, say what they
 * are and no more, or entries that lead to each other would be joined without end.
 */
function wantedOfEntry({ kind }: Field, below: FieldSelection, isNamed: boolean): FieldSelection {
  if (kind !== 'reference') return namesIn(below).length > 0 ? withoutItself(below) : idAlone
  return isNamed ? below : idAlone
}

type Block = { id: string; type: string; values: Values }

/** blocks:hero.heading wants of each hero its heading, and of other blocks nothing but what they are, unless all is wanted. */
const pickBlocks = ({ models, isHtml }: Of, value: unknown, below: FieldSelection) =>
  ((value ?? []) as Block[]).flatMap(({ id, type, values }) => {
    const component = models.components.get(type)
    if (!component) return []
    const named = selectionOf(below, namesOfComponent(component))
    const inner = isWhole(below) ? asWhole(named ?? all) : named
    return [{ id, type: typeOf(component), ...(inner && pickValues({ models, isHtml }, component, values, inner)) }]
  })
