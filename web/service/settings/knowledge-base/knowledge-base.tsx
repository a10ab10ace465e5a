import { type FormEvent, useState } from 'react'
import { isSame } from '#contract/is-same.ts'
import { showKnowledgeBaseSettings, showLanguages } from '#contract/knowledge-base/categories.ts'
import { api } from '#web/lib/api.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useChanges } from '#web/lib/write/use-changes.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useTheirs } from '#web/lib/write/use-theirs.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { requireService } from '#web/service/require-service.ts'
import { SettingsFormPage } from '#web/service/settings/settings-form-page.tsx'
import type { Route } from './+types/knowledge-base.ts'
import { OwnSite } from './own-site.tsx'
import { Acknowledgements, Home, Languages, Links, ReadersSection } from './sections.tsx'
import { faultsIn, save, valuesOf } from './values.ts'

export const meta = () => [{ title: 'Knowledge base settings · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  await requireService(context)
  const { call } = context.get(api)
  const [settings, languages] = await Promise.all([call(showKnowledgeBaseSettings, {}), call(showLanguages, {})])
  return { settings, languages }
}

async function readValues() {
  const [settings, languages] = await Promise.all([
    ask<typeof showKnowledgeBaseSettings>('GET', '/api/v1/knowledge-base/settings', {}),
    ask<typeof showLanguages>('GET', '/api/v1/languages', {}),
  ])
  return settings.answer && languages.answer && valuesOf(settings.answer, languages.answer)
}

export default function KnowledgeBaseSettings({ loaderData: { settings, languages } }: Route.ComponentProps) {
  const form = useChanges(valuesOf(settings, languages), isSame)
  const { write, problem, isPending } = useWrite(save, {
    done: () => 'Settings saved',
    onDone: (_, { changes }) => form.settle(changes),
    onProblem: useTheirs(form, readValues),
  })
  const [found, setFound] = useState<Record<string, string>>()
  const [presses, setPresses] = useState(0)
  const element = useFocusOnFault(problem, presses)
  const shared = { values: form.values, change: form.change, fault: useFaults(found ?? problem?.fields) }

  function submit(event: FormEvent) {
    event.preventDefault()
    const faults = faultsIn(form.changes)
    const hasFaults = Object.keys(faults).length > 0
    setFound(hasFaults ? faults : undefined)
    setPresses(presses + 1)
    if (form.count > 0 && !hasFaults) write({ changes: form.changes, base: form.base, values: form.values })
  }

  return (
    <SettingsFormPage title="Knowledge base" formRef={element} onSubmit={submit} {...{ form, problem, isPending }}>
      <ReadersSection {...shared} />
      <Languages {...shared} />
      <Home {...shared} />
      <Links {...shared} />
      <Acknowledgements {...shared} />
      <OwnSite {...form.values} />
    </SettingsFormPage>
  )
}
