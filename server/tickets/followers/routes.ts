import * as contract from '#contract/tickets/followers.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveChange } from '#server/tickets/ticket/show-ticket.ts'
import { followTicket, listFollowers, unfollowTicket } from './follow-ticket.ts'

export function followerRoutes(app: App) {
  serve(app, contract.listFollowers, ({ tx, caller, params }) => listFollowers(tx, caller, params.id))
  serveChange(app, contract.followTicket, (call) => followTicket(call, call.params))
  serveChange(app, contract.unfollowTicket, async (call) => {
    await unfollowTicket(call, call.params)
    return {}
  })
}
