import { LayoutTemplate } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { copyArticle } from '#contract/article-copies.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useOnce } from '#web/lib/write/once.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { articleHref } from '#web/service/knowledge-base/addresses.ts'
import { Button } from '#web/ui/button/button.tsx'

/** Below a blank article, so that nothing moves when the first words make it one: those that others begin with. */
export function BeginWithTemplate({ templates }: { templates: { id: string; title: string }[] }) {
  const navigate = useNavigate()
  const beginning = useWrite(
    useOnce((id: string, idempotencyKey) =>
      ask<typeof copyArticle>('POST', '/api/v1/knowledge-base/articles/:id/copies', { params: { id }, idempotencyKey }),
    ),
    { keepsPage: true, tellsProblem: true, onAnswer: ({ id }) => navigate(articleHref(id), { replace: true }) },
  )
  if (templates.length === 0) return null
  return (
    <section aria-label="Begin with a template" className="mt-6 border-t border-line pt-4">
      <p className="mb-1.5 text-ink-3">Or begin with a template</p>
      <ul className="flex flex-wrap gap-1.5">
        {templates.map(({ id, title }) => (
          <li key={id} className="max-w-full">
            <Button
              onClick={() => beginning.write(id)}
              icon={LayoutTemplate}
              busy={beginning.underWay.includes(id)}
              disabled={beginning.isPending && !beginning.underWay.includes(id)}
            >
              <span className="truncate">{title || 'Untitled'}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
