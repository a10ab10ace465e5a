import { events, type Subject } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { earliestId } from './read-events.ts'
import type { By, NewEvent } from './subscription.ts'

const mostDepth = 8

export const byMember = ({ id }: Pick<Member, 'id'>): By => ({ actor: { type: 'agent', id } })

export const record = (tx: WorkspaceTx, event: NewEvent) => recordAll(tx, [event])

export async function recordAll(tx: WorkspaceTx, happened: NewEvent[]) {
  if (happened.length === 0) return
  const looping = happened.find(({ by }) => (by.depth ?? 0) > mostDepth)
  if (looping) throw new Error(`${looping.type} follows from more than ${mostDepth} events`)
  await writeHistory(tx, happened.filter(isHistory))
  await tellPages(tx, happened)
  for (const event of happened) {
    const listeners = tx.database.subscriptions.filter(({ type }) => type === event.type)
    for (const { listen } of listeners) await listen(tx, event)
  }
}

const isHistory = ({ type }: NewEvent) => events[type].isHistory

async function writeHistory(tx: WorkspaceTx, lines: NewEvent[]) {
  if (lines.length === 0) return
  const rows = lines.map(({ type, subject, by: { actor, cause, depth }, ...event }) => ({
    subjectType: subject.type,
    subjectId: subject.id,
    type,
    actorType: actor.type,
    actorId: actor.id ?? null,
    old: jsonOf('old' in event ? event.old : null),
    new: jsonOf('new' in event ? event.new : null),
    cause: cause ?? null,
    depth: depth ?? 0,
  }))
  await tx.insertInto('history').values(rows).execute()
}

const jsonOf = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))

// Stores the events for open pages, without the changed values. Pages read the subject again through the API, which
// checks access.
async function tellPages(tx: WorkspaceTx, happened: NewEvent[]) {
  const rows = happened.map(({ type, subject, audience }) => ({
    type,
    subjectType: subject.type,
    subjectId: subject.id,
    customerIds: typeof audience === 'object' && 'customers' in audience ? audience.customers : [],
    memberId: typeof audience === 'object' && 'member' in audience ? audience.member : null,
  }))
  const [written] = await tx.insertInto('liveEvents').values(rows).returning('xact').execute()
  tx.afterwards.xact = written!.xact
  const { workspaces } = tx.afterwards
  const types = happened.map(({ type }) => type)
  workspaces.set(tx.workspaceId, new Set([...(workspaces.get(tx.workspaceId) ?? []), ...types]))
}

export const deleteOldEvents = (tx: WorkspaceTx) =>
  tx
    .deleteFrom('liveEvents')
    .where('id', '<', earliestId(Date.now() - 10 * 60_000))
    .execute()

export const deleteHistory = (tx: WorkspaceTx, type: Subject['type'], ids: string[]) =>
  tx.deleteFrom('history').where('subjectType', '=', type).where('subjectId', 'in', ids).execute()
