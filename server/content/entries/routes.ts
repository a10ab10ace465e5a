import type { z } from 'zod'
import type { DeliveredEntry } from '#contract/content/entries.ts'
import * as contract from '#contract/content/entries.ts'
import { listEntryEvents } from '#contract/content/entry-history.ts'
import { putEntryByExternalId, putEntryBySlug } from '#contract/content/put-entry.ts'
import { scanTurn } from '#server/content/filters/scan-turns.ts'
import { findModels, modelsSeen } from '#server/content/models/find-models.ts'
import type { App } from '#server/platform/http/platform.ts'
import { type Call, serve } from '#server/platform/http/serve.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { copyEntry } from './copy-entry.ts'
import { asSeen, etagOf, refuseUnknown } from './entry-call.ts'
import { listEntries, reportContent, shapeInOrder } from './list-entries.ts'
import { publicationOf } from './publication/publish.ts'
import * as states from './publication/states.ts'
import { listUserIds } from './queries/uses.ts'
import { readEntry, renderDraft, showEntry } from './show-entry.ts'
import { listEvents, listVersions, restoreVersion, showVersion } from './versions/show-versions.ts'
import { putByExternalId, putBySlug } from './writing/put-entry.ts'
import { changeEntry, createEntry } from './writing/write-entry.ts'

export function entryRoutes(app: App) {
  readingRoutes(app)
  writingRoutes(app)
  stateRoutes(app)
  versionRoutes(app)
}

function readingRoutes(app: App) {
  serve(app, contract.listEntries, (call) => listEntries(call, call.query), undefined, undefined, scanTurn)
  serve(app, contract.showContentReport, (call) => reportContent(call))
  serve(app, contract.showEntry, async (call) => {
    const { entry, etag } = await showEntry(call, call.params.id, call.query.locale)
    call.setEtag(etag)
    return entry
  })
  serve(app, contract.listEntryUses, async (call) => {
    const { tx } = call
    const { id } = await refuseUnknown(call, call.params)
    const [language] = await findLanguages(tx)
    const hidden = modelsSeen(call, await findModels(tx))
    return {
      items: await shapeInOrder(call, await listUserIds(tx, 'entry', id, { hidden }), language!),
      next: null,
    }
  })
}

type AnyCall = Pick<Call<typeof contract.untrashEntry>, 'tx' | 'caller' | 'setEtag' | 'platform'>

/** Returns the changed draft in delivery format. Sets the entity tag of the answer. */
async function answerWith(
  { tx, caller, setEtag, platform }: AnyCall,
  id: string,
  locale?: string,
): Promise<z.input<typeof DeliveredEntry>> {
  const seen = asSeen({ caller }, await readEntry(tx, id))
  setEtag(etagOf(seen.entry))
  return JSON.parse(await renderDraft({ tx, platform, domain: caller.domain }, seen, { locale }))
}

async function answerWithPublication(call: AnyCall, id: string, locale: string | undefined, told: object = {}) {
  const answer = await answerWith(call, id, locale)
  const { texts } = await readEntry(call.tx, id)
  return { ...answer, _meta: { ...answer._meta, ...told, publication: publicationOf(texts) } }
}

function answerPut(
  call: AnyCall & Pick<Call<typeof putEntryBySlug>, 'setCreated' | 'body'>,
  { id, isNew }: { id: string; isNew: boolean },
) {
  if (isNew) call.setCreated()
  return answerWith(call, id, call.body.locale)
}

function writingRoutes(app: App) {
  serve(app, contract.createEntry, async (call) =>
    answerWith(call, await createEntry(call, call.params.model, call.body), call.body.locale),
  )
  serve(app, contract.changeEntry, async (call) => {
    await changeEntry(call, call.params, call.body)
    return answerWith(call, call.params.id, call.body.locale)
  })
  serve(app, putEntryBySlug, async (call) => {
    const { model, slug } = call.params
    return answerPut(call, await putBySlug(call, model, slug, call.body))
  })
  serve(app, putEntryByExternalId, async (call) => {
    const { model, externalId } = call.params
    return answerPut(call, await putByExternalId(call, model, externalId, call.body))
  })
  serve(app, contract.copyEntry, async (call) => answerWith(call, await copyEntry(call, call.params)))
  serve(app, contract.deleteEntry, (call) => states.trash(call, call.params))
  serve(app, contract.untrashEntry, async (call) => {
    await states.untrash(call, call.params)
    return answerWith(call, call.params.id)
  })
}

function stateRoutes(app: App) {
  serve(app, contract.publishEntry, async (call) => {
    const dangling = await states.publish(call, call.params, call.body)
    const { locale, locales } = call.body
    return answerWithPublication(call, call.params.id, locale ?? locales?.[0], dangling.length > 0 ? { dangling } : {})
  })
  serve(app, contract.unpublishEntry, async (call) => {
    const { locale, locales } = call.query
    await states.unpublish(call, call.params, call.query)
    return answerWithPublication(call, call.params.id, locale ?? locales?.[0])
  })
  serve(app, contract.unplanEntry, async (call) => {
    const { locale, locales } = call.query
    await states.unplan(call, call.params, call.query)
    return answerWithPublication(call, call.params.id, locale ?? locales?.[0])
  })
  serve(app, contract.sendEntryForReview, async (call) => {
    await states.sendForReview(call, call.params, call.body)
    return answerWith(call, call.params.id, call.body.locale)
  })
  serve(app, contract.endEntryReview, async (call) => {
    await states.endReview(call, call.params, call.query.locale)
    return answerWith(call, call.params.id, call.query.locale)
  })
  serve(app, contract.archiveEntry, async (call) => {
    await states.archive(call, call.params, call.body.locale)
    return answerWithPublication(call, call.params.id, call.body.locale)
  })
  serve(app, contract.unarchiveEntry, async (call) => {
    await states.unarchive(call, call.params, call.query.locale)
    return answerWith(call, call.params.id, call.query.locale)
  })
}

function versionRoutes(app: App) {
  serve(app, contract.listEntryVersions, (call) => listVersions(call, call.params, call.query))
  serve(app, listEntryEvents, (call) => listEvents(call, call.params, call.query))
  serve(app, contract.showEntryVersion, (call) => {
    const { number, ...named } = call.params
    return showVersion(call, named, { number, ...call.query })
  })
  serve(app, contract.restoreEntryVersion, async (call) => {
    await restoreVersion(call, call.params, call.body)
    return answerWith(call, call.params.id, call.body.locale)
  })
}
