import { LRUCache } from 'lru-cache'
import { findState, listDeliveredCategories, listUnsettled } from '#server/content/delivery/queries.ts'
import { findModels, limitModels, type Models } from '#server/content/models/find-models.ts'
import type { Fallbacks } from '#server/content/projection/fallbacks.ts'
import { stepOf } from '#server/content/projection/render-entry.ts'
import { isThere } from '#server/fields/values/components.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import { cacheWatched, WatchedState } from '#server/platform/fast-reads/watched-state.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Maximum number of cached workspaces. Each one listens for events. */
const mostSpaces = 2000

/** The published content of a workspace without its entries: models, languages, settings. */
export type ContentSpace = {
  workspaceId: string
  /** Changes with each change of the published content. */
  stamp: string
  languages: string[]
  fallbacks: Fallbacks
  models: Models
  limitedTo(allowed: string[] | null): Models
  categories: Categories
  /** Whether the rank index of all entries matches the current fields of the model. */
  isRanked(modelId: string): boolean
}

type Category = Awaited<ReturnType<typeof listDeliveredCategories>>[number]
type Categories = {
  byId: ReadonlyMap<string, Category>
  idsOfSlug: ReadonlyMap<string, string[]>
}

/** Creates the cache of content states. An event about changed content invalidates the state of its workspace. */
export function keepSpaces({ hub, reader }: Platform) {
  const watch = (workspaceId: string) => {
    let last: ContentSpace | undefined
    return new WatchedState<ContentSpace>(hub, ['content.changed', 'content-model.changed'], async () => {
      const found = await inWorkspace(reader, workspaceId, (tx) => readSpace(tx, last), { isReading: true })
      last = found ?? undefined
      return found
    })
  }
  const spaces = cacheWatched<WatchedState<ContentSpace>>(mostSpaces, (watched) => watched.leave())
  const openSpace = (workspaceId: string) => {
    const watched = watch(workspaceId)
    spaces.set(workspaceId, watched)
    return watched
  }

  return {
    peek(workspaceId: string): ContentSpace | null {
      return spaces.get(workspaceId)?.peek() ?? null
    },
    async find(workspaceId: string): Promise<ContentSpace> {
      const watched = spaces.get(workspaceId) ?? openSpace(workspaceId)
      if (!watched.peek() && !(await watched.read())) throw new Refusal('workspace-not-found')
      return watched.state
    },
    close: () => spaces.clear(),
  }
}

async function readSpace(tx: WorkspaceTx, last: ContentSpace | undefined): Promise<ContentSpace | null> {
  const state = await findState(tx)
  if (!state) return null
  const { revision, step, languages, fallbacks } = state
  const stamp = [revision, step, ...languages].join(' ')
  if (last?.stamp === stamp) return last
  const models = await findModels(tx)
  const ranked = await listRanked(tx, models)
  return {
    isRanked: (modelId) => ranked.has(modelId),
    workspaceId: tx.workspaceId,
    stamp,
    languages,
    fallbacks,
    models,
    limitedTo: limitOnce(models),
    categories: indexCategories(await listDeliveredCategories(tx)),
  }
}

// Returns the ids of models whose rank index is up to date with the current fields. Lists of other models do not use
// the rank index.
async function listRanked(tx: WorkspaceTx, models: Models): Promise<Set<string>> {
  const withIndexed = models.there.filter(({ fields }) => fields.some((field) => isThere(field) && field.indexed))
  if (withIndexed.length === 0) return new Set()
  const steps = new Map(withIndexed.map((model) => [model.id, stepOf(models, model)]))
  for (const id of await listUnsettled(tx, steps)) steps.delete(id)
  return new Set(steps.keys())
}

function limitOnce(models: Models): ContentSpace['limitedTo'] {
  const limited = new LRUCache<string, Models>({ max: 100 })
  return (allowed) => {
    if (!allowed) return models
    const name = allowed.join()
    const found = limited.get(name) ?? limitModels(models, allowed)
    limited.set(name, found)
    return found
  }
}

function indexCategories(categories: Category[]): Categories {
  const there = new Map(categories.filter(({ deletedAt }) => deletedAt === null).map((one) => [one.id, one]))
  const meant = ({ id, deletedAt, mergedInto }: Category) => there.get(deletedAt === null ? id : (mergedInto ?? ''))
  const idsOfSlug = Map.groupBy(there.values(), ({ slug }) => slug)
  return {
    byId: new Map(categories.flatMap((one) => (meant(one) ? [[one.id, meant(one)!] as const] : []))),
    idsOfSlug: new Map([...idsOfSlug].map(([slug, some]) => [slug, some.map(({ id }) => id)])),
  }
}
