import * as contract from '#contract/content/categories.ts'
import { nameAssets } from '#server/content/media/assets/deliver-assets.ts'
import type { App } from '#server/platform/http/platform.ts'
import { type Call, serve } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { inTreeOrder } from '#server/platform/trees/tree.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { changeCategory, createCategory, moveCategory } from './change-categories.ts'
import { deleteCategory } from './delete-category.ts'
import { countEntriesIn, listCategoryRows } from './queries.ts'

export function contentCategoryRoutes(app: App) {
  serve(app, contract.listContentCategories, async (call) => ({
    items: await listShown(call, call.query.locale),
    next: null,
  }))
  serve(app, contract.showContentCategory, (call) => show(call, call.params.id, call.query.locale))
  serve(app, contract.createContentCategory, async (call) =>
    show(call, await createCategory(call, call.body), call.body.locale),
  )
  serve(app, contract.changeContentCategory, async (call) => {
    await changeCategory(call, call.params.id, call.body)
    return show(call, call.params.id, call.body.locale)
  })
  serve(app, contract.moveContentCategory, async (call) => {
    await moveCategory(call, call.params.id, call.body)
    return show(call, call.params.id)
  })
  serve(app, contract.deleteContentCategory, (call) => deleteCategory(call, call.params.id, call.query.to))
}

type ListCategoriesCall = Pick<Call<typeof contract.showContentCategory>, 'tx' | 'platform'>

async function show(call: ListCategoriesCall, id: string, locale?: string) {
  const category = (await listShown(call, locale)).find((one) => one.id === id)
  if (!category) throw new Refusal('content-category-not-found')
  return category
}

async function listShown({ tx, platform }: ListCategoriesCall, locale?: string) {
  const [rows, counts, languages] = [await listCategoryRows(tx), await countEntriesIn(tx), await findLanguages(tx)]
  const pictures = await nameAssets(
    { tx, platform },
    rows.flatMap(({ pictureId }) => pictureId ?? []),
  )
  return inTreeOrder(rows).map(({ id, parentId, slug, pictureId, texts }) => {
    const words = texts[locale ?? languages[0]!] ?? texts[languages[0]!] ?? Object.values(texts)[0]!
    const picture = pictures.get(pictureId ?? '')
    return {
      id,
      slug,
      parent: parentId,
      picture: pictureId,
      entryCount: counts.get(id) ?? 0,
      ...words,
      shown: picture?.picture ? { name: picture.title, thumbnail: picture.picture } : null,
      texts: Object.entries(texts).map(([language, said]) => ({ language, ...said })),
    }
  })
}
