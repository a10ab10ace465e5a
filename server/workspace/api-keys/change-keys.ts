import type { BodyOf } from '#contract/endpoint.ts'
import { type Actor, aboutWorkspace, systemActor } from '#contract/events.ts'
import { contentScopes } from '#contract/scopes.ts'
import {
  type ApiKey,
  type changeApiKey as contract,
  type createApiKey,
  lifeDays,
  mostKeys,
} from '#contract/workspace/api-keys.ts'
import type { AuditAction } from '#contract/workspace/audit-actions.ts'
import { writeApiKey } from '#server/platform/api-keys/api-key.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changedFields, isNothing } from '#server/platform/versions/changed-fields.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { type AuditSource, recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import {
  countModels,
  countUnrevoked,
  findKey,
  insertKey,
  lockKey,
  revokeKeyRow,
  revokeManagementKeysOf,
  updateKey,
} from './queries.ts'

type NewKeyBody = BodyOf<typeof createApiKey>

const hintLetters = 4

type KeyWithSecret = ApiKey & { secret: string }
type Doer = { by: AuditSource; noted?: Record<string, unknown> }

export const createKey = (tx: WorkspaceTx, by: Member, wanted: NewKeyBody) =>
  insertNewKey(tx, { by: sourceOf(by) }, by.id, wanted)

export const createKeyByOperator = (tx: WorkspaceTx, memberId: string, wanted: NewKeyBody) =>
  insertNewKey(tx, { by: { actor: systemActor }, noted: { by: 'operator' } }, memberId, wanted)

async function insertNewKey(
  tx: WorkspaceTx,
  doer: Doer,
  createdBy: string,
  wanted: NewKeyBody,
): Promise<KeyWithSecret> {
  await refuseUnfit(tx, wanted)
  if ((await countUnrevoked(tx)) >= mostKeys) throw new Refusal('too-many-api-keys')
  const { text: secret, hash } = writeApiKey(tx.workspaceId)
  const { name, kind, expiresAt = inDays(lifeDays), dailyCalls, networks } = wanted
  const scopes = kind === 'management' ? [...new Set(wanted.scopes ?? contentScopes)] : []
  const id = await insertKey(tx, {
    ...{ name, kind, scopes, expiresAt, dailyCalls, networks, hash },
    ...{ models: modelIds(wanted.models), hint: secret.slice(-hintLetters), createdBy },
  })
  const key = (await findKey(tx, id))!
  await note(tx, doer, 'api-key.created', key, { new: told(key) })
  return { ...key, secret }
}

export async function changeKey(
  tx: WorkspaceTx,
  by: Member,
  id: string,
  { base, ...wanted }: BodyOf<typeof contract>,
): Promise<ApiKey> {
  const locked = await lockKey(tx, id)
  if (!locked) throw new Refusal('api-key-not-found')
  if (locked.revokedAt) throw new Refusal('api-key-revoked')
  const before = (await findKey(tx, id))!
  await refuseUnfit(tx, { ...wanted, kind: before.kind })
  refuseOverwriting({ base, current: before, wanted })
  refuseWider(before, wanted.scopes)
  const { models, scopes, ...changes } = wanted
  const changed = changedFields(
    { ...before, models: modelIds(before.models) },
    {
      ...changes,
      ...(models && { models: modelIds(models) }),
      ...(scopes && { scopes: [...new Set(scopes)], isWide: false }),
    },
  )
  if (isNothing(changed)) return before
  await updateKey(tx, id, changed)
  const key = (await findKey(tx, id))!
  await note(tx, { by: sourceOf(by) }, 'api-key.changed', key, { old: told(before), new: told(key) })
  return key
}

export async function revokeKey(tx: WorkspaceTx, by: Member, id: string) {
  const locked = await lockKey(tx, id)
  if (!locked) throw new Refusal('api-key-not-found')
  if (locked.revokedAt) return
  await revokeKeyRow(tx, id, by.id)
  const key = (await findKey(tx, id))!
  await note(tx, { by: sourceOf(by) }, 'api-key.revoked', key, { old: told(key) })
}

type KeyLimits = Pick<NewKeyBody, 'kind'> & Partial<Pick<NewKeyBody, 'scopes' | 'models' | 'expiresAt'>>

async function refuseUnfit(tx: WorkspaceTx, { kind, scopes, models, expiresAt }: KeyLimits) {
  const isManaging = kind === 'management'
  const fields = {
    ...(!isManaging && scopes?.length && { scopes: 'Delivery and preview keys have no scopes' }),
    ...(isManaging &&
      scopes?.length === 0 && { scopes: 'Choose at least one scope, or leave `scopes` out for content only.' }),
    ...(!isManaging && models?.length === 0 && { models: 'Choose a model' }),
    ...(expiresAt && Date.parse(expiresAt) <= Date.now() && { expiresAt: 'Choose a time in the future' }),
  }
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
  const ids = modelIds(models) ?? []
  if (ids.length > 0 && (await countModels(tx, ids)) < ids.length) throw new Refusal('model-not-found')
}

/** Refuses scopes that the key does not have. A key acts as the member who created it, so nobody may widen it later. */
function refuseWider({ scopes: held }: ApiKey, wanted: NewKeyBody['scopes']) {
  const more = wanted?.filter((scope) => !held.includes(scope)) ?? []
  if (more.length > 0)
    throw new Refusal('invalid', {
      fields: { scopes: `Scopes cannot be added: ${more.join(', ')}. Create a new key instead.` },
    })
}

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString()

const modelIds = (models: NewKeyBody['models'] | undefined) =>
  models === undefined || models === 'all' ? null : [...new Set(models)]

/** Returns the values of a key for the audit log. They must not contain the hint, which is a part of the secret. */
const told = ({ name, kind, models, scopes, isWide, expiresAt, dailyCalls, networks }: ApiKey) => ({
  ...{ name, kind, models, scopes, expiresAt, dailyCalls, networks, ...(isWide && { isWide }) },
})

async function note(
  tx: WorkspaceTx,
  { by, noted }: Doer,
  action: AuditAction,
  { id }: ApiKey,
  detail: Record<string, unknown>,
) {
  await tellKeysChanged(tx, by.actor)
  await recordAudit(tx, { action, by, subjectId: id, detail: { ...detail, ...noted } })
}

export const tellKeysChanged = (tx: WorkspaceTx, actor: Actor) =>
  record(tx, { type: 'api-keys.changed', subject: aboutWorkspace(tx.workspaceId), by: { actor }, audience: 'team' })

export async function revokeKeysOf(
  tx: WorkspaceTx,
  { by: { actor }, with: { memberId } }: NewEvent<'member.deactivated'>,
) {
  const revoked = await revokeManagementKeysOf(tx, memberId, actor.id ?? memberId)
  for (const { id, ...old } of revoked) {
    await recordAudit(tx, { action: 'api-key.revoked', by: { actor }, subjectId: id, detail: { old } })
  }
  if (revoked.length > 0) await tellKeysChanged(tx, actor)
}
