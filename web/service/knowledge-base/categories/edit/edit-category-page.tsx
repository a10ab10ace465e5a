import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { UnsavedChanges } from '#web/lib/unsaved-changes.tsx'
import { categoriesHref } from '#web/service/knowledge-base/article/addresses.ts'
import type { Category } from '#web/service/knowledge-base/article/types.ts'
import { DeleteCategory } from '#web/service/knowledge-base/categories/delete-category.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm } from '#web/ui/page/settings-section.tsx'
import { CategoryFields } from './category-fields.tsx'
import { useCategoryForm } from './use-category-form.ts'

type Props = {
  category: Category | null
  categories: Category[]
  languages: string[]
  /** Parent of a new category. */
  parent: string | null
  canWrite: boolean
}

export function EditCategoryPage({ category, categories, languages, parent, canWrite }: Props) {
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

/** Navigates after the form is no longer marked as unsaved. */
function useLeaving() {
  const navigate = useNavigate()
  const [leadsTo, setLeadsTo] = useState<string>()
  useEffect(() => {
    if (leadsTo) navigate(leadsTo)
  }, [leadsTo, navigate])
  return [leadsTo, setLeadsTo] as const
}
