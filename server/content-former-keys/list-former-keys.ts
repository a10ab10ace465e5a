import type { listFormerKeys as contract } from '#contract/content-models.ts'
import { modelsFor } from '#server/content-models/changes/limited-key.ts'
import { modelIn } from '#server/content-models/find-models.ts'
import { isThere } from '#server/fields/components.ts'
import type { Call } from '#server/platform/http/serve.ts'
import { listAsks } from './queries.ts'

/** The former keys of a model's fields that still answer, with the API keys that named them. */
export async function listFormerKeys(call: Pick<Call<typeof contract>, 'tx' | 'params' | 'caller'>) {
  const { tx, params } = call
  const { fields } = modelIn(await modelsFor(call), params.id)
  const living = fields
    .filter(isThere)
    .flatMap(({ id, key, formerKeys }) =>
      formerKeys
        .filter(({ until }) => Date.parse(until) > Date.now())
        .map(({ key: formerKey, until }) => ({ field: { id, key }, formerKey, until })),
    )
  if (living.length === 0) return { items: [], next: null }
  const asks = await listAsks(tx, [...new Set(living.map(({ field }) => field.id))])
  const items = living.map((one) => ({
    ...one,
    askedBy: asks
      .filter(({ fieldId, formerKey }) => fieldId === one.field.id && formerKey === one.formerKey)
      .map(({ keyId, name, lastAt }) => ({ id: keyId, name, lastAt })),
  }))
  return { items, next: null }
}
