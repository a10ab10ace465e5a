import * as suggestions from '#contract/tickets/people.ts'
import { changeRequester } from '#contract/tickets/people.ts'
import * as contract from '#contract/tickets/tickets.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { acceptCopy, dismissCopy, listSuggestedCopies } from './change-copies.ts'
import {
  changeTicket,
  changeRequester as giveToRequester,
  moveToTrash,
  reopenTicket,
  solveTicket,
  type TicketChangeFields,
} from './change-ticket.ts'
import { listTicketEvents } from './lists/list-ticket-events.ts'
import { findIdByNumber } from './queries/tickets.ts'
import { answerWithTicket, serveChange } from './show-ticket.ts'

export function ticketRoutes(app: App) {
  ticketListRoutes(app)
  ticketStateRoutes(app)
  copySuggestionRoutes(app)
}

function copySuggestionRoutes(app: App) {
  serve(app, suggestions.listSuggestedCopies, ({ tx, caller, params }) => listSuggestedCopies(tx, caller, params.id))
  serveChange(app, suggestions.acceptCopy, async (call) => {
    await acceptCopy(call, call.params)
    return answerWithTicket(call)
  })
  serveChange(app, suggestions.dismissCopy, async (call) => {
    await dismissCopy(call, call.params)
    return {}
  })
}

function ticketListRoutes(app: App) {
  serve(app, contract.showTicket, answerWithTicket)
  serve(app, contract.findTicketByNumber, async ({ tx, caller, params }) => {
    const found = await findIdByNumber(tx, params.number, caller)
    if (!found) throw new Refusal('ticket-not-found')
    return found
  })
  serveChange(app, contract.changeTicket, async (call) => {
    await changeTicket(call, call.params.id, call.body)
    return answerWithTicket(call)
  })
  serveChange(app, changeRequester, async (call) => {
    await giveToRequester(call, call.params.id, call.body)
    return answerWithTicket(call)
  })
  serveChange(app, contract.trashTicketForGood, async (call) => {
    await moveToTrash(call, call.params.id)
    return {}
  })
}

type Mark =
  | typeof contract.endSnooze
  | typeof contract.markSpam
  | typeof contract.unmarkSpam
  | typeof contract.trashTicket
  | typeof contract.untrashTicket

function ticketStateRoutes(app: App) {
  const serveMark = (endpoint: Mark, wanted: TicketChangeFields) =>
    serveChange(app, endpoint, async (call) => {
      await changeTicket(call, call.params.id, wanted)
      return answerWithTicket(call)
    })
  serveMark(contract.endSnooze, { snoozedUntil: null })
  serveMark(contract.markSpam, { spam: true })
  serveMark(contract.unmarkSpam, { spam: false })
  serveMark(contract.trashTicket, { trash: true })
  serveMark(contract.untrashTicket, { trash: false })

  serveChange(app, contract.snoozeTicket, async (call) => {
    await changeTicket(call, call.params.id, { snoozedUntil: call.body.until })
    return answerWithTicket(call)
  })
  serveChange(app, contract.solveTicket, async (call) => {
    await solveTicket(call, call.params.id)
    return answerWithTicket(call)
  })
  serveChange(app, contract.reopenTicket, async (call) => {
    await reopenTicket(call, call.params.id)
    return answerWithTicket(call)
  })
  serve(app, contract.listTicketEvents, ({ tx, caller, params, query }) =>
    listTicketEvents(tx, caller, params.id, query),
  )
}
