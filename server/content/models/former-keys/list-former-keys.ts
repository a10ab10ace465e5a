import type { FormerKey } from '#contract/content/models.ts'
import type { Model } from '#server/content/models/find-models.ts'
import { isLiving } from '#server/fields/component-names.ts'
import { isThere } from '#server/fields/values/components.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { listAsks } from './queries.ts'

type Living = Omit<FormerKey, 'askedBy'> & { subjectId: string; since: string | undefined }

/** The former keys of a model and of its fields that answer now. */
export const livingIn = (model: Pick<Model, 'id' | 'key' | 'pluralKey' | 'formerKeys' | 'fields'>): Living[] => [
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
  ...model.fields
    .filter(isThere)
    .flatMap(({ id, key, formerKeys }) =>
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

/** The former keys of a model and of its fields, with who has used each since it is one, the last one first. */
export async function listFormerKeys(tx: WorkspaceTx, model: Model): Promise<FormerKey[]> {
  const living = livingIn(model)
  if (living.length === 0) return []
  const asks = await listAsks(tx, [...new Set(living.map(({ subjectId }) => subjectId))])
  return living.map(({ subjectId, since, ...one }) => ({
    ...one,
    askedBy: asks
      .filter((ask) => ask.subjectId === subjectId && ask.formerKey === one.formerKey && isSince(ask.lastAt, since))
      .map(({ keyId, name, lastAt }) => ({ id: keyId, name, lastAt })),
  }))
}

/** Whether somebody asked when the key was a former one already; of old ones it is not known since when they are. */
export const isSince = (lastAt: string, since: string | undefined) =>
  since === undefined || Date.parse(lastAt) >= Date.parse(since)
