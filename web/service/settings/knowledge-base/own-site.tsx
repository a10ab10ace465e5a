import { useState } from 'react'
import { useSite } from '#web/lib/use-site.ts'
import { workspaceOrigin } from '#web/lib/workspace-origin.ts'
import { LanguageSegments } from '#web/shell/languages/language-segments.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { SettingsSection } from '#web/ui/page/settings-section.tsx'
import type { Values } from './values.ts'

export function OwnSite({ languages, readers }: Pick<Values, 'languages' | 'readers'>) {
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
      description="A search field for your own site. It sets no cookies and calls no third party."
    >
      {readers !== 'public' && <p className="text-ink-3">Works only if everyone can read the knowledge base.</p>}
      <LanguageSegments label="Language of the search" languages={languages} value={language} onChange={setChosen} />
      <Copied label="Insert this where the search field should appear" text={included} />
      <Copied label="If your site has a content security policy, add" text={policy} />
    </SettingsSection>
  )
}

const Copied = ({ label, text }: { label: string; text: string }) => (
  <div className="grid gap-1">
    <p>{label}</p>
    <div className="flex items-start gap-2">
      <pre className="min-w-0 flex-1 rounded-sm bg-press px-2 py-1.5 font-mono text-meta whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
      <CopyButton {...{ text, label: `Copy: ${label}` }} />
    </div>
  </div>
)
