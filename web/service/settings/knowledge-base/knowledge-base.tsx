import { type FormEvent, useState } from 'react'
import { isSame } from '#contract/is-same.ts'
import { showKnowledgeBaseSettings, showLanguages } from '#contract/knowledge-base/categories.ts'
import { api } from '#web/lib/api.ts'
import { useSite } from '#web/lib/use-site.ts'
import { workspaceOrigin } from '#web/lib/workspace-origin.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useConflictReload } from '#web/lib/write/use-conflict-reload.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useFormChanges } from '#web/lib/write/use-form-changes.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { requireService } from '#web/service/require-service.ts'
import { CopiedCode } from '#web/service/settings/copied-code.tsx'
import { SettingsFormPage } from '#web/service/settings/settings-form-page.tsx'
import { LanguageSegments } from '#web/shell/languages/language-segments.tsx'
import { SettingsSection } from '#web/ui/page/settings-section.tsx'
import type { Route } from './+types/knowledge-base.ts'
import { Acknowledgements, Home, Languages, Links, ReadersSection } from './sections.tsx'
import { faultsIn, save, type Values, valuesOf } from './values.ts'

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
  const form = useFormChanges(valuesOf(settings, languages), isSame)
  const { write, problem, isPending } = useWrite(save, {
    done: () => 'Settings saved',
    onDone: (_, { changes }) => form.settle(changes),
    onProblem: useConflictReload(form, readValues),
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

function OwnSite({ languages, readers }: Pick<Values, 'languages' | 'readers'>) {
  const site = useSite()
  const [chosen, setChosen] = useState(languages[0]!)
  const language = languages.includes(chosen) ? chosen : languages[0]!
  const origin = workspaceOrigin(site, site.workspace!.domain)
  const home = `${origin}${language === languages[0] ? '' : `/${language}`}/knowledgebase`
  const included = `<script type="module" src="${home}/search.js"></script>\n<help-search><a href="${home}">Help centre</a></help-search>`
  const policy = `script-src ${origin}; connect-src ${site.origins.api}; form-action ${origin}`
  return (
    <SettingsSection
      title="Search on your own site"
      description="A search field for your own site. It sets no cookies and sends nothing to third parties."
    >
      {readers !== 'public' && <p className="text-ink-3">Works only if everyone can read the knowledge base.</p>}
      <LanguageSegments label="Language of the search" languages={languages} value={language} onChange={setChosen} />
      <CopiedCode label="Insert this code where the search field should appear" text={included} />
      <CopiedCode label="If your site has a content security policy, add this" text={policy} />
    </SettingsSection>
  )
}
