import { type FormEvent, useEffect, useState } from 'react'
import { data, useNavigate } from 'react-router'
import {
  type changeCategory,
  type createCategory,
  listCategories,
  type showCategory,
  showLanguages,
} from '#contract/knowledge-base/categories.ts'
import type { Problem } from '#contract/refusals.ts'
import { api } from '#web/lib/api.ts'
import { UnsavedChanges } from '#web/lib/unsaved-changes.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useConflictReload } from '#web/lib/write/use-conflict-reload.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useFormChanges } from '#web/lib/write/use-form-changes.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { categoriesHref } from '#web/service/knowledge-base/article/addresses.ts'
import type { Category } from '#web/service/knowledge-base/article/types.ts'
import { DeleteCategory } from '#web/service/knowledge-base/categories/delete-category.tsx'
import { requireService } from '#web/service/require-service.ts'
import { Button } from '#web/ui/button/button.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm } from '#web/ui/page/settings-section.tsx'
import type { Route } from './+types/edit-category.ts'
import { CategoryFields } from './category-fields.tsx'
import {
  bodiesOf,
  type CategoryValues,
  faultsIn,
  languageOfFault,
  newCategoryOf,
  placed,
  valuesOf,
} from './category-values.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Category · Startup Tools' }]

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const [viewer, { items: categories }, { items: languages }] = await Promise.all([
    requireService(context),
    call(listCategories, { query: {} }),
    call(showLanguages, {}),
  ])
  const category = params.id ? categories.find(({ id }) => id === params.id) : null
  if (category === undefined) throw data(null, 404)
  const asked = new URL(request.url).searchParams.get('parent')
  const parent = categories.find(({ id }) => id === asked)?.id ?? null
  return { category, categories, languages, parent, canWrite: viewer.service?.state !== 'ended' }
}

export default function EditCategory({ loaderData }: Route.ComponentProps) {
  return <EditCategoryPage key={loaderData.category?.id ?? 'new'} {...loaderData} />
}

function EditCategoryPage({ category, categories, languages, parent, canWrite }: Route.ComponentProps['loaderData']) {
  const [leadsTo, setLeadsTo] = useLeaving()
  const [isDeleting, setDeleting] = useState(false)
  const { form, element, language, setLanguage, save, problem, isPending, fault } = useCategoryForm({
    category,
    languages,
    parent,
    onCreated: (id) => setLeadsTo(`${categoriesHref}?category=${id}`),
  })
  const isBusy = isPending || leadsTo !== undefined
  return (
    <form
      ref={element}
      onSubmit={isBusy ? (event) => event.preventDefault() : save}
      noValidate
      className="flex min-h-0 flex-1 flex-col"
    >
      <PageBar
        title={category ? category.name : 'New category'}
        back={{ href: categoriesHref, label: 'Back to the categories' }}
        actions={
          category
            ? canWrite && <Button onClick={() => setDeleting(true)}>Delete</Button>
            : canWrite && (
                <Button variant="primary" type="submit" busy={isBusy}>
                  Add category
                </Button>
              )
        }
      />
      <ScrollArea>
        <SettingsForm>
          {problem && !problem.fields && (
            <Banner tone="danger" className="mt-4">
              {problem.detail}
            </Banner>
          )}
          <fieldset disabled={!canWrite} className="contents">
            <CategoryFields
              category={category}
              categories={categories}
              language={language}
              onLanguage={setLanguage}
              fault={fault}
              languages={category ? languages : languages.slice(0, 1)}
              values={form.values}
              change={form.change}
            />
          </fieldset>
        </SettingsForm>
      </ScrollArea>
      {category && canWrite && <SaveBar changes={form.count} onDiscard={form.discardChanges} busy={isPending} />}
      <UnsavedChanges count={leadsTo || isDeleting ? 0 : form.count} />
      <DeleteCategory
        category={isDeleting && category ? category : undefined}
        categories={categories}
        onClose={() => setDeleting(false)}
        onDeleted={() => setLeadsTo(categoriesHref)}
      />
    </form>
  )
}

function useLeaving() {
  const navigate = useNavigate()
  const [leadsTo, setLeadsTo] = useState<string>()
  useEffect(() => {
    if (leadsTo) navigate(leadsTo)
  }, [leadsTo, navigate])
  return [leadsTo, setLeadsTo] as const
}

type CategoryFormInput = {
  category: Category | null
  languages: string[]
  parent: string | null
  onCreated: (id: string) => void
}

function useCategoryForm({ category, languages, parent, onCreated }: CategoryFormInput) {
  const saved = valuesOf(category, languages, parent)
  const form = useFormChanges(saved)
  const [language, setLanguage] = useState(languages[0]!)
  const [found, setFound] = useState<Record<string, string>>()
  const showFault = (faults?: Record<string, string>) => setLanguage(languageOfFault(faults) ?? language)
  const showTheirs = useConflictReload(form, () => readValues(category?.id, languages))
  const { write, problem, isPending } = useWrite(
    (changes: Partial<CategoryValues>) =>
      category
        ? saveAll(category.id, bodiesOf(changes, form.base, languages), languages[0]!)
        : create(form.values, languages[0]!),
    {
      done: () => (category ? 'Category saved' : 'Category added'),
      onProblem: (problem) => {
        showFault(problem.fields)
        return showTheirs(problem)
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
