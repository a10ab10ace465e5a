import { createHash } from 'node:crypto'
import type { ImportContext, Part, Standing } from '#server/imports/import-kind.ts'
import { listTree } from '#server/knowledge-base/categories/show-categories.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { listLeads } from '#server/redirects/change-redirects.ts'
import { redirectPath } from '#server/redirects/redirect-path.ts'
import { type CategoryDetails, categoryThings, checksumOfCategory } from './category-details.ts'
import { type ForeignPlace, inPlaceOrder } from './foreign/foreign-text.ts'
import { type PlacePlan, placePart } from './foreign/place-parts.ts'
import { noteTakenRedirects } from './taken-redirects.ts'
import { findOwnSubjects } from './things.ts'

type CategoryPart = Part & { plan: PlacePlan }

/** Categories as an export lists them, those above first. */
export async function categoryParts(
  context: ImportContext,
  details: readonly CategoryDetails[],
  languages: readonly string[],
): Promise<CategoryPart[]> {
  const { thingOf, above } = categoryThings(details)
  const byThing = new Map(details.map((one) => [thingOf(one), one]))
  const [here, leads] = await context.inWorkspace(async (tx) => [
    new Set((await listTree(tx)).map(({ id }) => id)),
    await listLeads(tx),
  ])
  const places = [...byThing].map(
    ([source, { texts, visibility, ...one }]): ForeignPlace => ({
      ...{ source, above: above({ texts, visibility, ...one }), visibility, address: null, remarks: [] },
      texts: new Map(
        Object.entries(texts).map(([language, text]) => [
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
    const isAsExported =
      checksumOfCategory(own) === checksum &&
      own.redirect_from.every((path) => leads.get(redirectPath(path)) === own.id)
    return {
      ...{ ...part, remarks: part.remarks.filter(isOfFile) },
      plan: { ...plan, origin: { subjectId: own.id!, hash: checksum, mark: checksum } },
      hash: isAsExported ? Buffer.from(checksum, 'hex') : hashOf(plan),
    }
  })
  return noteTakenRedirects(context, findOwnSubjects, parts)
}

/** Who reads it is said by the file, and narrowed by nothing. */
const isOfFile = ({ code }: Part['remarks'][number]) => code !== 'audience-narrowed'

const hashOf = (plan: PlacePlan) => createHash('sha256').update(JSON.stringify(plan)).digest()

/** What an export says of it is its mark. */
export async function categoryStanding(tx: WorkspaceTx, id: string): Promise<Standing> {
  const found = (await listTree(tx)).find((one) => one.id === id)
  return found ? { state: 'here', mark: checksumOfCategory(found) } : { state: 'gone', mark: null }
}
