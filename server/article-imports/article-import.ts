import { createArticle } from '#server/articles/create-article.ts'
import { findDraft, isTrashed } from '#server/articles/show-article.ts'
import type { ImportCall, ImportKind, Item, Standing } from '#server/imports/import-kind.ts'
import { changeCategory, createCategory } from '#server/knowledge-base/categories/change-categories.ts'
import { listTree } from '#server/knowledge-base/categories/show-categories.ts'
import { findLanguages } from '#server/knowledge-base/opening.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
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
  const { language, category, places = [], labels, visibility } = Plan.parse(plan)
  const within = await findCategory(call, category, places)
  return createArticle(call, { title, language, category: within, labels, visibility }, { document: undefined })
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
