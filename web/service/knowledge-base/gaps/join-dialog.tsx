import { useState } from 'react'
import type { Gap } from '#contract/help/knowledge-gaps.ts'
import type { Problem } from '#contract/refusals.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { ArticleChoice, type ChosenArticle } from '#web/service/knowledge-base/article/article-choice.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import { decide, reopen } from './use-deciding.ts'

const mostOfSynonym = 60

type JoinInput = { article: string; words: string }

export function JoinDialog({ gap, onJoined, onClose }: { gap: Gap; onJoined: () => void; onClose: () => void }) {
  const [article, setArticle] = useState<ChosenArticle | null>(null)
  const [words, setWords] = useState(gap.title.slice(0, mostOfSynonym))
  const [missing, setMissing] = useState<Record<string, string>>()
  const { write, problem, isPending } = useWrite((sent: JoinInput) => decide(gap.id, { is: 'joined', ...sent }), {
    done: () => `“${words.trim()}” leads to the article now`,
    undo: () => reopen(gap.id),
    onAnswer: onJoined,
  })
  const faults = missing ?? faultsIn(problem)
  const fault = useFaults(faults)
  const form = useFocusOnFault(faults)

  function submit() {
    const found = {
      ...(!article && { article: 'Choose an article' }),
      ...(words.trim() === '' && { words: 'Enter a word' }),
    }
    const isRight = Object.keys(found).length === 0
    setMissing(isRight ? undefined : found)
    if (isRight) write({ article: article!.id, words: words.trim() })
  }

  return (
    <Dialog open onClose={onClose} title="Add a synonym">
      <DialogForm ref={form} label="Add synonym" busy={isPending} onClose={onClose} onSubmit={submit}>
        <p className="wrap-anywhere text-ink-2">Searches for “{gap.title}” will find the article that you choose.</p>
        {problem && !missing && !faultsIn(problem) && <Banner tone="danger">{problem.detail}</Banner>}
        <ArticleChoice article={article} onChoose={setArticle} fault={fault('article')} />
        <Field label="Search words" help="At most three words that lead to the article." {...fault('words')}>
          <Input name="words" value={words} maxLength={mostOfSynonym} autoComplete="off" onText={setWords} />
        </Field>
      </DialogForm>
    </Dialog>
  )
}

function faultsIn(problem: Problem | undefined): Record<string, string> | undefined {
  if (problem?.fields) return problem.fields
  return problem?.code === 'article-not-found' ? { article: problem.detail } : undefined
}
