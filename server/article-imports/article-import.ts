import { createArticle } from '#server/articles/create-article.ts'
import { findDraft, isTrashed } from '#server/articles/show-article.ts'
import type { ImportCall, ImportKind, Item, Standing } from '#server/imports/import-kind.ts'
import { changeCategory, createCategory } from '#server/knowledge-base/categories/change-categories.ts'
import { listTree } from '#server/knowledge-base/categories/show-categories.ts'
import { findLanguages } from '#server/knowledge-base/opening.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findActiveByEmails } from '#server/team/find-members.ts'
import type { PlacedDetails } from './category-details.ts'
import { Plan, readArticles } from './read-articles.ts'
import { prepareArticle } from './take-article.ts'

/** Markdown and HTML that become articles: a file is a text of one in a language, its folders are categories. */
export const articleImport: ImportKind = {
  name: 'articles',
  read: readArticles,
  standingOf,
  make: makeArticle,
  prepare: prepareArticle,
}

export async function standingOf(tx: WorkspaceTx, id: string, plan: unknown): Promise<Standing> {
  const trashed = await isTrashed(tx, id)
  if (trashed === undefined) return { state: 'gone', mark: null }
  const { language } = Plan.parse(plan)
  const draft = trashed ? undefined : await findDraft(tx, id, language)
  return { state: trashed ? 'trashed' : 'here', mark: draft ? String(draft.text.revision) : null }
}

export async function makeArticle(call: ImportCall, { title, plan }: Item): Promise<string> {
  const { category, places = [] } = Plan.parse(plan)
  return beginArticle(call, { title, plan }, await findCategory(call, category, places))
}

/** In a category. It is of whoever wrote it, where they are here, else of who imports it. */
export async function beginArticle(
  call: ImportCall,
  { title, plan }: Pick<Item, 'title' | 'plan'>,
  category: string | null,
) {
  const { language, labels, visibility, owner: email } = Plan.parse(plan)
  const owner = email ? (await findActiveByEmails(call.tx, [email])).get(email) : undefined
  return createArticle(call, { title, language, category, labels, visibility, owner }, { document: undefined })
}

/** By its names from the top, which are compared without regard to case; what is not there yet is made. */
async function findCategory(
  call: ImportCall,
  names: string[],
  places: (PlacedDetails | null)[],
): Promise<string | null> {
  let parent: string | null = null
  for (const [at, name] of names.entries()) {
    const known = (await listTree(call.tx)).find(
      (one) => one.parent === parent && one.names.some((own) => own.toLowerCase() === name.toLowerCase()),
    )
    parent = known?.id ?? (await makeCategory(call, { name, parent }, places[at] ?? null))
  }
  return parent
}

/** In the languages of this workspace, as far as they are said. */
async function makeCategory(
  call: ImportCall,
  { name, parent }: { name: string; parent: string | null },
  details: PlacedDetails | null,
): Promise<string> {
  if (!details) return createCategory(call, { name, parent })
  const { icon, visibility, texts } = details
  const languages = await findLanguages(call.tx)
  const id = await createCategory(call, { name, parent, icon, visibility })
  for (const [language, text] of Object.entries(texts))
    if (languages.includes(language) && text.name.trim()) await changeCategory(call, id, { language, ...text })
  return id
}
