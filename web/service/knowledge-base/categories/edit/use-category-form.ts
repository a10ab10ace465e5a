import { type FormEvent, useState } from 'react'
import type { changeCategory, createCategory, showCategory } from '#contract/knowledge-base/categories.ts'
import type { Problem } from '#contract/refusals.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useChanges } from '#web/lib/write/use-changes.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useTheirs } from '#web/lib/write/use-theirs.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Category } from '#web/service/knowledge-base/article/types.ts'
import {
  bodiesOf,
  type CategoryValues,
  faultsIn,
  languageOfFault,
  newCategoryOf,
  placed,
  valuesOf,
} from './category-values.ts'

type CategoryFormInput = {
  category: Category | null
  languages: string[]
  parent: string | null
  onCreated: (id: string) => void
}

export function useCategoryForm({ category, languages, parent, onCreated }: CategoryFormInput) {
  const saved = valuesOf(category, languages, parent)
  const form = useChanges(saved)
  const [language, setLanguage] = useState(languages[0]!)
  const [found, setFound] = useState<Record<string, string>>()
  const showFault = (faults?: Record<string, string>) => setLanguage(languageOfFault(faults) ?? language)
  const showTheirs = useTheirs(form, () => readValues(category?.id, languages))
  const { write, problem, isPending } = useWrite(
    (changes: Partial<CategoryValues>) =>
      category
        ? saveAll(category.id, bodiesOf(changes, form.base, languages), languages[0]!)
        : create(form.values, languages[0]!),
    {
      done: () => (category ? 'Category saved' : 'Category added'),
      onProblem: (problem) => {
        showFault(problem.fields)
        showTheirs(problem)
      },
      onDone: ({ id }, changes) => (category ? form.settle(changes) : onCreated(id)),
    },
  )
  const [presses, setPresses] = useState(0)
  const element = useFocusOnFault(problem, presses)
  const fault = useFaults(found ?? problem?.fields)

  function save(event: FormEvent) {
    event.preventDefault()
    const faults = faultsIn(form.values, saved, languages)
    const hasFaults = Object.keys(faults).length > 0
    setFound(hasFaults ? faults : undefined)
    setPresses(presses + 1)
    if (hasFaults) showFault(faults)
    else if (!category || form.count > 0) write(form.changes)
  }

  return { form, element, language, setLanguage, save, problem, isPending, fault }
}

async function readValues(id: string | undefined, languages: string[]) {
  if (!id) return undefined
  const path = '/api/v1/knowledge-base/categories/:id'
  const { answer } = await ask<typeof showCategory>('GET', path, { params: { id }, query: {} })
  return answer && valuesOf(answer, languages, null)
}

type SaveResult = Promise<{ answer?: Category; problem?: Problem }>

async function create(values: CategoryValues, first: string): SaveResult {
  const body = newCategoryOf(values, first)
  const path = '/api/v1/knowledge-base/categories'
  const { answer, problem } = await ask<typeof createCategory>('POST', path, { body, waits: true })
  return problem ? { problem: placed(problem, first) } : { answer }
}

async function saveAll(id: string, [body, ...others]: ReturnType<typeof bodiesOf>, first: string): SaveResult {
  const sent = { params: { id }, body: body!, waits: true }
  const saved = await ask<typeof changeCategory>('PATCH', '/api/v1/knowledge-base/categories/:id', sent)
  if (saved.problem) return { problem: placed(saved.problem, body?.language ?? first) }
  return others.length > 0 ? saveAll(id, others, first) : saved
}
