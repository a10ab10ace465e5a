import { isSame } from '#contract/is-same.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { MovedRequests } from '#server/tickets/ticket/move-requests.ts'
import { lockMerges, lockMergesInto, type Merge, updateMerge } from './queries.ts'

type Move = { from: string; into: string }
type People = Pick<Merge, 'broughtCopies' | 'addedCopies'>
export type MovedMerge = Pick<Merge, 'ticketId' | 'intoId' | 'mergedAt'> & { before: People; after: People }

/**
 * After `moveRequests`, gives the customer who stays their place in what the undo of ticket merges knows. Somebody who
 * was on a ticket twice is on it once now, without the merge, so the undo of the merge must not remove them.
 */
export async function movePeopleOfMerges(
  tx: WorkspaceTx,
  { from, into }: Move,
  { copies, removedCopies }: MovedRequests,
): Promise<MovedMerge[]> {
  const renamed = (people: string[]) => [...new Set(people.map((id) => (id === from ? into : id)))]
  const removed = new Set(removedCopies.map(placeOf))
  const moved: MovedMerge[] = []
  const intoIds = [...new Set([...copies, ...removedCopies.map(({ ticketId }) => ticketId)])]
  const merges = await lockMergesInto(tx, intoIds)
  const isByMerge = (ticketId: string) =>
    merges.some(({ intoId, addedCopies }) => intoId === ticketId && addedCopies.includes(from))
  for (const { ticketId } of removedCopies.filter(
    ({ ticketId, customerId }) => customerId === from && !isByMerge(ticketId),
  ))
    removed.add(placeOf({ ticketId, customerId: into }))
  for (const { ticketId, intoId, mergedAt, ...before } of merges) {
    if (!before.broughtCopies.includes(from) && !before.broughtCopies.includes(into)) continue
    const left = before.addedCopies.filter((customerId) => !removed.has(placeOf({ ticketId: intoId, customerId })))
    const after = { broughtCopies: renamed(before.broughtCopies), addedCopies: renamed(left) }
    await updateMerge(tx, { ticketId, ...after })
    moved.push({ ticketId, intoId, mergedAt, before, after })
  }
  return moved
}

/**
 * Undoes `movePeopleOfMerges`. `requests`: what is still to be undone, without the copies of people whom a merge had
 * brought that was undone since. `unmerged`: the tickets into which the merges were that are undone since. The caller
 * indexes them again, because they may be found by words of a person who is not on them.
 */
export async function movePeopleOfMergesBack(
  tx: WorkspaceTx,
  { from, into }: Move,
  moved: MovedMerge[],
  requests: MovedRequests,
): Promise<{ requests: MovedRequests; unmerged: string[] }> {
  const now = await lockMerges(
    tx,
    moved.map(({ ticketId }) => ticketId),
  )
  const isLeft = ({ ticketId, mergedAt }: MovedMerge) =>
    now.some((merge) => merge.ticketId === ticketId && merge.mergedAt === mergedAt)
  const left = moved.filter(isLeft)
  for (const merge of left) {
    const { addedCopies } = now.find(({ ticketId }) => ticketId === merge.ticketId)!
    await updateMerge(tx, { ticketId: merge.ticketId, ...restored(merge, addedCopies, { from, into }) })
  }
  const isStillOn = (ticketId: string, customerId: string) => {
    const mentions = moved.filter(
      ({ intoId, before }) => intoId === ticketId && before.broughtCopies.includes(customerId),
    )
    const isByMerge = mentions.some(({ before }) => before.addedCopies.includes(customerId))
    return !isByMerge || mentions.some((merge) => left.includes(merge))
  }
  const copies = requests.copies.filter((id) => isStillOn(id, from))
  const removedCopies = requests.removedCopies.filter(({ ticketId, customerId }) => isStillOn(ticketId, customerId))
  // Where only the copy of the merged customer would be left, the one copy there goes back to them.
  const alone = removedCopies.filter(({ ticketId, customerId }) => customerId === from && !isStillOn(ticketId, into))
  return {
    requests: { ...requests, copies: [...copies, ...alone.map(({ ticketId }) => ticketId)], removedCopies },
    unmerged: [...new Set(moved.filter((merge) => !isLeft(merge)).map(({ intoId }) => intoId))],
  }
}

const placeOf = ({ ticketId, customerId }: { ticketId: string; customerId: string }) => `${ticketId} ${customerId}`

/** Returns the people of a merge as before, and those who were passed on to it by the undo of another merge. */
function restored({ before, after }: MovedMerge, addedNow: string[], { from, into }: Move): People {
  if (isSame(addedNow, after.addedCopies)) return before
  const passedOn = addedNow.filter((id) => !after.addedCopies.includes(id))
  const originals = passedOn.map((id) => (id === into && before.broughtCopies.includes(from) ? from : id))
  return { ...before, addedCopies: [...new Set([...before.addedCopies, ...originals])] }
}
