import { useRef, useState } from 'react'
import { plural } from '#web/lib/words/format.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { isWithin } from '#web/ui/tree/tree-moves.ts'
import { type Category, pathWords } from './category-data.ts'
import { useDelete } from './use-delete.ts'

type Props = { category: Category | undefined; categories: Category[]; onClose: () => void }

/** Merges a category into another one. */
export function MergeCategory({ category, ...rest }: Props) {
  // Keeps the text while the dialog fades out.
  const last = useRef(category)
  if (category) last.current = category
  if (!last.current) return null
  return (
    <Dialog open={Boolean(category)} onClose={rest.onClose} title={`Merge ${last.current.name} into another`}>
      <Question key={last.current.id} category={last.current} {...rest} />
    </Dialog>
  )
}

function Question({ category, categories, onClose }: Props & { category: Category }) {
  const [to, setTo] = useState('')
  const [isMissing, setMissing] = useState(false)
  const nameOf = (id: string) => categories.find((one) => one.id === id)?.name
  const { write, isPending, problem } = useDelete(category, {
    done: (target) => `${category.name} is part of ${nameOf(target) ?? 'the other one'} now`,
    onDone: onClose,
  })
  const targets = categories.filter(({ id }) => !isWithin(categories, id, category.id))
  const below = categories.filter(({ parent }) => parent === category.id).length
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
          <Select
            options={targets.map(({ id }) => ({ value: id, label: pathWords(categories, id) }))}
            placeholder="Choose a category"
            value={to}
            onChange={setTo}
          />
        </Field>
        <p className="text-ink-2">
          {plural(category.entryCount, 'entry', 'entries')} and {plural(below, 'category', 'categories')} go there;
          categories of one address become one. Names in languages and a picture that the other one lacks are taken
          over. {category.name} itself cannot come back.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button size="md" onClick={onClose}>
          Cancel
        </Button>
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
