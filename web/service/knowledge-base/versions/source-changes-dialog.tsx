import type { compareSource } from '#contract/knowledge-base/versions.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ComparisonView } from './comparison-view.tsx'

type Props = { articleId: string; language: string; source: string; onClose: () => void }

export function SourceChangesDialog({ articleId, language, source, onClose }: Props) {
  const state = useAnswer(`${articleId} ${language}`, (signal) =>
    ask<typeof compareSource>('GET', '/api/v1/knowledge-base/articles/:id/translations/:language/source-changes', {
      params: { id: articleId, language },
      signal,
      waits: true,
    }),
  )
  const { answer: compared } = state
  return (
    <Dialog open onClose={onClose} title={`What changed in ${languageName(source)}`} size="lg">
      <ComparisonView state={state} onClose={onClose}>
        <p className="text-ink-2">
          The published text in {languageName(source)}
          {compared?.is && ` (version ${compared.is.number})`}, compared with the text that was translated
          {compared && ` (version ${compared.was.number})`}.
        </p>
      </ComparisonView>
    </Dialog>
  )
}
