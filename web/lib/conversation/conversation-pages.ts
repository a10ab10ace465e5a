import type { AnswerOf } from '#contract/endpoint.ts'
import type { listMessages } from '#contract/tickets/messages.ts'

export const messagesAtOnce = 30

export type MessagePage = AnswerOf<typeof listMessages>
export type Message = MessagePage['items'][number]

const firstOf = ({ items }: MessagePage) =>
  items.find(({ sentAt }) => sentAt !== null)?.position ?? Number.POSITIVE_INFINITY

export function joinPages(before: MessagePage, after: MessagePage): MessagePage {
  const later = new Set(after.items.map(({ id }) => id))
  return { ...before, items: [...before.items.filter(({ id }) => !later.has(id)), ...after.items] }
}

/** Adds to `earlier` the messages of the previous latest page that are older than the new latest page. */
export function keepDropped(earlier: MessagePage, previous: MessagePage, latest: MessagePage): MessagePage {
  const first = firstOf(latest)
  const items = previous.items.filter(({ position, sentAt }) => sentAt !== null && position < first)
  return joinPages(earlier, { ...earlier, items })
}

export function earlierOf(earlier: MessagePage | null, latest: MessagePage): MessagePage {
  if (!earlier) return { ...latest, items: [] }
  const shownIds = new Set(latest.items.map(({ id }) => id))
  return { ...earlier, items: earlier.items.filter(({ id }) => !shownIds.has(id)) }
}

/** Reads older pages until the message at the position `until` is included. Returns null if a page cannot be read. */
export async function readBack(
  latest: MessagePage,
  until: number,
  read: (before: number) => Promise<MessagePage | null>,
): Promise<MessagePage | null> {
  let all: MessagePage = { ...latest, items: [] }
  while (all.next && Number(all.next) > until) {
    const page = await read(Number(all.next))
    if (!page) return null
    all = joinPages(page, all)
  }
  return all
}
