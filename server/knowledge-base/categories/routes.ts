import * as contract from '#contract/knowledge-base/categories.ts'
import { byMember } from '#server/platform/events/record.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { findLanguageSettings, type LanguageSettings } from '#server/workspace/languages/languages.ts'
import { changeCategory, createCategory, deleteCategory, moveCategory } from './categories/change-categories.ts'
import { listCategories, showCategory } from './categories/show-categories.ts'
import { changeLanguages, changeSettings } from './change-settings.ts'
import { findSettings } from './opening.ts'

export function knowledgeBaseRoutes(app: App) {
  serve(app, contract.listCategories, async ({ tx, caller, query }) => ({
    items: await listCategories(tx, caller, query.language),
    next: null,
  }))
  serve(app, contract.showCategory, ({ tx, caller, params, query }) =>
    showCategory(tx, caller, params.id, query.language),
  )
  serve(app, contract.createCategory, async (call) => {
    const id = await createCategory(call, call.body)
    return showCategory(call.tx, call.caller, id, call.body.language)
  })
  serve(app, contract.changeCategory, async (call) => {
    await changeCategory(call, call.params.id, call.body)
    return showCategory(call.tx, call.caller, call.params.id, call.body.language)
  })
  serve(app, contract.moveCategory, async (call) => {
    await moveCategory(call, call.params.id, call.body)
    return showCategory(call.tx, call.caller, call.params.id)
  })
  serve(app, contract.deleteCategory, (call) => deleteCategory(call, call.params.id, call.query.to))
  serve(app, contract.showLanguages, async ({ tx }) => shapeLanguages(await findLanguageSettings(tx)))
  serve(app, contract.changeLanguages, async ({ tx, caller, body }) =>
    shapeLanguages(await changeLanguages(tx, byMember(caller), body)),
  )
  serve(app, contract.showKnowledgeBaseSettings, ({ tx }) => findSettings(tx))
  serve(app, contract.changeKnowledgeBaseSettings, (call) => changeSettings(call, call.body))
}

const shapeLanguages = ({ languages, plainSlugs }: LanguageSettings) => ({ items: languages, plainSlugs, next: null })
