import { LayoutTemplate } from 'lucide-react'
import { articleHref } from '#web/service/knowledge-base/article/addresses.ts'
import { useCopyArticle } from '#web/service/knowledge-base/editor/use-copy-article.ts'
import { Button } from '#web/ui/button/button.tsx'

/** Below a blank article, so that nothing moves when it is created. */
export function BeginWithTemplate({ templates }: { templates: { id: string; title: string }[] }) {
  const beginning = useCopyArticle(articleHref, { replace: true })
  if (templates.length === 0) return null
  return (
    <section aria-label="Start from a template" className="mt-6 border-t border-line pt-4">
      <p className="mb-1.5 text-ink-3">Or start from a template</p>
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
