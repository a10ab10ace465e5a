import type { FormerKey } from '#contract/content/models.ts'
import type { Model } from '#server/content/models/find-models.ts'
import { isLiving } from '#server/fields/kinds/component-names.ts'
import { isThere } from '#server/fields/values/components.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { listFormerKeyUse } from './queries.ts'

type ActiveKey = Omit<FormerKey, 'askedBy'> & { subjectId: string; since: string | undefined }

/** Active former keys of a model and its fields. */
export const livingIn = (model: Pick<Model, 'id' | 'key' | 'pluralKey' | 'formerKeys' | 'fields'>): ActiveKey[] => [
  ...model.formerKeys
    .filter((one) => isLiving(one))
    .map(({ name, key, since, until, isType }) => ({
      of: name,
      field: null,
      key: model[name],
      formerKey: key,
      isType,
      until,
      subjectId: model.id,
      since,
    })),
  ...model.fields.filter(isThere).flatMap(({ id, key, formerKeys }) =>
    formerKeys
      .filter((one) => isLiving(one))
      .map(({ key: formerKey, until, since }) => ({
        of: 'field' as const,
        field: { id, key },
        key,
        formerKey,
        isType: false,
        until,
        subjectId: id,
        since,
      })),
  ),
]

/** Active former keys of a model and its fields with their users, latest first. */
export async function listFormerKeys(tx: WorkspaceTx, model: Model): Promise<FormerKey[]> {
  const living = livingIn(model)
  if (living.length === 0) return []
  const asks = await listFormerKeyUse(tx, [...new Set(living.map(({ subjectId }) => subjectId))])
  return living.map(({ subjectId, since, ...one }) => ({
    ...one,
    askedBy: asks
      .filter((ask) => ask.subjectId === subjectId && ask.formerKey === one.formerKey && isSince(ask.lastAt, since))
      .map(({ keyId, name, lastAt }) => ({ id: keyId, name, lastAt })),
  }))
}

/** Whether the key was used after it became a former key. For old ones that time is unknown. */
export const isSince = (lastAt: string, since: string | undefined) =>
  since === undefined || Date.parse(lastAt) >= Date.parse(since)
