import { findSettings } from '#server/knowledge-base/categories/opening.ts'
import { suggestArticles } from '#server/knowledge-base/search/suggest-articles.ts'
import { asVisitor, type WorkspaceTx } from '#server/platform/database.ts'
import type { Visitor } from '#server/platform/http/caller.ts'
import type { SuggestForRequest } from '#server/tickets/outgoing-mail/content/compose-automatic.ts'
import { listOpened } from './queries.ts'

const mostNamed = 3
const mostAsked = 2000

/** Suggests only public articles for the confirmation mail of a request, because mails can be forwarded. */
export const suggestForRequest: SuggestForRequest = async (
  { platform, inWorkspace },
  { ticketId, domain, text, language },
) => {
  const opened = await inWorkspace(async (tx) =>
    (await findSettings(tx)).suggestsByMail ? listOpened(tx, ticketId) : null,
  )
  if (!opened) return []
  return asVisitor(
    platform.reader,
    domain,
    async (tx, entered) => {
      if (!entered) return []
      const { workspaceId } = entered
      const caller: Visitor = { kind: 'visitor', id: null, workspaceId, domain, network: 'this server' }
      const call = { tx: tx as WorkspaceTx, caller, platform }
      const request = { text: text.slice(0, mostAsked) }
      const own = language ? await suggestArticles(call, { ...request, language }) : []
      const articles = own.length > 0 ? own : await suggestArticles(call, request)
      const unread = articles.filter(({ id }) => !opened.includes(id)).slice(0, mostNamed)
      return unread.map(({ title, url }) => ({ title, url }))
    },
    { isReading: true },
  )
}
