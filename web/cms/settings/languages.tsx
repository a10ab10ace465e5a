import type { FormEvent } from 'react'
import { listContentModels } from '#contract/content-models.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { type changeLanguages, showLanguages } from '#contract/knowledge-base.ts'
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
import { modelLink, SettingsFrame } from './settings-frame.tsx'

export const meta = () => [{ title: 'Languages · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const [{ items: languages, plainSlugs }, models] = await Promise.all([
    call(showLanguages, {}),
    call(listContentModels, { query: {} }),
  ])
  return { languages, plainSlugs, models: models.items.map(modelLink) }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

async function readLanguages() {
  const { answer } = await ask<typeof showLanguages>('GET', '/api/v1/languages', {})
  return answer && { languages: answer.items, plainSlugs: answer.plainSlugs }
}

/** One list for the content and the knowledge base. */
export default function Languages({ loaderData: { languages, plainSlugs, models } }: Route.ComponentProps) {
  const form = useChanges({ languages, plainSlugs }, isSame)
  const { write, problem, isPending } = useWrite(
    (body: BodyOf<typeof changeLanguages>) =>
      ask<typeof changeLanguages>('PUT', '/api/v1/languages', { body, waits: true }),
    {
      done: () => 'Languages saved',
      onDone: () => form.settle(form.changes),
      onProblem: useTheirs(form, readLanguages),
    },
  )
  const fault = useFaults(problem && { languages: problem.fields?.items ?? problem.detail })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.count > 0) write(languagesBody(form))
  }
  return (
    <SettingsFrame title="Languages" models={models}>
      <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
        <ScrollArea>
          <SettingsForm>
            <SettingsSection
              title="Languages"
              description="The content and the knowledge base are written in them. The others are translated from the first one, and models that are not localized have it alone."
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
            </SettingsSection>
          </SettingsForm>
        </ScrollArea>
        <SaveBar changes={form.count} onDiscard={form.discardChanges} busy={isPending} />
      </form>
      <UnsavedChanges count={form.count} />
    </SettingsFrame>
  )
}
