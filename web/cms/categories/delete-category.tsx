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

type Props = { category: Category | undefined; categories: Category[]; onClose: () => void; onDeleted?: () => void }

/** Asks where the entries of a category go. None is deleted. */
export function DeleteCategory({ category, ...rest }: Props) {
  // Keeps the text while the dialog fades out.
  const last = useRef(category)
  if (category) last.current = category
  if (!last.current) return null
  return (
    <Dialog open={Boolean(category)} onClose={rest.onClose} title={`Delete ${last.current.name}?`}>
      <Question key={last.current.id} category={last.current} {...rest} />
    </Dialog>
  )
}

const none = 'none'

function Question({ category, categories, onClose, onDeleted }: Props & { category: Category }) {
  const [to, setTo] = useState(none)
  const { write, isPending, problem } = useDelete(category, {
    done: () => `${category.name} deleted`,
    onDone() {
      onClose()
      onDeleted?.()
    },
  })
  const below = categories.filter(({ parent }) => parent === category.id).length
  const targets = categories.filter(({ id }) => !isWithin(categories, id, category.id))
  return (
    <>
      <DialogBody>
        {problem && <Banner tone="danger">{problem.detail}</Banner>}
        <p className="text-ink-2">
          It contains {plural(category.entryCount, 'entry', 'entries')} and {plural(below, 'category', 'categories')}.
          They are not deleted. The category cannot be restored.
        </p>
        {(category.entryCount > 0 || below > 0) && (
          <Field label="Move its contents to">
            <Select
              options={[
                { value: none, label: 'No category; categories a level up' },
                ...targets.map(({ id }) => ({ value: id, label: pathWords(categories, id) })),
              ]}
              value={to}
              onChange={setTo}
            />
          </Field>
        )}
      </DialogBody>
      <DialogFooter>
        <Button size="md" onClick={onClose}>
          Cancel
        </Button>
        <Button size="md" variant="danger" busy={isPending} onClick={() => write(to)}>
          Delete category
        </Button>
      </DialogFooter>
    </>
  )
}
