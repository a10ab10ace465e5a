import { useEffect, useState } from 'react'
import { data, useNavigate } from 'react-router'
import { listCategories, showLanguages } from '#contract/knowledge-base/categories.ts'
import { api } from '#web/lib/api.ts'
import { UnsavedChanges } from '#web/lib/unsaved-changes.tsx'
import { categoriesHref } from '#web/service/knowledge-base/article/addresses.ts'
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
import { useCategoryForm } from './use-category-form.ts'

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
