import { Link } from 'react-router'
import { type ListQuery, listHref } from '#web/service/tickets/ticket/views.ts'
import { buttonLook } from '#web/ui/button/button.tsx'
import type { QueryProblem as Problem } from './describe-query.ts'

const mostChoices = 12

/** Marks the mistake in a query, and offers texts that can replace it. */
export function QueryProblem({ query, problem }: { query: ListQuery; problem: Problem }) {
  const { text, message, position, length, choices } = problem
  const [before, marked, after] = [
    text.slice(0, position),
    text.slice(position, position + length),
    text.slice(position + length),
  ]
  return (
    <div className="grid min-h-full content-center justify-items-center gap-3 p-6 text-center">
      <p role="status" className="font-[550]">
        {message}
      </p>
      <p className="max-w-full font-mono text-meta break-words text-ink-2">
        {before}
        <mark className="rounded-[3px] bg-red-tint text-red-ink underline decoration-wavy underline-offset-3">
          {marked}
        </mark>
        {after}
      </p>
      {choices.length > 0 && (
        <ul aria-label="Replace by" className="flex max-w-150 flex-wrap justify-center gap-1.5">
          {choices.slice(0, mostChoices).map((choice) => (
            <li key={choice}>
              <Link
                to={listHref({ ...query, q: `${before}${choice}${after}`, cursor: null })}
                className={buttonLook({ size: 'sm' })}
              >
                {choice}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
