import { type ComponentType, useRef, useState } from 'react'
import type { deleteContentCategory } from '#contract/content/categories.ts'
import { pathOptions } from '#web/lib/tree/path-options.ts'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import type { Category } from './category-data.ts'

type Props = { category: Category | undefined; categories: Category[]; onClose: () => void; onDeleted?: () => void }
type QuestionProps = Props & { category: Category }

export const DeleteCategory = (props: Props) => (
  <RemoveDialog {...props} titleOf={(name) => `Delete ${name}?`} Question={DeleteQuestion} />
)

export const MergeCategory = (props: Props) => (
  <RemoveDialog {...props} titleOf={(name) => `Merge ${name} into another category`} Question={MergeQuestion} />
)

type DialogProps = Props & { titleOf: (name: string) => string; Question: ComponentType<QuestionProps> }

function RemoveDialog({ category, titleOf, Question, ...rest }: DialogProps) {
  // Keeps the last category, so that its name stays visible while the dialog fades out.
  const last = useRef(category)
  if (category) last.current = category
  if (!last.current) return null
  return (
    <Dialog open={Boolean(category)} onClose={rest.onClose} title={titleOf(last.current.name)}>
      <Question key={last.current.id} category={last.current} {...rest} />
    </Dialog>
  )
}

const none = 'none'

function DeleteQuestion({ category, categories, onClose, onDeleted }: QuestionProps) {
  const [to, setTo] = useState(none)
  const { write, isPending, problem } = useDelete(
    category,
    () => `${category.name} deleted`,
    () => {
      onClose()
      onDeleted?.()
    },
  )
  const below = countBelow(categories, category)
  return (
    <>
      <DialogBody>
        {problem && <Banner tone="danger">{problem.detail}</Banner>}
        <p className="text-ink-2">
          It contains {plural(category.entryCount, 'entry', 'entries')} and {plural(below, 'category', 'categories')}.
          They are not deleted. The category itself cannot be restored.
        </p>
        {(category.entryCount > 0 || below > 0) && (
          <Field label="Move its contents to">
            <Select
              options={[
                { value: none, label: 'No category (its subcategories move one level up)' },
                ...pathOptions(categories, category.id),
              ]}
              value={to}
              onChange={setTo}
            />
          </Field>
        )}
      </DialogBody>
      <DialogFooter onCancel={onClose}>
        <Button size="md" variant="danger" busy={isPending} onClick={() => write(to)}>
          Delete category
        </Button>
      </DialogFooter>
    </>
  )
}

function MergeQuestion({ category, categories, onClose }: QuestionProps) {
  const [to, setTo] = useState('')
  const [isMissing, setMissing] = useState(false)
  const nameOf = (id: string) => categories.find((other) => other.id === id)?.name
  const { write, isPending, problem } = useDelete(
    category,
    (target) => `${category.name} merged into ${nameOf(target) ?? 'the other category'}`,
    onClose,
  )
  const targets = pathOptions(categories, category.id)
  if (targets.length === 0)
    return (
      <>
        <DialogBody>There is no other category to merge into.</DialogBody>
        <DialogFooter>
          <Button size="md" onClick={onClose}>
            Close
          </Button>
        </DialogFooter>
      </>
    )
  return (
    <>
      <DialogBody>
        {problem && <Banner tone="danger">{problem.detail}</Banner>}
        <Field label="Merge into" error={isMissing && to === '' ? 'Choose a category' : undefined}>
          <Select options={targets} placeholder="Choose a category" value={to} onChange={setTo} />
        </Field>
        <p className="text-ink-2">
          {plural(category.entryCount, 'entry', 'entries')} and{' '}
          {plural(countBelow(categories, category), 'category', 'categories')} move there. Categories with the same
          address are merged. Missing translations and a missing picture are copied. {category.name} itself cannot be
          restored.
        </p>
      </DialogBody>
      <DialogFooter onCancel={onClose}>
        <Button
          size="md"
          variant="danger"
          busy={isPending}
          onClick={() => {
            setMissing(true)
            if (to) write(to)
          }}
        >
          Merge
        </Button>
      </DialogFooter>
    </>
  )
}

const useDelete = ({ id }: Category, doneWords: (to: string) => string, onAnswer: () => void) =>
  useWrite(
    (to: string) =>
      ask<typeof deleteContentCategory>('DELETE', '/api/v1/content-categories/:id', { params: { id }, query: { to } }),
    { done: (_, to) => doneWords(to), onAnswer },
  )

const countBelow = (categories: Category[], { id }: Category) => categories.filter(({ parent }) => parent === id).length
