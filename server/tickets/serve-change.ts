import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { refuseStale } from '#server/platform/http/input/match-tag.ts'
import type { App } from '#server/platform/http/platform.ts'
import { type Admitted, type Call, serve } from '#server/platform/http/serve.ts'
import type { Call as TicketCall } from './caller.ts'
import { lockSeenTicket } from './find-ticket.ts'
import { etagOf, showTicket } from './show-ticket.ts'

/** A change of the ticket that the address names. */
type ChangeOfTicket = Endpoint & { takesIfMatch: true; params: z.ZodType<{ id: string }> }

/** Serves a change of a ticket, so that none forgets what it is bound to. */
export function serveChange<E extends ChangeOfTicket, P = undefined>(
  app: App,
  endpoint: E,
  handle: (call: Call<E> & { prepared: P }) => Promise<z.input<E['answer']>>,
  prepare?: (admitted: Admitted<E>) => Promise<P>,
) {
  const guarded = async (call: Call<E> & { prepared: P }) => {
    const { tx, ifMatch } = call
    const { caller, params } = call as unknown as TicketCall & { params: { id: string } }
    if (ifMatch !== undefined) refuseStale(ifMatch, etagOf(await lockSeenTicket(tx, params.id, caller), caller))
    return handle(call)
  }
  serve<E, P>(app, endpoint, guarded, prepare)
}

type Answering = Pick<TicketCall, 'tx' | 'caller'> & { params: { id: string }; setEtag(tag: string): void }

/** The ticket as it stands after a change, with the tag that guards the next one. */
export async function answerWithTicket({ tx, caller, params, setEtag }: Answering) {
  const { ticket, etag } = await showTicket(tx, caller, params.id)
  setEtag(etag)
  return ticket
}
