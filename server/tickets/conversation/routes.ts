import * as messages from '#contract/tickets/messages.ts'
import * as tickets from '#contract/tickets/tickets.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import type { Call } from '#server/tickets/ticket/caller.ts'
import { serveChange, showTicket } from '#server/tickets/ticket/show-ticket.ts'
import { cleanDraft, cleanWritten } from './messages/compose-text.ts'
import { followMessages, listMessages, showMessage, showMessageOf } from './messages/list-messages.ts'
import { markSeen } from './messages/mark-seen.ts'
import { writeMessage } from './messages/write-message.ts'
import { acceptStranger, redactMessage, treatAsRequest } from './moderation/moderate-message.ts'
import { createTicket } from './openings/create-ticket.ts'
import { saveDraft, showDraft } from './replies/save-draft.ts'
import { takeBackMessage } from './replies/send-reply.ts'

export function conversationRoutes(app: App, markTicketCreated: (call: Pick<Call, 'platform' | 'caller'>) => void) {
  serve(
    app,
    tickets.createTicket,
    async ({ prepared, ...call }) => {
      const id = await createTicket(call, { ...call.body, clean: prepared })
      if (call.caller.kind === 'customer') markTicketCreated(call)
      return (await showTicket(call.tx, call.caller, id)).ticket
    },
    cleanWritten,
  )
  serve(app, tickets.markTicketSeen, ({ tx, caller, params, body }) => markSeen(tx, caller, params.id, body.seq))
  serve(app, messages.listMessages, (call) => listMessages(call, call.params.id, call.query))
  serve(
    app,
    messages.followMessages,
    (call) => followMessages(call, call.query),
    undefined,
    () => true,
  )
  serve(app, messages.showMessage, (call) => showMessageOf(call, call.params))
  serveChange(
    app,
    messages.writeMessage,
    async ({ prepared, ...call }) =>
      showMessage(call, await writeMessage(call, call.params.id, { ...call.body, clean: prepared })),
    cleanWritten,
  )
  serveChange(app, messages.takeBackMessage, async (call) => {
    await takeBackMessage(call, call.params)
    return showDraft(call.tx, call.caller, call.params.id)
  })

  serveChange(app, messages.acceptStranger, async (call) => {
    await acceptStranger(call, call.params)
    return showMessage(call, call.params.messageId)
  })

  serveChange(app, messages.treatAsRequest, async (call) => {
    await treatAsRequest(call, call.params)
    return showMessage(call, call.params.messageId)
  })

  serveChange(app, messages.redactMessage, async (call) => {
    await redactMessage(call, call.params)
    return showMessage(call, call.params.messageId)
  })

  serve(app, messages.showDraft, ({ tx, caller, params }) => showDraft(tx, caller, params.id))
  serve(
    app,
    messages.saveDraft,
    ({ tx, caller, params, body, prepared: html }) => saveDraft(tx, caller, params.id, { ...body, html }),
    cleanDraft,
  )
}
