import { useState } from 'react'
import type { deleteCategory } from '#contract/knowledge-base/categories.ts'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { none } from '#web/service/knowledge-base/article/choices.tsx'
import type { Category } from '#web/service/knowledge-base/article/types.ts'
import { pathWords } from '#web/service/knowledge-base/article/words.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { useLast } from '#web/ui/overlay/use-last.ts'
import { isWithin } from '#web/ui/tree/tree-moves.ts'

type Props = { category: Category | undefined; categories: Category[]; onClose: () => void; onDeleted?: () => void }

export function DeleteCategory({ category, ...rest }: Props) {
  const last = useLast(category)
  if (!last) return null
  return (
    <Dialog open={Boolean(category)} onClose={rest.onClose} title={`Delete ${last.name}?`}>
      <DeletionForm key={last.id} category={last} {...rest} />
    </Dialog>
  )
}

function DeletionForm({ category, categories, onClose, onDeleted }: Props & { category: Category }) {
  const [to, setTo] = useState<string>(category.parent ?? none)
  const { write, isPending, problem } = useWrite(
    () =>
      ask<typeof deleteCategory>('DELETE', '/api/v1/knowledge-base/categories/:id', {
        params: { id: category.id },
        query: { to: to === none ? 'root' : to },
      }),
    {
      done: () => `${category.name} deleted`,
      onAnswer: () => {
        onClose()
        onDeleted?.()
      },
    },
  )
  const below = categories.filter(({ parent }) => parent === category.id).length
  const isEmpty = below === 0 && category.articleCount === 0
  const targets = categories.filter(({ id }) => !isWithin(categories, id, category.id))
  const options = [
    { value: none, label: 'Top level (no category)' },
    ...targets.map(({ id }) => ({ value: id, label: pathWords(categories, id) })),
  ]
  return (
    <>
      <DialogBody>
        {problem && <Banner tone="danger">{problem.detail}</Banner>}
        {isEmpty ? (
          <p className="text-ink-2">The category is empty. Deleting it cannot be undone.</p>
        ) : (
          <>
            <p className="text-ink-2">
              {wordsFor(category.articleCount, below)} No article is deleted. The category cannot be restored.
            </p>
            <Field label="Move its contents to">
              <Select options={options} value={to} onChange={setTo} />
            </Field>
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button size="md" onClick={onClose}>
          Cancel
        </Button>
        <Button size="md" variant="danger" busy={isPending} onClick={() => write()}>
          Delete category
        </Button>
      </DialogFooter>
    </>
  )
}

function wordsFor(articles: number, below: number) {
  const what = [articles > 0 && plural(articles, 'article'), below > 0 && plural(below, 'category', 'categories')]
  const parts = what.filter(Boolean)
  return `It contains ${parts.join(' and ')}.`
}
