import { type FormEvent, useState } from 'react'
import type { beginExport } from '#contract/bulk/exports.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { CategoryLine } from '#web/service/knowledge-base/article/types.ts'
import { pathWords } from '#web/service/knowledge-base/article/words.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'

const formats = [
  { value: 'markdown', label: 'Markdown', description: 'With front matter and pictures. It can be imported again.' },
  { value: 'html', label: 'HTML', description: 'A page for each text, with its pictures' },
] as const

type ExportInput = { format: 'markdown' | 'html'; category: string | null }

export function ExportForm({ categories, isAtWork }: { categories: CategoryLine[]; isAtWork: boolean }) {
  const [format, setFormat] = useState<ExportInput['format']>('markdown')
  const [category, setCategory] = useState('')
  const { write, problem, isPending } = useWrite(
    (options: ExportInput) =>
      ask<typeof beginExport>('POST', '/api/v1/exports', { body: { kind: 'articles', options } }),
    { inTurn: 'unless-same' },
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isAtWork) write({ format, category: category || null })
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {problem && <Banner tone="danger">{problem.detail}</Banner>}
      <RadioGroup label="As" name="format" options={formats} value={format} onChange={setFormat} />
      <Field label="Which articles">
        <Select
          options={[
            { value: '', label: 'All articles' },
            ...categories.map(({ id }) => ({ value: id, label: pathWords(categories, id) })),
          ]}
          value={category}
          onChange={setCategory}
        />
      </Field>
      <p>
        <Button
          type="submit"
          variant="primary"
          busy={isPending}
          disabledReason={isAtWork ? 'Another export is running' : undefined}
        >
          Export
        </Button>
      </p>
    </form>
  )
}
