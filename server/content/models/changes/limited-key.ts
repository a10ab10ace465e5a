import { findModels, limitModels, type Models, modelIn } from '#server/content/models/find-models.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'

export type KeyCall = { tx: WorkspaceTx; caller: Pick<Member, 'key'> }

/** Returns the models that a caller can read. A limited key reads its models and all components. */
export const modelsFor = async ({ tx, caller: { key } }: KeyCall): Promise<Models> =>
  limitModels(await findModels(tx), key?.models ?? null)

/** Returns the model id. Refuses a model or component that is not in the list of a limited key. */
export async function requireModelAllowed(call: KeyCall, idOrKey: string): Promise<string> {
  const allowed = call.caller.key?.models
  if (!allowed) return idOrKey
  const { id } = modelIn(await modelsFor(call), idOrKey)
  if (!allowed.includes(id)) throw new Refusal('key-limited')
  return id
}

/** Refuses a deleted model outside the list of a limited key. Deleted models are found only by id. */
export function requireDeletedModelAllowed({ caller: { key } }: Pick<KeyCall, 'caller'>, id: string): string {
  if (key?.models && !key.models.includes(id)) throw new Refusal('model-not-found')
  return id
}

export function refuseLimited({ caller: { key } }: Pick<KeyCall, 'caller'>) {
  if (key?.models) throw new Refusal('key-limited')
}
