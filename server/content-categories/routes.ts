import * as contract from '#contract/content-categories.ts'
import { findLanguages } from '#server/knowledge-base/opening.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { inTreeOrder } from '#server/platform/trees/tree.ts'
import { changeCategory, createCategory, deleteCategory, moveCategory } from './change-categories.ts'
import { countEntriesIn, listCategoryRows } from './queries.ts'

export function contentCategoryRoutes(app: App) {
  serve(app, contract.listContentCategories, async ({ tx, query }) => ({
    items: await listShown(tx, query.locale),
    next: null,
  }))
  serve(app, contract.showContentCategory, ({ tx, params, query }) => show(tx, params.id, query.locale))
  serve(app, contract.createContentCategory, async (call) =>
    show(call.tx, await createCategory(call, call.body), call.body.locale),
  )
  serve(app, contract.changeContentCategory, async (call) => {
    await changeCategory(call, call.params.id, call.body)
    return show(call.tx, call.params.id, call.body.locale)
  })
  serve(app, contract.moveContentCategory, async (call) => {
    await moveCategory(call, call.params.id, call.body)
    return show(call.tx, call.params.id)
  })
  serve(app, contract.deleteContentCategory, async (call) => {
    await deleteCategory(call, call.params.id, call.query.to)
    return {}
  })
}

async function show(tx: WorkspaceTx, id: string, locale?: string) {
  const category = (await listShown(tx, locale)).find((one) => one.id === id)
  if (!category) throw new Refusal('content-category-not-found')
  return category
}

/** The tree in order, in the words of a language or, where there are none, of the first. */
async function listShown(tx: WorkspaceTx, locale?: string) {
  const [rows, counts, languages] = [await listCategoryRows(tx), await countEntriesIn(tx), await findLanguages(tx)]
  return inTreeOrder(rows).map(({ id, parentId, slug, pictureId, texts }) => {
    const words = texts[locale ?? languages[0]!] ?? texts[languages[0]!] ?? Object.values(texts)[0]!
    return {
      ...{ id, slug, parent: parentId, picture: pictureId, entryCount: counts.get(id) ?? 0, ...words },
      texts: Object.entries(texts).map(([language, said]) => ({ language, ...said })),
    }
  })
}
