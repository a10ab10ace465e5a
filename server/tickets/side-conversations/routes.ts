import * as contract from '#contract/tickets/side-conversations.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { cleanDraft, cleanWritten } from '#server/tickets/conversation/messages/compose-text.ts'
import { serveChange } from '#server/tickets/ticket/show-ticket.ts'
import { changeSideConversation, markSideSeen } from './change-side-conversation.ts'
import { redactSideMessage } from './redact-side-message.ts'
import { saveSideDraft, showSideDraft } from './save-side-draft.ts'
import {
  listSideConversations,
  listSideMessages,
  showLastSideMessage,
  showSideConversation,
  showSideMessage,
} from './show-side-conversations.ts'
import { takeBackSideMessage } from './take-back-side-message.ts'
import { startSideConversation, writeSideMessage } from './write-side-message.ts'

export function sideConversationRoutes(app: App) {
  serve(app, contract.listSideConversations, (call) => listSideConversations(call, call.params.id))
  serveChange(
    app,
    contract.startSideConversation,
    async ({ prepared, ...call }) => {
      const id = await startSideConversation(call, call.params.id, { ...call.body, clean: prepared })
      return { ...(await showSideConversation(call, id)), message: await showLastSideMessage(call, id) }
    },
    cleanWritten,
  )
  serve(app, contract.changeSideConversation, async (call) => {
    await changeSideConversation(call, call.params.id, call.body)
    return showSideConversation(call, call.params.id)
  })
  serve(app, contract.markSideConversationSeen, ({ tx, caller, params, body }) =>
    markSideSeen(tx, caller, params.id, body.seq),
  )
  serve(app, contract.listSideMessages, (call) => listSideMessages(call, call.params.id, call.query))
  serve(
    app,
    contract.writeSideMessage,
    async ({ prepared, ...call }) => {
      await writeSideMessage(call, call.params.id, { ...call.body, clean: prepared })
      return showLastSideMessage(call, call.params.id)
    },
    cleanWritten,
  )
  serve(app, contract.showSideDraft, ({ tx, caller, params }) => showSideDraft(tx, caller, params.id))
  serve(
    app,
    contract.saveSideDraft,
    ({ tx, caller, params, body, prepared: html }) => saveSideDraft(tx, caller, params.id, { ...body, html }),
    cleanDraft,
  )
  serve(app, contract.redactSideMessage, async (call) => {
    const { id, messageId } = call.params
    return showSideMessage(call, id, await redactSideMessage(call, id, messageId))
  })
  serve(app, contract.takeBackSideMessage, (call) => takeBackSideMessage(call, call.params.id, call.params.messageId))
}
