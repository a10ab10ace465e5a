import * as contract from '#contract/tickets/merging.ts'
import * as messages from '#contract/tickets/messages.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { answerWithTicket, serveChange, showTicket } from '#server/tickets/ticket/show-ticket.ts'
import { listMergedTickets } from './list-merged.ts'
import { mergeTicket } from './merge-ticket.ts'
import { mergeTickets, undoMerges } from './merge-tickets.ts'
import { splitMessages, undoSplit } from './split-messages.ts'
import { undoMerge } from './undo-merge.ts'

export function mergingRoutes(app: App) {
  serve(app, contract.listMergedTickets, ({ tx, caller, params }) => listMergedTickets(tx, caller, params.id))
  serveChange(app, contract.mergeTicket, async (call) => {
    await mergeTicket(call, call.params.id, call.body)
    return answerWithTicket(call)
  })
  serveChange(app, contract.mergeTickets, async (call) => {
    await mergeTickets(call, call.params.id, call.body)
    return answerWithTicket(call)
  })
  serveChange(app, contract.undoMerges, async (call) => {
    await undoMerges(call, call.params.id, call.query.ids)
    return answerWithTicket(call)
  })
  serveChange(app, messages.splitMessage, async (call) => {
    const id = await splitMessages(call, call.params, call.body.messages)
    return (await showTicket(call.tx, call.caller, id)).ticket
  })
  serveChange(app, messages.undoSplit, async (call) => {
    const id = await undoSplit(call, call.params.id)
    return (await showTicket(call.tx, call.caller, id)).ticket
  })
  serveChange(app, contract.undoMerge, async (call) => {
    await undoMerge(call, call.params.id)
    return answerWithTicket(call)
  })
}
