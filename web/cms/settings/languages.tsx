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
import { useChanges } from '#web/lib/write/use-changes.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useTheirs } from '#web/lib/write/use-theirs.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { LanguageList } from '#web/shell/languages/language-list.tsx'
import { languagesBody } from '#web/shell/languages/languages-body.ts'
import { PlainSlugs } from '#web/shell/languages/plain-slugs.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import type { Route } from './+types/languages.ts'
import { Fallbacks } from './fallbacks.tsx'
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

/** Saves the languages first, because fallbacks must be among them. */
async function save({ languages, fallbacks }: LanguagesChange) {
  const first =
    languages && (await ask<typeof changeLanguages>('PUT', '/api/v1/languages', { body: languages, waits: true }))
  if (first && (first.problem || fallbacks.length === 0)) return first
  const body = { items: fallbacks }
  return ask<typeof changeContentFallbacks>('PUT', '/api/v1/content-fallbacks', { body, waits: true })
}

/** The changed fallbacks, without removed languages. */
const changedFallbacks = (wanted: Fallback[], before: Fallback[], languages: string[]): Fallback[] =>
  wanted
    .filter((one) => languages.includes(one.language) && !before.some((other) => isSame(one, other)))
    .map(({ language, fallbacks }) => ({ language, fallbacks: fallbacks.filter((one) => languages.includes(one)) }))

/** The content and the knowledge base share one list. */
export default function Languages({ loaderData: { languages, plainSlugs, fallbacks, models } }: Route.ComponentProps) {
  const form = useChanges({ languages, plainSlugs, fallbacks }, isSame)
  const { write, problem, isPending } = useWrite<LanguagesChange>(save, {
    done: () => 'Languages saved',
    onDone: () => form.settle(form.changes),
    onProblem: useTheirs(form, readLanguages),
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
              description="Languages of the content and the knowledge base. The first is the main language: others are translated from it, and models that are not translated use only this one."
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
