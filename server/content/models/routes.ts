import * as contract from '#contract/content/models.ts'
import {
  changeModel,
  createModel,
  deleteField,
  deleteModel,
  endFormerKey,
  tryChange,
  tryDelete,
  undeleteField,
  undeleteModel,
} from '#server/content/models/changes/change-model.ts'
import {
  modelsFor,
  refuseLimited,
  requireDeletedModelAllowed,
  requireModelAllowed,
} from '#server/content/models/changes/limited-key.ts'
import type { App } from '#server/platform/http/platform.ts'
import { type Call, serve } from '#server/platform/http/serve.ts'
import { readNumberCursor, writeNumberCursor } from '#server/search/words/cursor.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { countEntries, findModels, modelIn, readModels, undoMs } from './find-models.ts'
import { listFormerKeys } from './former-keys/list-former-keys.ts'
import { listStepRows } from './queries.ts'
import { etagOf, shapeModel } from './shape-model.ts'

export function contentModelRoutes(app: App) {
  serve(app, contract.listContentModels, async (call) => {
    const { tx, query, caller } = call
    const { isAdmin } = caller
    const [models, all] = [await modelsFor(call), await findModels(tx)]
    const shown = { models: all, isAdmin, counts: await countEntries(tx) }
    const undoable = models.hidden.filter(({ deletedAt }) => Date.parse(deletedAt!) > Date.now() - undoMs)
    const wanted = query.deleted ? (isAdmin ? undoable : []) : models.there
    return { items: wanted.map((model) => shapeModel(model, shown)), next: null }
  })
  serve(app, contract.showContentModel, async (call) => {
    const models = await modelsFor(call)
    return show(call, modelIn(models, call.params.id).id)
  })
  serve(app, contract.createContentModel, async (call) => {
    refuseLimited(call)
    return show(call, await createModel(call, call.body))
  })
  serve(app, contract.changeContentModel, async (call) => {
    const { tx, params, query, body } = call
    const id = await requireModelAllowed(call, params.id)
    if (!query.dry) return show(call, await changeModel(call, id, body))
    const models = await findModels(tx)
    const report = await tryChange(call, models, id, body)
    return { ...(await show(call, modelIn(models, id).id)), report }
  })
  serve(app, contract.deleteContentModel, async (call) =>
    deleteModel(call, await requireModelAllowed(call, call.params.id)),
  )
  serve(app, contract.undeleteContentModel, async (call) =>
    show(call, await undeleteModel(call, requireDeletedModelAllowed(call, call.params.id))),
  )
  serve(app, contract.deleteContentField, async (call) => {
    const { tx, params, query } = call
    const id = await requireModelAllowed(call, params.id)
    if (!query.dry) return show(call, await deleteField(call, id, params.field))
    const models = await findModels(tx)
    const report = await tryDelete(call, models, id, params.field)
    return { ...(await show(call, modelIn(models, id).id)), report }
  })
  serve(app, contract.undeleteContentField, async (call) =>
    show(call, await undeleteField(call, await requireModelAllowed(call, call.params.id), call.params.field)),
  )
  serve(app, contract.listFormerKeys, async (call) => {
    const model = modelIn(await modelsFor(call), call.params.id)
    return { items: await listFormerKeys(call.tx, model), next: null }
  })
  serve(app, contract.endFormerKey, async (call) =>
    endFormerKey(call, await requireModelAllowed(call, call.params.id), call.params.key),
  )
  serve(app, contract.listModelSteps, listSteps)
}

type ShowCall = Pick<Call<typeof contract.showContentModel>, 'tx' | 'caller' | 'setEtag'>

async function show({ tx, caller: { isAdmin }, setEtag }: ShowCall, id: string) {
  const models = await readModels(tx)
  const model = modelIn(models, id)
  setEtag(etagOf(model))
  return shapeModel(model, { models, isAdmin, counts: await countEntries(tx) })
}

async function listSteps(call: Call<typeof contract.listModelSteps>) {
  const { tx, params, query } = call
  const { cursor, limit } = query
  const { id } = modelIn(await modelsFor(call), params.id)
  const rows = await listStepRows(tx, id, { before: readNumberCursor(cursor), limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const names = await findMemberNames(
    tx,
    shown.map(({ createdBy }) => createdBy),
  )
  const items = shown.map(({ number, change, createdBy, createdAt }) => ({
    number,
    change,
    at: createdAt,
    by: createdBy ? { id: createdBy, name: names.get(createdBy) ?? '' } : null,
  }))
  return { items, next: rows.length > limit ? writeNumberCursor(shown.at(-1)!.number) : null }
}
