import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { type HandedKind, handedKinds } from '#contract/mails.ts'

/** Maximum names of each kind in the mail. */
const mostNamed = 5

const Handed = z.object({ count: z.int(), first: z.array(Id) })

export const HandedOver = z.partialRecord(z.enum(handedKinds), Handed)
export type HandedOver = z.output<typeof HandedOver>

export function addHanded(handed: HandedOver, kind: HandedKind, ids: string[]): HandedOver {
  if (ids.length === 0) return handed
  const { count, first } = handed[kind] ?? { count: 0, first: [] }
  return { ...handed, [kind]: { count: count + ids.length, first: [...first, ...ids].slice(0, mostNamed) } }
}
