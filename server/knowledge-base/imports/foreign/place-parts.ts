import { createHash } from 'node:crypto'
import { z } from 'zod'
import { categoryIcons, mostDepth, visibilities } from '#contract/knowledge-base/categories.ts'
import { asLine } from '#contract/letters/as-line.ts'
import { type ImportCall, type Item, Origin, type Part, type TargetState } from '#server/bulk/imports/import-kind.ts'
import { changeCategory, createCategory } from '#server/knowledge-base/categories/categories/change-categories.ts'
import { listTree } from '#server/knowledge-base/categories/categories/show-categories.ts'
import { readTextOf } from '#server/knowledge-base/imports/read-text.ts'
import { remark } from '#server/knowledge-base/imports/remark.ts'
import { redirectTo } from '#server/knowledge-base/imports/take-article.ts'
import type { FindSubjects } from '#server/knowledge-base/imports/taken-redirects.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { ForeignPlace } from './foreign-text.ts'

const PlacePlan = z.object({
  subject: z.literal('category'),
  above: z.string().nullable(),
  texts: z.record(z.string(), z.object({ name: z.string(), description: z.string() })),
  visibility: z.enum(visibilities).optional(),
  redirects: z.array(z.string()),
  /** Set only if this product exported the file. */
  icon: z.enum(categoryIcons).optional(),
  origin: Origin.optional(),
})
export type PlacePlan = z.output<typeof PlacePlan>

export const isPlace = (plan: unknown): plan is PlacePlan => PlacePlan.safeParse(plan).success

type CategoryContext = {
  languageOf(locale: string): string | null
  redirectsOf(place: ForeignPlace): string[]
  depths: Map<string, number>
}

export function placePart(
  place: ForeignPlace,
  { languageOf, redirectsOf, depths }: CategoryContext,
): Part & { plan: PlacePlan } {
  const texts: PlacePlan['texts'] = {}
  const unknown: string[] = []
  for (const [locale, { name, description }] of place.texts) {
    const language = languageOf(locale)
    const words = { name: asLine(name).trim().slice(0, 80), description: readTextOf(description).slice(0, 300) }
    if (!language) unknown.push(locale)
    else if (words.name && !texts[language]) texts[language] = words
  }
  const depth = (depths.get(place.above ?? '') ?? 0) + 1
  depths.set(place.source, depth)
  const isNamed = Object.keys(texts).length > 0
  const isTooDeep = depth > mostDepth
  const cut = [...place.texts.values()].filter(({ description }) => readTextOf(description).length > 300)
  const plan: PlacePlan = {
    subject: 'category',
    above: place.above,
    texts,
    redirects: redirectsOf(place),
    ...(place.visibility && { visibility: place.visibility }),
  }
  const [first] = place.texts.values()
  const { source } = place
  return {
    source,
    thing: source,
    title: Object.values(texts)[0]?.name ?? (asLine(first?.name ?? '').slice(0, 200) || source),
    plan,
    isTaken: isNamed && !isTooDeep,
    hash: createHash('sha256').update(JSON.stringify(plan)).digest(),
    remarks: [
      ...(isTooDeep ? [remark('folders-too-deep')] : []),
      ...unknown.map((locale) => remark('language-unknown', locale)),
      ...cut.map(({ name }) => remark('text-cut', name)),
      ...(place.visibility === 'team' ? [remark('audience-narrowed')] : []),
      ...place.remarks,
    ],
  }
}

export async function placeStanding(tx: WorkspaceTx, id: string): Promise<TargetState> {
  const found = (await listTree(tx)).find((one) => one.id === id)
  if (!found) return { state: 'gone', mark: null }
  return { state: 'here', mark: createHash('sha256').update(JSON.stringify(found.texts)).digest('hex') }
}

/** Creates the category of a plan. If a sibling with the same name exists, uses it instead. */
export async function makePlace(call: ImportCall, plan: PlacePlan, findSubjects: FindSubjects): Promise<string> {
  const { tx } = call
  const parent = plan.above ? ((await findSubjects(tx, [plan.above])).get(plan.above) ?? null) : null
  const names = new Set(Object.values(plan.texts).map(({ name }) => name.toLowerCase()))
  const known = (await listTree(tx)).find(
    (one) => one.parent === parent && one.names.some((name) => names.has(name.toLowerCase())),
  )
  if (known) return known.id
  const [[language, text] = []] = Object.entries(plan.texts)
  const { visibility, icon } = plan
  return createCategory(call, { name: text!.name, description: text!.description, language, parent, visibility, icon })
}

type PlaceItem = Pick<Item, 'action'> & { plan: PlacePlan }

export async function writePlace(
  call: ImportCall,
  id: string,
  { action, plan }: PlaceItem,
  findSubjects: FindSubjects,
) {
  const now = (await listTree(call.tx)).find((one) => one.id === id)
  for (const [language, text] of Object.entries(plan.texts)) {
    const before = now?.texts[language]
    // A first import replaces the description of an existing category only if that description is empty.
    const description = action === 'change' || !before?.description ? text.description : before.description
    const name = action === 'change' || !before ? text.name : before.name
    if (before?.name !== name || before.description !== description)
      await changeCategory(call, id, { language, name, description })
  }
  const { icon, visibility, above } = plan
  // Only exports of this product contain all properties of a category, so other imports do not change these properties.
  if (icon && action === 'change') {
    const parent = above ? (await findSubjects(call.tx, [above])).get(above) : null
    await changeCategory(call, id, { icon, visibility, parent })
  }
  for (const path of plan.redirects) await redirectTo(call, { path, article: null, category: id })
  return []
}
