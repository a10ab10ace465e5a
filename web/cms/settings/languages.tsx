import type { FormEvent } from 'react'
import { type changeContentFallbacks, type Fallback, listContentFallbacks } from '#contract/content/fallbacks.ts'
import { listContentModels } from '#contract/content/models.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { isSame } from '#contract/is-same.ts'
import { type changeLanguages, showLanguages } from '#contract/knowledge-base/categories.ts'
import { api } from '#web/lib/api.ts'
import { UnsavedChanges } from '#web/lib/unsaved-changes.tsx'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useConflictReload } from '#web/lib/write/use-conflict-reload.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFormChanges } from '#web/lib/write/use-form-changes.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { LanguageList } from '#web/shell/languages/language-list.tsx'
import { languagesBody } from '#web/shell/languages/languages-body.ts'
import { PlainSlugs } from '#web/shell/languages/plain-slugs.tsx'
import { InlineValue } from '#web/ui/choice/inline-value.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import type { Route } from './+types/languages.ts'
import { modelLink, SettingsFrame } from './settings-frame.tsx'

export const meta = () => [{ title: 'Languages · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const [{ items: languages, plainSlugs }, fallbacks, models] = await Promise.all([
    call(showLanguages, {}),
    call(listContentFallbacks, {}),
    call(listContentModels, { query: {} }),
  ])
  return { languages, plainSlugs, fallbacks: fallbacks.items, models: models.items.map(modelLink) }
}

async function readLanguages() {
  const [{ answer }, fallbacks] = await Promise.all([
    ask<typeof showLanguages>('GET', '/api/v1/languages', {}),
    ask<typeof listContentFallbacks>('GET', '/api/v1/content-fallbacks', {}),
  ])
  if (!answer || !fallbacks.answer) return undefined
  return { languages: answer.items, plainSlugs: answer.plainSlugs, fallbacks: fallbacks.answer.items }
}

type LanguagesChange = { languages: BodyOf<typeof changeLanguages> | null; fallbacks: Fallback[] }

/** Saves the languages before the fallbacks, because a fallback must be a saved language. */
async function save({ languages, fallbacks }: LanguagesChange) {
  const first =
    languages && (await ask<typeof changeLanguages>('PUT', '/api/v1/languages', { body: languages, waits: true }))
  if (first && (first.problem || fallbacks.length === 0)) return first
  const body = { items: fallbacks }
  return ask<typeof changeContentFallbacks>('PUT', '/api/v1/content-fallbacks', { body, waits: true })
}

const changedFallbacks = (wanted: Fallback[], before: Fallback[], languages: string[]): Fallback[] =>
  wanted
    .filter((one) => languages.includes(one.language) && !before.some((other) => isSame(one, other)))
    .map(({ language, fallbacks }) => ({ language, fallbacks: fallbacks.filter((one) => languages.includes(one)) }))

export default function Languages({ loaderData: { languages, plainSlugs, fallbacks, models } }: Route.ComponentProps) {
  const form = useFormChanges({ languages, plainSlugs, fallbacks }, isSame)
  const { write, problem, isPending } = useWrite<LanguagesChange>(save, {
    done: () => 'Languages saved',
    onDone: () => form.settle(form.changes),
    onProblem: useConflictReload(form, readLanguages),
  })
  const fault = useFaults(problem && { languages: problem.fields?.items ?? problem.detail })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.count === 0) return
    const { languages: list, plainSlugs: plain, fallbacks: chosen = [] } = form.changes
    write({
      languages: list || plain ? languagesBody(form) : null,
      fallbacks: changedFallbacks(chosen, fallbacks, form.values.languages),
    })
  }
  return (
    <SettingsFrame title="Languages" models={models}>
      <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
        <ScrollArea>
          <SettingsForm>
            <SettingsSection
              title="Languages"
              description="Languages of the content and the knowledge base. The first is the main language: you translate from it into the others. Models without translations use only the main language."
            >
              <LanguageList
                languages={form.values.languages}
                nameOf={languageName}
                fault={fault('languages')}
                onChange={(next) => form.change('languages', next)}
              />
              <PlainSlugs
                languages={form.values.languages}
                plainSlugs={form.values.plainSlugs}
                nameOf={languageName}
                onChange={(next) => form.change('plainSlugs', next)}
              />
              {form.values.languages.length > 1 && (
                <Fallbacks
                  languages={form.values.languages}
                  fallbacks={form.values.fallbacks}
                  onChange={(next) => form.change('fallbacks', next)}
                />
              )}
            </SettingsSection>
          </SettingsForm>
        </ScrollArea>
        <SaveBar changes={form.count} onDiscard={form.discardChanges} busy={isPending} />
      </form>
      <UnsavedChanges count={form.count} />
    </SettingsFrame>
  )
}

type Props = { languages: string[]; fallbacks: Fallback[]; onChange: (fallbacks: Fallback[]) => void }

const none = ''
const ordinals = ['First', 'Second', 'Third']
const placeOf = (index: number) => ordinals[index] ?? `${index + 1}th`

function Fallbacks({ languages, fallbacks, onChange }: Props) {
  const change = (language: string, chain: string[]) =>
    onChange(fallbacks.map((one) => (one.language === language ? { language, fallbacks: chain } : one)))
  const shown = fallbacks.filter(({ language }) => languages.includes(language))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">Fallback languages</legend>
      <p className="text-meta text-ink-3">
        If an entry is not published in a language, sites get it in the first fallback language in which it is
        published. If there is none, sites do not get the entry.
      </p>
      {shown.map(({ language, fallbacks: all }) => {
        const chain = all.filter((one) => languages.includes(one))
        const left = languages.filter((one) => one !== language && !chain.includes(one))
        return (
          <div key={language} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <span className="w-32 shrink-0 break-words">{languageName(language)}</span>
            {[...chain, ...(left.length > 0 ? [none] : [])].map((chosen, index) => (
              <InlineValue
                key={chosen || 'more'}
                label={`${placeOf(index)} fallback for ${languageName(language)}`}
                value={chosen}
                options={[
                  { value: none, label: 'None' },
                  ...[...(chosen ? [chosen] : []), ...left].map((one) => ({ value: one, label: languageName(one) })),
                ]}
                onChange={(next) =>
                  change(language, next ? chain.toSpliced(index, 1, next) : chain.toSpliced(index, 1))
                }
              />
            ))}
          </div>
        )
      })}
    </fieldset>
  )
}
