import { createHash } from 'node:crypto'
import type { ImportContext, Part, TargetState } from '#server/bulk/imports/import-kind.ts'
import { listFormerCategorySlugs, listTree } from '#server/knowledge-base/categories/categories/show-categories.ts'
import { type ForeignPlace, inPlaceOrder } from '#server/knowledge-base/imports/foreign/foreign-text.ts'
import { type PlacePlan, placePart } from '#server/knowledge-base/imports/foreign/place-parts.ts'
import { noteTakenRedirects } from '#server/knowledge-base/imports/taken-redirects.ts'
import { listLeads } from '#server/knowledge-base/redirects/change-redirects.ts'
import { redirectPath } from '#server/knowledge-base/redirects/redirect-path.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { type CategoryDetails, categoryThings, checksumOfCategory } from './category-details.ts'
import { findOwnSubjects } from './things.ts'

type CategoryPart = Part & { plan: PlacePlan }

export async function categoryParts(
  context: ImportContext,
  details: readonly CategoryDetails[],
  languages: readonly string[],
): Promise<CategoryPart[]> {
  const { thingOf, above } = categoryThings(details)
  const byThing = new Map(details.map((one) => [thingOf(one), one]))
  const [here, leads] = await context.inWorkspace(async (tx) => [
    new Set((await listTree(tx)).map(({ id }) => id)),
    await findCategoryLeads(tx),
  ])
  const places = [...byThing].map(
    ([source, { texts, visibility, ...one }]): ForeignPlace => ({
      source,
      above: above({ texts, visibility, ...one }),
      visibility,
      address: null,
      remarks: [],
      texts: new Map(
        inOrderOf(languages, texts).map(([language, text]) => [
          language,
          { name: text.name, description: escapeHtml(text.description) },
        ]),
      ),
    }),
  )
  const depths = new Map<string, number>()
  const parts = inPlaceOrder(places).map((place): CategoryPart => {
    const own = byThing.get(place.source)!
    const part = placePart(place, {
      languageOf: (language) => (languages.includes(language) ? language : null),
      redirectsOf: () => own.redirect_from,
      depths,
    })
    const plan = { ...part.plan, icon: own.icon }
    const isHere = own.id !== undefined && here.has(own.id)
    if (!isHere) return { ...part, plan, hash: hashOf(plan), remarks: part.remarks.filter(isOfFile) }
    const checksum = own.checksum ?? ''
    const known = leads.get(own.id!) ?? []
    const redirects = own.redirect_from.filter((path) => !known.includes(redirectPath(path)))
    const isAsExported = checksumOfCategory(own) === checksum && redirects.length === 0
    return {
      ...part,
      remarks: part.remarks.filter(isOfFile),
      plan: { ...plan, redirects, origin: { subjectId: own.id!, hash: checksum, mark: checksum } },
      hash: isAsExported ? Buffer.from(checksum, 'hex') : hashOf(plan),
    }
  })
  return noteTakenRedirects(context, findOwnSubjects, parts)
}

export async function findCategoryLeads(tx: WorkspaceTx): Promise<Map<string, string[]>> {
  const [leads, former] = await Promise.all([listLeads(tx), listFormerCategorySlugs(tx)])
  const all = [
    ...[...leads].map(([path, id]) => ({ path, id: id ?? '' })),
    ...former.map(({ slug, categoryId }) => ({ path: `/knowledgebase/category/${slug}`, id: categoryId })),
  ]
  const byId = Map.groupBy(all, ({ id }) => id)
  return new Map([...byId].map(([id, those]) => [id, [...new Set(those.map(({ path }) => path))]]))
}

const inOrderOf = <T>(languages: readonly string[], texts: Record<string, T>) => {
  const rank = (language: string) => (languages.includes(language) ? languages.indexOf(language) : languages.length)
  return Object.entries(texts).toSorted(([one], [other]) => rank(one) - rank(other))
}

/** Drops the remark `audience-narrowed`, because an export contains the exact visibility. */
const isOfFile = ({ code }: Part['remarks'][number]) => code !== 'audience-narrowed'

const hashOf = (plan: PlacePlan) => createHash('sha256').update(JSON.stringify(plan)).digest()

export async function categoryStanding(tx: WorkspaceTx, id: string): Promise<TargetState> {
  const found = (await listTree(tx)).find((one) => one.id === id)
  return found ? { state: 'here', mark: checksumOfCategory(found) } : { state: 'gone', mark: null }
}
