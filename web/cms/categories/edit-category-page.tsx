import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { changeContentCategory, createContentCategory, showContentCategory } from '#contract/content/categories.ts'
import type { InputOf } from '#contract/pages.ts'
import { UnsavedChanges } from '#web/lib/unsaved-changes.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useChanges } from '#web/lib/write/use-changes.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useTheirs } from '#web/lib/write/use-theirs.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Segments } from '#web/ui/choice/segments.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import { isWithin } from '#web/ui/tree/tree-moves.ts'
import { type Category, categoriesPath, pathWords } from './category-data.ts'
import { CategoryPicture } from './category-picture.tsx'
import { DeleteCategory } from './delete-category.tsx'

type Props = { category: Category | null; categories: Category[]; languages: string[] }
type Word = 'name' | 'description'
/** Common values, and names and descriptions by language. */
type Values = { slug: string; parent: string; picture: string | null; [word: `${Word} ${string}`]: string }

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

/** Form of a new or existing category, with texts per language. */
export function EditCategoryPage({ category, categories, languages }: Props) {
  const navigate = useNavigate()
  const [language, setLanguage] = useState(languages[0]!)
  const [isDeleting, setDeleting] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    if (isLeaving) navigate(categoriesPath)
  }, [isLeaving, navigate])
  const form = useChanges(valuesOf(category, languages))
  const { write, isPending, problem } = useWrite(
    (changes: Partial<Values>) => send(category, { changes, base: form.base, languages, onRefused: setLanguage }),
    {
      done: () => (category ? 'Saved' : 'Category added'),
      onAnswer: () => setLeaving(true),
      onProblem: useTheirs(form, () => readValues(category?.id, languages)),
    },
  )
  const fault = useFaults(problem?.fields)
  const element = useFocusOnFault(problem)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending && !isLeaving) write(category ? form.changes : form.values)
  }
  const { values, change } = form
  return (
    <form ref={element} onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <PageBar
        title={category ? category.name : 'New category'}
        back={{ href: categoriesPath, label: 'Back to the categories' }}
        actions={
          <>
            {category && <Button onClick={() => setDeleting(true)}>Delete</Button>}
            <Button variant="primary" type="submit" busy={isPending}>
              {category ? 'Save' : 'Add category'}
            </Button>
          </>
        }
      />
      <ScrollArea>
        <SettingsForm>
          {problem && !problem.fields && (
            <Banner tone="danger" className="mt-4">
              {problem.detail}
            </Banner>
          )}
          <SettingsSection
            title="Name"
            description="In each language. A missing name is replaced by the first language."
          >
            {category && languages.length > 1 && (
              <div>
                <Segments
                  label="Language"
                  options={languages.map((value) => ({ value, label: languageNames.of(value) ?? value }))}
                  value={language}
                  onChange={setLanguage}
                />
              </div>
            )}
            <Field label="Name" {...fault('name')}>
              <Input
                value={values[`name ${language}`]}
                autoComplete="off"
                onChange={({ target }) => change(`name ${language}`, target.value)}
              />
            </Field>
            <Field label="Description" help="One sentence, at most 300 characters." {...fault('description')}>
              <Textarea
                rows={2}
                value={values[`description ${language}`]}
                onChange={({ target }) => change(`description ${language}`, target.value.replaceAll('\n', ' '))}
              />
            </Field>
          </SettingsSection>
          <SettingsSection title="Picture" description="One of the media library.">
            <CategoryPicture
              {...{ category, value: values.picture, ...fault('picture') }}
              onChange={(picture) => change('picture', picture)}
            />
          </SettingsSection>
          <SettingsSection title="Place">
            <Field label="Parent" {...fault('parent')}>
              <Select
                options={[
                  { value: '', label: 'None (top level)' },
                  ...categories
                    .filter(({ id }) => !category || !isWithin(categories, id, category.id))
                    .map(({ id }) => ({ value: id, label: pathWords(categories, id) })),
                ]}
                value={values.parent}
                onChange={(parent) => change('parent', parent)}
              />
            </Field>
            <Field
              label="Address"
              help={category ? 'Letters, numbers and hyphens.' : 'Leave empty to create it from the name.'}
              {...fault('slug')}
            >
              <Input
                value={values.slug}
                autoComplete="off"
                spellCheck={false}
                onChange={({ target }) => change('slug', target.value)}
              />
            </Field>
          </SettingsSection>
        </SettingsForm>
      </ScrollArea>
      <UnsavedChanges count={isLeaving || isDeleting ? 0 : form.count} />
      <DeleteCategory
        category={isDeleting && category ? category : undefined}
        categories={categories}
        onClose={() => setDeleting(false)}
        onDeleted={() => setLeaving(true)}
      />
    </form>
  )
}

function valuesOf(category: Category | null, languages: string[]): Values {
  const words = languages.flatMap((language) => {
    const { name = '', description = '' } = category?.texts.find((text) => text.language === language) ?? {}
    return [
      [`name ${language}`, name],
      [`description ${language}`, description],
    ]
  })
  return {
    ...(Object.fromEntries(words) as { [word: `${Word} ${string}`]: string }),
    slug: category?.slug ?? '',
    parent: category?.parent ?? '',
    picture: category?.picture ?? null,
  }
}

async function readValues(id: string | undefined, languages: string[]) {
  if (!id) return undefined
  const path = '/api/v1/content-categories/:id'
  const { answer } = await ask<typeof showContentCategory>('GET', path, { params: { id }, query: {} })
  return answer && valuesOf(answer, languages)
}

type SaveInput = {
  changes: Partial<Values>
  base: Partial<Values>
  languages: string[]
  onRefused: (language: string) => void
}

/** Sends only changed values with their base, so that concurrent edits are not lost: one call per language. */
async function send(category: Category | null, { changes, base, languages, onRefused }: SaveInput) {
  const [first, ...others] = languages
  if (!category) {
    const body = { name: '', ...bodyOf(changes, first!), locale: first! }
    return ask<typeof createContentCategory>('POST', '/api/v1/content-categories', { body })
  }
  const isChangedIn = (language: string) => `name ${language}` in changes || `description ${language}` in changes
  const save = async (language: string, ownOf: typeof bodyOf) => {
    const body = { ...ownOf(changes, language), base: ownOf(base, language) }
    const outcome = await change(category, language, body)
    if (outcome.problem) onRefused(language)
    return outcome
  }
  let outcome = await save(first!, bodyOf)
  for (const language of others.filter(isChangedIn)) {
    if (outcome.problem) break
    outcome = await save(language, wordsOf)
  }
  return outcome
}

const change = (
  { id }: Category,
  locale: string,
  body: Omit<InputOf<typeof changeContentCategory>['body'], 'locale'>,
) =>
  ask<typeof changeContentCategory>('PATCH', '/api/v1/content-categories/:id', {
    params: { id },
    body: { ...body, locale },
  })

const bodyOf = (values: Partial<Values>, language: string) => ({
  ...wordsOf(values, language),
  ...(values.slug && { slug: values.slug }),
  ...(values.picture !== undefined && { picture: values.picture }),
  ...(values.parent !== undefined && { parent: values.parent || null }),
})

function wordsOf(values: Partial<Values>, language: string): Partial<Record<Word, string>> {
  const { [`name ${language}` as const]: name, [`description ${language}` as const]: description } = values
  return { ...(name !== undefined && { name }), ...(description !== undefined && { description }) }
}
