import { deliveryCaps } from '#contract/content-delivery.ts'
import type { Field, FieldKind } from '#contract/fields.ts'
import { tooMuch } from '#server/content-filters/refuse-query.ts'
import type { Model, Models } from '#server/content-models/find-models.ts'
import { categoriesById, type FindAssets } from '#server/content-projection/fill-leads.ts'
import { slugIn } from '#server/content-projection/render-entry.ts'
import type { Component, Use } from '#server/field-kinds/field-kind.ts'
import type { Values } from '#server/fields/check-values.ts'
import { fieldsByKey } from '#server/fields/components.ts'
import { renderValues } from '#server/fields/render-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Wanted } from './asking/read-query.ts'
import type { Leads } from './cache-tags.ts'
import type { Included } from './normalize.ts'
import type { Rows } from './perspective.ts'
import { listPublishedById, type PublishedRow } from './queries.ts'
import { metaOf, valuesOf } from './render-rows.ts'

type Picking = { models: Models; first: string; wanted: Wanted; language: string }
type Reading = Picking & { rowsLedTo: Rows; findAssets: FindAssets; included: Included | null }
type Picked = Record<string, unknown>

/** A place in an answer that is filled once what it leads to was read. */
class Lead {
  readonly kind: Use['kind']
  readonly ids: string[]
  readonly isMany: boolean
  readonly wanted: Wanted
  constructor(kind: Use['kind'], ids: string | string[], wanted: Wanted) {
    this.kind = kind
    this.isMany = Array.isArray(ids)
    this.ids = Array.isArray(ids) ? ids : [ids]
    this.wanted = wanted
  }
}

const mostJoined = 5000

/** Entries with the fields that are wanted alone, and with those of what they lead to; each level is read at once. */
export async function pickFields(
  tx: WorkspaceTx,
  rows: PublishedRow[],
  { models, first, wanted, language, rowsLedTo, findAssets, included }: Reading,
): Promise<{ picked: Picked[]; led: Leads }> {
  const pickRow = (row: PublishedRow, below: Wanted, isTop = false) =>
    pick(row, { models, first, wanted: below, language }, isTop)
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
  return { picked: picked.map((one) => settle(one, filled, included) as Picked), led }
}

const wantedIds = new WeakMap<Wanted, number>()
let lastWanted = 0

/** What is wanted of an entry is part of what it is known by: two places may want different fields of one. */
function keyOf({ kind, wanted }: Lead, id: string): string {
  if (!wantedIds.has(wanted)) wantedIds.set(wanted, ++lastWanted)
  return `${kind} ${id} ${wantedIds.get(wanted)}`
}

type Found = ReadonlyMap<string, object>

async function fillLeads(
  open: Lead[],
  filled: Map<string, Picked>,
  kind: Use['kind'],
  find: (ids: string[]) => Promise<Found>,
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
const pickNamed = (one: Picked, wanted: Wanted): Picked =>
  wanted.size === 0
    ? one
    : Object.fromEntries(Object.entries(one).filter(([name]) => name === 'id' || name === 'slug' || wanted.has(name)))

const leadsOf = (value: unknown): Lead[] => {
  if (value instanceof Lead) return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(leadsOf) : []
}

function settle(value: unknown, filled: Map<string, Picked>, included: Included | null): unknown {
  if (value instanceof Lead) {
    const found = value.ids.flatMap((id) => {
      const one = filled.get(keyOf(value, id))
      const whole = one && (settle(one, filled, included) as Picked)
      return whole ? [included ? included.take(value.kind, whole) : whole] : []
    })
    return value.isMany ? found : (found[0] ?? null)
  }
  if (Array.isArray(value)) return value.map((one) => settle(one, filled, included))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, settle(part, filled, included)]))
}

/** One entry: its id, type, slug and what tells of it always, and the fields that are wanted or, where none is named, all. */
function pick(row: PublishedRow, { models, first, wanted }: Picking, isTop: boolean): Picked {
  const model = models.byId.get(row.modelId)!
  const values = valuesOf(models, model, row, first)
  return {
    ...{ id: row.entryId, type: model.key, slug: slugIn(model, values) },
    ...pickValues(models, model, values, wanted),
    ...((isTop || wanted.size === 0 || wanted.has('_meta')) && { _meta: metaOf(row) }),
  }
}

/** Of what is wanted what there is: names that nothing has were refused, and of several models each has its own. */
function pickValues(
  models: Models,
  { fields }: Pick<Model | Component, 'fields'>,
  values: Values,
  wanted: Wanted,
): Values {
  const byKey = fieldsByKey(fields)
  const picked: Values = {}
  const all: Wanted = wanted.size === 0 ? new Map([...byKey.keys()].map((name) => [name, new Map()])) : wanted
  for (const [name, below] of all) {
    const field = byKey.get(name)
    if (!field || (below.size > 0 && !leading.includes(field.kind))) continue
    picked[name] = pickValue(models, { ...field, key: name, formerKeys: [] } as Field, values, below)
  }
  return picked
}

/** Kinds of field that have something below them. */
const leading: readonly string[] = [
  'reference',
  'rich_text',
  'media',
  'category',
  'group',
  'blocks',
] satisfies FieldKind[]

function pickValue(models: Models, field: Field, values: Values, below: Wanted): unknown {
  const value = values[field.slot]
  if (below.size > 0 && field.kind === 'group' && value) {
    const component = models.components.get(field.component)!
    const each = (one: unknown) => pickValues(models, component, one as Values, below)
    return field.many ? (value as unknown[]).map(each) : each(value)
  }
  if (below.size > 0 && field.kind === 'blocks') return pickBlocks(models, value, below)
  const wantedOf = (kind: Use['kind']) => (field.kind === 'rich_text' ? wantedInText(kind, below) : below)
  return renderValues([field], values, models.components, (kind, ids) => new Lead(kind, ids, wantedOf(kind)))[field.key]
}

const all: Wanted = new Map()
const idAlone: Wanted = new Map([['id', all]])

/** Of a text's files all, as it shows them; its entries are joined where fields of them are named, since they may be many. */
function wantedInText(kind: Use['kind'], below: Wanted): Wanted {
  if (kind !== 'entry') return all
  return below.size > 0 ? below : idAlone
}

type Block = { id: string; type: string; values: Values }

/** blocks:hero.heading wants of each hero its heading, and of other blocks nothing but what they are. */
const pickBlocks = (models: Models, value: unknown, below: Wanted) =>
  ((value ?? []) as Block[]).flatMap(({ id, type, values }) => {
    const component = models.components.get(type)
    if (!component) return []
    const inner = below.get(component.key)
    return [{ id, type: component.key, ...(inner && pickValues(models, component, values, inner)) }]
  })
