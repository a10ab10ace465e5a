import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { enqueue, type Job, job } from '#server/platform/jobs.ts'
import { pointIn } from '#server/platform/pictures/crop.ts'
import { makeVariant } from './make-variant.ts'
import { findServed, listPresets, listVariants } from './queries.ts'
import { nameOf, recipesAhead } from './recipe.ts'

const Assets = z.object({ ids: z.array(Id) })

export const makeAhead: Job<typeof Assets> = {
  ...job('media-delivery.make-ahead', Assets, async ({ ids }, { platform, workspaceId, inWorkspace, stopping }) => {
    for (const [index, id] of ids.entries()) {
      if (stopping.aborted) return inWorkspace((tx) => makeLater(tx, ids.slice(index)))
      const { fileId, recipes } = await inWorkspace((tx) => findMissing(tx, id))
      for (const recipe of recipes) await makeVariant(platform, { workspaceId, fileId, recipe })
    }
  }),
  lane: 'pictures',
}

export async function makeLater(tx: WorkspaceTx, ids: string[]) {
  if (ids.length > 0) await enqueue(tx, makeAhead, { ids })
}

async function findMissing(tx: WorkspaceTx, id: string) {
  const found = await findServed(tx, { id, hash: null })
  if (!found?.width) return { fileId: '', recipes: [] }
  const { fileId, mime, moves, crop, width, focusX, focusY } = found
  const focus = pointIn(crop, { x: focusX, y: focusY })
  const made = new Set((await listVariants(tx, fileId)).map(({ recipe }) => recipe))
  const recipes = recipesAhead({ mime, moves, focus, crop, width }, await listPresets(tx))
  return { fileId, recipes: recipes.filter((recipe) => !made.has(nameOf(recipe))) }
}
