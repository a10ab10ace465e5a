import { listOpened } from '#server/help/deflections/keep-deflection.ts'
import { findSettings } from '#server/knowledge-base/categories/opening.ts'
import { suggestArticles } from '#server/knowledge-base/search/suggest-articles.ts'
import { asVisitor, type WorkspaceTx } from '#server/platform/database.ts'
import type { Visitor } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import type { SuggestForRequest } from '#server/tickets/outgoing-mail/content/compose-acknowledgement.ts'

const mostNamed = 3
/** The beginning of a long text is enough to find articles. */
const mostAsked = 2000

/**
 * Articles for the confirmation of a request, in the customer's language if there are any. Articles that the customer opened
 * before they sent the request are left out. Only public articles, because mails are forwarded. None where the workspace
 * turned suggestions by mail off.
 */
export const suggestForRequest: SuggestForRequest = async ({ platform, inWorkspace }, { ticketId, ...request }) => {
  const opened = await inWorkspace(async (tx) =>
    (await findSettings(tx)).suggestsByMail ? listOpened(tx, ticketId) : null,
  )
  return opened ? suggestByMail(platform, { ...request, without: opened }) : []
}

const suggestByMail = (
  platform: Platform,
  {
    domain,
    text,
    language,
    without,
  }: { domain: string; text: string; language: string | undefined; without: string[] },
): ReturnType<SuggestForRequest> =>
  asVisitor(
    platform.reader,
    domain,
    async (tx, entered) => {
      if (!entered) return []
      const { workspaceId } = entered
      const caller: Visitor = { kind: 'visitor', id: null, workspaceId, domain, network: 'this server' }
      const call = { tx: tx as WorkspaceTx, caller, platform }
      const asked = { text: text.slice(0, mostAsked) }
      const own = language ? await suggestArticles(call, { ...asked, language }) : []
      const found = own.length > 0 ? own : await suggestArticles(call, asked)
      const left = found.filter(({ id }) => !without.includes(id)).slice(0, mostNamed)
      return left.map(({ title, url }) => ({ title, url }))
    },
    { isReading: true },
  )
