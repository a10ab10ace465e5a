import { useState } from 'react'
import type { EditedArticle } from '#contract/knowledge-base/articles.ts'
import type { compareVersions } from '#contract/knowledge-base/versions.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { useSite } from '#web/lib/use-site.ts'
import { formatMoment } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { Button } from '#web/ui/button/button.tsx'
import type { Option } from '#web/ui/choice/option.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ComparisonView } from './comparison-view.tsx'
import type { ArticleHistory } from './use-versions.ts'
import { nameOf, type VersionRow } from './version-words.ts'

type Props = {
  article: EditedArticle
  language: string
  history: ArticleHistory
  begin: number
  flush: () => Promise<boolean>
  onClose: () => void
}

const draft = 'draft'

/** Any two versions of a language, or one and the draft. */
export function CompareDialog({ article, language, history, begin, flush, onClose }: Props) {
  const [from, setFrom] = useState(String(begin))
  const [to, setTo] = useState(draft)
  const options = useOptions(history.versions)
  const state = useAnswer(`${article.id} ${language} ${from} ${to}`, async (signal) => {
    if (to === draft) await flush()
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
            <Select options={[{ value: draft, label: 'The draft' }, ...options]} value={to} onChange={setTo} />
          </Field>
        </div>
        {history.next && (
          <Button variant="ghost" className="justify-self-start" onClick={history.showEarlier}>
            Show earlier versions to choose from
          </Button>
        )}
      </ComparisonView>
    </Dialog>
  )
}

function useOptions(versions: VersionRow[]): Option[] {
  const { timeZone } = useSite()
  return versions.map((version) => ({
    value: String(version.number),
    label: `${version.number} · ${nameOf(version)}`,
    detail: formatMoment(version.createdAt, Date.now(), timeZone),
  }))
}
