import { requestOf } from '#web/cms/entry-reading/request-of.ts'
import { useSite } from '#web/lib/use-site.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import type { OpenedProps } from './entry-panel.tsx'

/** The API request for this entry. */
export function RequestSection({ entry, model, language, languages, actions }: OpenedProps) {
  const { origins } = useSite()
  const path = requestOf({ entry, model, language, languages })
  const curl = `curl -H 'Authorization: Bearer YOUR_KEY' '${origins.api}${path}'`
  return (
    <PanelSection title="Request" action={<CopyButton text={curl} label="Copy as curl" />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <pre tabIndex={0} className="overflow-x-auto rounded-sm bg-press px-2 py-1.5 font-mono text-meta">
        GET {path}
      </pre>
      <p className="mt-2">
        <Button onClick={() => actions.setDialog('explain')}>Why is this not live?</Button>
      </p>
    </PanelSection>
  )
}
