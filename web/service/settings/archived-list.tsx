import { useWrite } from '#web/lib/write/use-write.ts'
import type { Outcome } from '#web/lib/write/writer.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'

type Archived = { id: string; key: string; label: string }
type Props = { title: string; about: string; items: Archived[]; restore: (item: Archived) => Promise<Outcome<unknown>> }

/** Archived fields or forms, with a button to restore each. */
export function ArchivedList({ title, about, items, restore }: Props) {
  const { write, problem, underWay } = useWrite(restore, { done: (_, { label }) => `${label} restored` })
  if (items.length === 0) return null
  return (
    <section className="px-4 py-5 md:px-5">
      <h2 className="font-semibold">{title}</h2>
      <p className="mt-0.5 text-ink-3">{about}</p>
      {problem && <Banner tone="danger">{problem.detail}</Banner>}
      <ul aria-label={title} className="mt-3 rounded-md border border-line-strong">
        {items.map((item) => (
          <li
            key={item.id}
            className="flex min-h-10 items-center gap-3 border-t border-line py-1 pr-1.5 pl-3 first:border-t-0"
          >
            <span className="min-w-0 truncate">{item.label}</span>
            <span className="min-w-0 truncate font-mono text-meta text-ink-3">{item.key}</span>
            <span className="ml-auto shrink-0">
              <Button busy={underWay.includes(item)} onClick={() => write(item)}>
                Restore<span className="sr-only"> {item.label}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
