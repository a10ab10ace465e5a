import type { Gap } from '#contract/help/knowledge-gaps.ts'
import { plural } from '#web/lib/words/format.ts'
import { articleHref } from '#web/service/knowledge-base/article/addresses.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'

export const kindNames: Record<Gap['kind'], string> = {
  search: 'Search',
  answer: 'Repeated reply',
  article: 'Unhelpful article',
}

export const signWords = ({ becameTicket, failed, unhelpful, repeated, withoutResult }: Gap['signs']): string[] =>
  [
    becameTicket > 0 && `${plural(becameTicket, 'search', 'searches')} became a request`,
    failed > 0 && `${plural(failed, 'request')} sent after reading the article`,
    unhelpful > 0 && `${plural(unhelpful, 'reader')} not helped`,
    repeated > 0 && `in ${plural(repeated, 'ticket')}`,
    withoutResult > 0 && `found nothing ${plural(withoutResult, 'time')}`,
  ].filter((sign) => sign !== false)

export function titleHref({ kind, title, article, language, examples }: Gap): string | undefined {
  if (kind === 'article') return article ? articleHref(article.id, language) : undefined
  if (kind === 'search') return `/knowledgebase/search?${new URLSearchParams({ q: title, language })}`
  return examples.tickets[0] && ticketHref(examples.tickets[0].id)
}

const dayMs = 24 * 60 * 60_000

export function dropWords({ before, since, after }: NonNullable<Gap['decision']>, now: number): string {
  const had = `seen ${plural(before, 'time')} in the 30 days before`
  if (since === null) return `${had}, article not published yet`
  const days = Math.max(1, Math.min(30, Math.ceil((now - Date.parse(since)) / dayMs)))
  return `${had}, ${plural(after, 'time')} in the ${plural(days, 'day')} since then`
}
