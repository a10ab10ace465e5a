import type { EditedArticle, showTranslation } from '#contract/knowledge-base/articles.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useTextBeside } from '#web/lib/writing/use-text-beside.ts'
import type { ForAdmin } from '#web/service/knowledge-base/article/types.ts'

export type Beside = ReturnType<typeof useBeside>
export type LanguagesOf = { article: EditedArticle | null; language: string; languages: string[] }

const path = '/api/v1/knowledge-base/articles/:id/translations/:language'

export function useBeside({ article, language, languages }: LanguagesOf) {
  const { text, ...beside } = useTextBeside<EditedArticle>({
    subject: article,
    language,
    languages,
    version: article,
    read: (id, language, signal) =>
      ask<typeof showTranslation & ForAdmin>('GET', path, {
        params: { id, language },
        signal,
        waits: true,
      }),
  })
  return { ...beside, article: text }
}
