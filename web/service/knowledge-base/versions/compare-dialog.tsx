import { useState } from 'react'
import type { EditedArticle } from '#contract/knowledge-base/articles.ts'
import type { compareVersions } from '#contract/knowledge-base/versions.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { ask } from '#web/lib/write/ask.ts'
import { draftOption, EarlierVersions, useVersionOptions } from '#web/lib/writing/versions/version-choice.tsx'
import { versionName } from '#web/lib/writing/versions/version-line.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ComparisonView } from './comparison-view.tsx'
import type { ArticleHistory } from './use-versions.ts'

type Props = {
  article: EditedArticle
  language: string
  history: ArticleHistory
  begin: number
  flush: () => Promise<boolean>
  onClose: () => void
}

export function CompareDialog({ article, language, history, begin, flush, onClose }: Props) {
  const [from, setFrom] = useState(String(begin))
  const [to, setTo] = useState(draftOption.value)
  const options = useVersionOptions(history.versions, (version) => versionName(version, version.isLive))
  const state = useAnswer(`${article.id} ${language} ${from} ${to}`, async (signal) => {
    if (to === draftOption.value) await flush()
    return ask<typeof compareVersions>('GET', '/api/v1/knowledge-base/articles/:id/versions/:number/comparison', {
      params: { id: article.id, number: from },
      query: { with: to },
      signal,
      waits: true,
    })
  })
  return (
    <Dialog open onClose={onClose} title="Compare versions" size="lg">
      <ComparisonView state={state} onClose={onClose}>
        <div className="grid gap-3 md:grid-cols-2">
          <Field label="From">
            <Select options={options} value={from} onChange={setFrom} />
          </Field>
          <Field label="To">
            <Select options={[draftOption, ...options]} value={to} onChange={setTo} />
          </Field>
        </div>
        <EarlierVersions history={history} />
      </ComparisonView>
    </Dialog>
  )
}
