import { listTickets } from '#contract/tickets/tickets.ts'
import * as contract from '#contract/tickets/views.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { isFollowing } from '#server/search/following/follow.ts'
import { listTickets as list } from '#server/tickets/ticket/lists/list-tickets.ts'
import { changeSettings, changeView, createView, deleteView, resetDisplay, setDisplay } from './change-views.ts'
import { listViews, showDisplay, showView, withinView } from './show-views.ts'

export function ticketViewRoutes(app: App) {
  serve(
    app,
    listTickets,
    async (call) => {
      const query = await withinView(call, call.query)
      return query ? list(call.tx, call.caller, query) : { items: [], next: null }
    },
    undefined,
    isFollowing,
  )
  serve(app, contract.listTicketViews, listViews)
  serve(app, contract.showTicketView, (call) => showView(call, call.params.id))
  serve(app, contract.createTicketView, (call) => createView(call, call.body))
  serve(app, contract.changeTicketView, (call) => changeView(call, call.params.id, call.body))
  serve(app, contract.deleteTicketView, (call) => deleteView(call, call.params.id))
  serve(app, contract.showViewDisplay, (call) => showDisplay(call, call.params.id))
  serve(app, contract.setViewDisplay, (call) => setDisplay(call, call.params.id, call.body))
  serve(app, contract.resetViewDisplay, (call) => resetDisplay(call, call.params.id))
  serve(app, contract.changeViewSettings, (call) => changeSettings(call, call.body))
}
