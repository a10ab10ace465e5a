import { putTicketByExternalId } from '#contract/tickets/imports.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { cleanWritten } from '#server/tickets/conversation/messages/compose-text.ts'
import { showTicket } from '#server/tickets/ticket/show-ticket.ts'
import { putTicket } from './put-ticket.ts'

export function ticketImportRoutes(app: App) {
  serve(
    app,
    putTicketByExternalId,
    async ({ prepared, ...call }) => {
      const { id, isNew } = await putTicket(call, { ...call.body, clean: prepared })
      if (isNew) call.setCreated()
      const { ticket, etag } = await showTicket(call.tx, call.caller, id)
      call.setEtag(etag)
      return ticket
    },
    cleanWritten,
  )
}
