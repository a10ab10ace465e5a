import type { ImportCall, ImportKind, Item, TargetState } from '#server/bulk/imports/import-kind.ts'
import { createArticle } from '#server/knowledge-base/articles/create-article.ts'
import { findDraft, isTrashed } from '#server/knowledge-base/articles/show-article.ts'
import { createCategory } from '#server/knowledge-base/categories/categories/change-categories.ts'
import { listTree } from '#server/knowledge-base/categories/categories/show-categories.ts'
import { categoryStanding } from '#server/knowledge-base/imports/exported/category-parts.ts'
import { findOwnSubjects } from '#server/knowledge-base/imports/exported/things.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findActiveByEmails } from '#server/workspace/team/find-members.ts'
import { isPlace, makePlace, writePlace } from './foreign/place-parts.ts'
import { ImportPlan, readArticles } from './read-articles.ts'
import { prepareArticle } from './take-article.ts'

/**
 * Imports articles from files. A file is one language of an article, and its folders are categories. Files that this
 * product exported are matched by their ids.
 */
export const articleImport: ImportKind = {
  name: 'articles',
  read: readArticles,
  findTargetState: (tx, id, plan) => (isPlace(plan) ? categoryStanding(tx, id) : findTargetState(tx, id, plan)),
  originOf: (plan) => (isPlace(plan) ? plan.origin : ImportPlan.safeParse(plan).data?.origin),
  make: (call, item) => (isPlace(item.plan) ? makePlace(call, item.plan, findOwnSubjects) : makeArticle(call, item)),
  async prepare(context, source, item) {
    const { plan } = item
    if (!isPlace(plan)) return prepareArticle(context, source, item)
    return { isWhole: true, write: (call, id) => writePlace(call, id, { ...item, plan }, findOwnSubjects) }
  },
}

export async function findTargetState(tx: WorkspaceTx, id: string, plan: unknown): Promise<TargetState> {
  const trashed = await isTrashed(tx, id)
  if (trashed === undefined) return { state: 'gone', mark: null }
  const { language } = ImportPlan.parse(plan)
  const draft = trashed ? undefined : await findDraft(tx, id, language)
  const written = draft?.text.document.content ?? []
  const isBlank = written.every((node) => node.type === 'paragraph' && !node.content?.length)
  return { state: trashed ? 'trashed' : 'here', mark: draft ? String(draft.text.revision) : null, isBlank }
}

async function makeArticle(call: ImportCall, { title, plan }: Item): Promise<string> {
  const { category, within } = ImportPlan.parse(plan)
  const known = within ? (await findOwnSubjects(call.tx, [within])).get(within) : undefined
  return beginArticle(call, { title, plan }, known ?? (await findCategory(call, category)))
}

/** Creates an article from a file. The owner is the member named in the file, or else the importing admin. */
export async function beginArticle(
  call: ImportCall,
  { title, plan }: Pick<Item, 'title' | 'plan'>,
  category: string | null,
) {
  const { language, labels, visibility, owner: email } = ImportPlan.parse(plan)
  const owner = email ? (await findActiveByEmails(call.tx, [email])).get(email) : undefined
  return createArticle(call, { title, language, category, labels, visibility, owner }, { document: undefined })
}

/** Finds a category by its names from the top, ignoring case. Creates the categories that do not exist. */
async function findCategory(call: ImportCall, names: string[]): Promise<string | null> {
  let parent: string | null = null
  for (const name of names) {
    const known = (await listTree(call.tx)).find(
      (one) => one.parent === parent && one.names.some((own) => own.toLowerCase() === name.toLowerCase()),
    )
    parent = known?.id ?? (await createCategory(call, { name, parent }))
  }
  return parent
}
