import type { listMessages } from '#contract/tickets/messages.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { Time } from '#web/lib/time/time.tsx'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { Message, Ticket } from '#web/service/tickets/ticket/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Spinner } from '#web/ui/mark/spinner.tsx'
import { Tag } from '#web/ui/mark/tag.tsx'

/** The latest messages of the tickets in the order of time, one line each. */
export function JoinedConversation({ tickets }: { tickets: Ticket[] }) {
  const ids = tickets.map(({ id }) => id)
  const { answer, problem, tryAgain } = useAnswer(ids.join(' '), async (signal) => {
    const pages = await Promise.all(ids.map((id) => readLatest(id, signal)))
    const refused = pages.find((page) => page.problem)
    return refused ? { problem: refused.problem } : { answer: pages.map((page) => page.answer!) }
  })
  const sent = answer?.flatMap(({ items }) => items).filter(({ sentAt }) => sentAt) ?? []
  const messages = sent.toSorted(byTime).slice(-mostMessages)
  const unread = answer?.reduce((sum, page) => sum + page.earlier, 0) ?? 0
  const earlier = unread + sent.length - messages.length
  const numberOf = (message: Message) =>
    tickets.find(({ id }) => id === (message.originTicketId ?? message.ticketId))?.number
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">
        Conversation after the merge{' '}
        {answer && <span className="font-normal text-ink-3">{plural(unread + sent.length, 'message')}</span>}
      </h3>
      {problem && (
        <p role="alert" className="text-red-ink">
          {problem} <Button onClick={tryAgain}>Try again</Button>
        </p>
      )}
      {!answer && !problem && <Spinner />}
      {answer && (
        <ol
          // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has only a keyboard scrolls it
          tabIndex={0}
          aria-label="Messages of all tickets"
          className="max-h-48 overflow-y-auto rounded-md border border-line"
        >
          {earlier > 0 && (
            <li className="flex min-h-8 items-center border-b border-line px-2.5 text-ink-3">
              {plural(earlier, 'earlier message')}
            </li>
          )}
          {messages.map((message) => (
            <li
              key={message.id}
              className="flex min-h-8 items-center gap-2 border-b border-line px-2.5 last:border-b-0"
            >
              <Avatar name={message.author.name} size={20} hideName />
              <span className="max-w-40 shrink-0 truncate font-semibold">{message.author.name}</span>
              <Tag>{String(numberOf(message) ?? 'Merged')}</Tag>
              <span className="min-w-0 flex-1 truncate text-ink-2">{message.bodyText.slice(0, 300)}</span>
              <span className="shrink-0 text-meta text-ink-3 tabular-nums max-md:hidden">
                <Time at={timeOf(message)} style="moment" />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const mostMessages = 20

const readLatest = (id: string, signal: AbortSignal) =>
  ask<typeof listMessages>('GET', '/api/v1/tickets/:id/messages', {
    params: { id },
    query: { limit: mostMessages },
    signal,
  })

const timeOf = ({ sentAt, createdAt }: Message) => sentAt ?? createdAt
const byTime = (one: Message, other: Message) => timeOf(one).localeCompare(timeOf(other))
