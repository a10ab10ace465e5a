import { suggestArticles } from '#server/article-search/suggest-articles.ts'
import { listOpened } from '#server/deflections/keep-deflection.ts'
import { findSettings } from '#server/knowledge-base/opening.ts'
import { asVisitor, type WorkspaceTx } from '#server/platform/database.ts'
import type { Visitor } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'

const mostNamed = 3
/** Of a long text its beginning says what it is about. */
const mostAsked = 2000

type Named = { title: string; url: string }

/** What the requester read before they sent it and did not help; null where the workspace wants no articles in mails. */
export const findUnhelpful = async (tx: WorkspaceTx, ticketId: string): Promise<string[] | null> =>
  (await findSettings(tx)).suggestsByMail ? listOpened(tx, ticketId) : null

/** Articles that may answer a request, in a language if any do, as everybody may read them, since mails are passed on. */
export const suggestByMail = (
  platform: Platform,
  {
    domain,
    text,
    language,
    without,
  }: { domain: string; text: string; language: string | undefined; without: string[] },
): Promise<Named[]> =>
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
