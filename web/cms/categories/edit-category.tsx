import { Image, X } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { data, useNavigate } from 'react-router'
import {
  type changeContentCategory,
  type createContentCategory,
  listContentCategories,
  type showContentCategory,
} from '#contract/content/categories.ts'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import type { InputOf } from '#contract/pages.ts'
import { MediaChooser } from '#web/cms/media/picker/media-chooser.tsx'
import { bindFields, TextField } from '#web/fields/settings/form-fields.tsx'
import { ChoiceSetting } from '#web/fields/settings/setting-rows.tsx'
import { api } from '#web/lib/api.ts'
import { pathOptions } from '#web/lib/tree/path-options.ts'
import { UnsavedChanges } from '#web/lib/unsaved-changes.tsx'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useConflictReload } from '#web/lib/write/use-conflict-reload.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useFormChanges } from '#web/lib/write/use-form-changes.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Segments } from '#web/ui/choice/segments.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import type { Route } from './+types/edit-category.ts'
import { type Category, categoriesPath } from './category-data.ts'
import { DeleteCategory } from './remove-category.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Category of content · Startup Tools' }]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const [{ items: categories }, { items: languages }] = await Promise.all([
    call(listContentCategories, { query: {} }),
    call(showLanguages, {}),
  ])
  const id = 'id' in params ? params.id : null
  const category = id ? categories.find((one) => one.id === id) : null
  if (category === undefined) throw data(null, 404)
  return { category, categories, languages }
}

export default function EditCategory({ loaderData }: Route.ComponentProps) {
  return <EditCategoryPage key={loaderData.category?.id ?? 'new'} {...loaderData} />
}

type Props = { category: Category | null; categories: Category[]; languages: string[] }
type Word = 'name' | 'description'
type Values = { slug: string; parent: string; picture: string | null; [word: `${Word} ${string}`]: string }

function EditCategoryPage({ category, categories, languages }: Props) {
  const navigate = useNavigate()
  const [language, setLanguage] = useState(languages[0]!)
  const [isDeleting, setDeleting] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    if (isLeaving) navigate(categoriesPath)
  }, [isLeaving, navigate])
  const form = useFormChanges(valuesOf(category, languages))
  const { write, isPending, problem } = useWrite(
    (changes: Partial<Values>) => send(category, { changes, base: form.base, languages, onRefused: setLanguage }),
    {
      done: () => (category ? 'Saved' : 'Category added'),
      onAnswer: () => setLeaving(true),
      onProblem: useConflictReload(form, () => readValues(category?.id, languages)),
    },
  )
  const fault = useFaults(problem?.fields)
  const element = useFocusOnFault(problem)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending && !isLeaving) write(category ? form.changes : form.values)
  }
  const { values, change } = form
  const bind = bindFields(form, fault)
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
            description="Name in each language. Where a name is missing, sites get the name in the first language."
          >
            {category && languages.length > 1 && (
              <div>
                <Segments
                  label="Language"
                  options={languages.map((value) => ({ value, label: languageName(value) }))}
                  value={language}
                  onChange={setLanguage}
                />
              </div>
            )}
            <TextField label="Name" {...bind(`name ${language}`)} fault={fault('name')} />
            <Field label="Description" help="One sentence, at most 300 characters." {...fault('description')}>
              <Textarea
                rows={2}
                value={values[`description ${language}`]}
                onChange={({ target }) => change(`description ${language}`, target.value.replaceAll('\n', ' '))}
              />
            </Field>
          </SettingsSection>
          <SettingsSection title="Picture" description="A picture from the media library.">
            <CategoryPicture
              {...{ category, value: values.picture, ...fault('picture') }}
              onChange={(picture) => change('picture', picture)}
            />
          </SettingsSection>
          <SettingsSection title="Place">
            <ChoiceSetting
              label="Parent"
              options={[{ value: '', label: 'None (top level)' }, ...pathOptions(categories, category?.id)]}
              {...bind('parent')}
            />
            <TextField
              label="Address"
              help={category ? 'Letters, numbers and hyphens.' : 'Leave empty to create it from the name.'}
              spellCheck={false}
              {...bind('slug')}
            />
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
    ...Object.fromEntries(words),
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

// Saves a category. Sends only changed values, with their previous values, so that changes by other people are not
// overwritten. Each language needs its own request.
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

type ShownPicture = { id: string; name: string; thumbnail: string | null }

type PictureProps = {
  category: Category | null
  value: string | null
  error?: string | null | false | undefined
  onChanged?: (() => void) | undefined
  onChange: (picture: string | null) => void
}

function CategoryPicture({ category, value, error, onChanged, onChange }: PictureProps) {
  const [isChoosing, setChoosing] = useState(false)
  const [chosen, setChosen] = useState<ShownPicture>()
  const kept = category?.picture && category.shown ? { id: category.picture, ...category.shown } : undefined
  const picture = [chosen, kept].find((one) => one?.id === value)
  const take = (next: string | null) => {
    onChanged?.()
    onChange(next)
  }
  return (
    <fieldset aria-label="Picture" className="grid min-w-0 justify-items-start gap-2">
      {picture?.thumbnail && (
        <img
          src={picture.thumbnail}
          alt={picture.name}
          className="h-24 w-40 rounded-sm border border-line object-cover"
        />
      )}
      {value && !picture && <p className="text-ink-3">This picture is no longer in the library</p>}
      <div className="flex gap-2">
        <Button icon={Image} onClick={() => setChoosing(true)}>
          {value ? 'Replace' : 'Choose'}
        </Button>
        {value && (
          <Button variant="ghost" icon={X} onClick={() => take(null)}>
            Remove
          </Button>
        )}
      </div>
      {error && (
        <p role="alert" className="text-meta text-red-ink">
          {error}
        </p>
      )}
      {isChoosing && (
        <MediaChooser
          kinds={['image']}
          many={false}
          onClose={() => setChoosing(false)}
          onChoose={([lead]) => {
            if (!lead) return
            setChosen({ id: lead.id, name: lead.title, thumbnail: lead.picture })
            take(lead.id)
          }}
        />
      )}
    </fieldset>
  )
}
