import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/content/media.ts'
import * as folders from '#contract/content/media-folders.ts'
import * as presets from '#contract/content/media-presets.ts'
import { storeFinishedUpload } from '#server/files/resumable/store-finished-upload.ts'
import { fetchPicture } from '#server/files/uploads/fetch-picture.ts'
import { type TextFieldHandler, uploadFiles } from '#server/files/uploads/upload-files.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { refuseStale } from '#server/platform/http/input/refuse-input.ts'
import type { App, Platform } from '#server/platform/http/platform.ts'
import { type Call, serve, serveWithoutTransaction } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addAsset, altOfForm } from './assets/add-asset.ts'
import { changeAsset, replaceAsset, trashAsset, untrashAsset } from './assets/change-asset.ts'
import { changeMany } from './assets/change-many.ts'
import { listAssets, showAsset, showReport } from './assets/list-assets.ts'
import { etagOf } from './assets/lock-assets.ts'
import { type MeasuredAsset, measureAsset } from './assets/measure-asset.ts'
import { changeFolder, createFolder, deleteFolder, listFolders } from './folders/folders.ts'
import { changePreset, createPreset, deletePreset } from './presets/presets.ts'
import { listPresetRows } from './queries/presets.ts'
import { listUses } from './uses/uses.ts'

export function mediaRoutes(app: App) {
  uploadRoutes(app)
  serve(app, contract.listMedia, (call) => listAssets(call, call.query))
  serve(app, contract.showMediaReport, ({ tx }) => showReport({ tx, platform: app.platform }))
  serve(app, contract.showMedia, answerWith)
  serve(app, contract.changeMedia, async (call) => {
    await changeAsset(call, call.params.id, call.body)
    return answerWith(call)
  })
  serve(app, contract.deleteMedia, (call) => trashAsset(call, call.params.id, call.query.force))
  serve(app, contract.untrashMedia, async (call) => {
    await untrashAsset(call, call.params.id)
    return answerWith(call)
  })
  serve(app, contract.listMediaUses, async (call) => {
    await showAsset(call, call.params.id)
    const { uses, unseen } = await listUses(call, [call.params.id])
    return { items: uses, unseen, next: null }
  })
  serve(app, contract.changeManyMedia, (call) => changeMany(call, call.body))
  folderRoutes(app)
  presetRoutes(app)
}

type ShowCall = Pick<Call<typeof contract.untrashMedia>, 'tx' | 'caller' | 'platform' | 'params' | 'setEtag'>

async function answerWith(call: ShowCall) {
  const asset = await showAsset(call, call.params.id)
  call.setEtag(etagOf(asset))
  return asset
}

function presetRoutes(app: App) {
  serve(app, presets.listMediaPresets, async ({ tx }) => ({ items: await listPresetRows(tx), next: null }))
  serve(app, presets.createMediaPreset, (call) => createPreset(call, call.body))
  serve(app, presets.changeMediaPreset, (call) => changePreset(call, call.params.id, call.body))
  serve(app, presets.deleteMediaPreset, (call) => deletePreset(call, call.params.id))
}

function folderRoutes(app: App) {
  serve(app, folders.listMediaFolders, async ({ tx }) => ({ items: await listFolders(tx), next: null }))
  serve(app, folders.createMediaFolder, (call) => createFolder(call, call.body))
  serve(app, folders.changeMediaFolder, (call) => changeFolder(call, call.params.id, call.body))
  serve(app, folders.deleteMediaFolder, (call) => deleteFolder(call, call.params.id))
}

// Registers the upload routes. They receive and check the bytes before they begin the transaction that creates the
// assets.
function uploadRoutes(app: App) {
  const { platform } = app
  serveWithoutTransaction(app, contract.addMediaFromAddress, async ({ caller, body, inTransaction }) => {
    const file = await fetchPicture(platform, caller, body.address)
    const measured = await measureAsset(platform, caller.workspaceId, file)
    return inTransaction((tx) => addAsset({ tx, caller, platform }, measured, body))
  })
  serveWithoutTransaction(app, contract.addMediaFromUpload, async ({ caller, body, inTransaction }) => {
    const measured = await measureAsset(
      platform,
      caller.workspaceId,
      await storeFinishedUpload(platform, caller, body.upload),
    )
    return inTransaction((tx) => addAsset({ tx, caller, platform }, measured, body))
  })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart)
    // Other content types are refused by the operation, which does not read the body.
    scope.addContentTypeParser('*', async () => undefined)
    serveWithoutTransaction(scope, contract.addMedia, async ({ caller, query, request, inTransaction }) => {
      const { words, alt } = altOfForm()
      const measured = await takeIn(platform, caller, request, words)
      const said = { ...query, alt: alt(measured.length) }
      return inTransaction(async (tx) => {
        const items = []
        for (const one of measured) items.push(await addAsset({ tx, caller, platform }, one, said))
        return { items }
      })
    })
    serveWithoutTransaction(scope, contract.replaceMedia, async ({ caller, params, request, reply, inTransaction }) => {
      const ifMatch = request.headers['if-match']
      await inTransaction(async (tx) =>
        refuseStale(ifMatch, etagOf(await showAsset({ tx, caller, platform }, params.id))),
      )
      const [measured, ...others] = await takeIn(platform, caller, request)
      if (!measured || others.length > 0) throw new Refusal('invalid', { detail: 'Send one file' })
      return inTransaction(async (tx) => {
        await replaceAsset({ tx, caller, platform, ifMatch }, params.id, measured)
        const asset = await showAsset({ tx, caller, platform }, params.id)
        reply.header('ETag', etagOf(asset))
        return asset
      })
    })
  })
}

async function takeIn(
  platform: Platform,
  caller: Member,
  request: FastifyRequest,
  words?: TextFieldHandler,
): Promise<MeasuredAsset[]> {
  const measured = []
  for (const file of await uploadFiles(platform, caller, request, words))
    measured.push(await measureAsset(platform, caller.workspaceId, file))
  return measured
}
