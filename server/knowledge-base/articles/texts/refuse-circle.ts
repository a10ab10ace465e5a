import type { Document } from '#contract/writing/document.ts'
import { findLinked } from '#server/knowledge-base/articles/queries/published.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { sectionAt } from '#server/writing/documents/render/outline.ts'
import { referencesOf } from '#server/writing/documents/render/references-of.ts'

// An included part. `path` is the position of the include in the saved text. `by` is the title of the article through
// which the saved text includes this part. Null for a direct include.
type Included = { id: string; anchor: string | undefined; path: string; by: string | null }

/** The check reads with the rights of a member, because a circle can contain articles that the caller cannot read. */
const everyone = { kind: 'member' } as const

export async function refuseCircle(tx: WorkspaceTx, id: string, language: string, document: Document) {
  const seen = new Set<string>()
  let next = includesOf(document).map(({ path, ...one }): Included => ({ ...one, path, by: null }))
  while (next.length > 0) {
    for (const one of next) if (one.id === id) refuse(one)
    const fresh = next.filter((one) => isFirst(seen, one))
    const articleIds = fresh.map((one) => one.id)
    const { articles } = await findLinked(tx, everyone, { articleIds, categoryIds: [], language, withDocuments: true })
    next = fresh.flatMap(({ id, anchor, path, by }) => {
      const source = articles.get(id)
      const part = source?.document && (anchor ? sectionAt(source.document, anchor) : source.document)
      return part ? includesOf(part).map((one) => ({ ...one, path, by: by ?? source.title })) : []
    })
  }
}

const includesOf = (document: Document) =>
  referencesOf(document)
    .references.filter(({ as }) => as === 'include')
    .map(({ reference: { id, anchor }, path }) => ({ id, anchor, path }))

function isFirst(seen: Set<string>, { id, anchor = '' }: Included): boolean {
  const key = `${id}#${anchor}`
  if (seen.has(key)) return false
  seen.add(key)
  return true
}

function refuse({ path, by }: Included): never {
  const message = by
    ? `This article would include itself here, since "${by}" includes it`
    : 'An article cannot include itself'
  throw new Refusal('document-invalid', { detail: `${message} (${path})`, fields: { [path]: message } })
}
