import type { writeTranslation } from '#contract/knowledge-base/articles.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { ArticlePageData } from '#web/service/knowledge-base/editor/article-data.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'

export function BeginTranslation({ article, language, languages, canWrite }: ArticlePageData & { canWrite: boolean }) {
  const { write, isPending, problem } = useWrite((isCopy: boolean) =>
    ask<typeof writeTranslation>('PUT', '/api/v1/knowledge-base/articles/:id/translations/:language', {
      params: { id: article!.id, language },
      body: isCopy ? { title: article!.title, excerpt: article!.excerpt, document: article!.document } : {},
    }),
  )
  const source = languageName(languages[0]!)
  return (
    <div className="grid justify-items-start gap-3">
      <h2 className="text-title font-semibold">There is no text in {languageName(language)} yet</h2>
      {problem && <Banner tone="danger">{problem.detail}</Banner>}
      <p className="text-ink-2">
        Start with a copy of the {source} text to translate, or with an empty text. Readers see it once it is published.
      </p>
      {canWrite && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" busy={isPending} onClick={() => write(true)}>
            Copy the {source} text
          </Button>
          <Button disabled={isPending} onClick={() => write(false)}>
            Start empty
          </Button>
        </div>
      )}
    </div>
  )
}
