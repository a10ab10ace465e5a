import type { countMatchingTickets } from '#contract/tickets/changes.ts'
import type { listTickets } from '#contract/tickets/tickets.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { ask } from '#web/lib/write/ask.ts'
import { countText } from '#web/service/tickets/ticket/views.ts'
import { Preview, PreviewPart } from '#web/ui/page/preview.tsx'

const typingMs = 300
const mostShown = 3

/** Counts the tickets that a query finds and shows the first ones, while it is typed. */
export function ViewPreview({ query }: { query: string }) {
  const q = query.trim()
  const { answer, problem, of } = useAnswer(q, (signal) => findTickets(q, signal))
  return (
    <Preview>
      <PreviewPart title="The view finds now">
        <p role="status" className={of === q || problem ? undefined : 'text-ink-3'}>
          {problem || (answer ? ticketWords(answer.count) : 'Counting its tickets…')}
        </p>
        {!problem && answer && (
          <ul aria-label="First tickets" className="mt-1 text-ink-2">
            {answer.tickets.map(({ id, number, subject }) => (
              <li key={id} className="flex min-w-0 gap-2">
                <span className="shrink-0 text-ink-3 tabular-nums">{number}</span>
                <span className="truncate">{subject}</span>
              </li>
            ))}
          </ul>
        )}
      </PreviewPart>
    </Preview>
  )
}

async function findTickets(q: string, signal: AbortSignal) {
  await new Promise((resolve) => setTimeout(resolve, typingMs))
  if (signal.aborted) return {}
  const [counted, found] = await Promise.all([
    ask<typeof countMatchingTickets>('GET', '/api/v1/ticket-count', { query: { q }, signal }),
    ask<typeof listTickets>('GET', '/api/v1/tickets', { query: { q, limit: mostShown }, signal }),
  ])
  if (!counted.answer || !found.answer) return { problem: counted.problem ?? found.problem }
  return { answer: { count: counted.answer, tickets: found.answer.items } }
}

const ticketWords = ({ count, isMore }: { count: number; isMore: boolean }) =>
  count === 0 ? 'No tickets' : `${countText(count, isMore)} ${count === 1 && !isMore ? 'ticket' : 'tickets'}`
