import { hrefOf } from '#web/service/article-editor/article-data.ts'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { PanelProps } from './article-panel.tsx'

/** The articles that link to this one or include it. */
export function Backlinks({ backlinks, languages }: PanelProps) {
  if (backlinks.length === 0) return null
  return (
    <PanelSection title="Used in">
      <ul className="grid gap-1">
        {backlinks.map(({ id, title }) => (
          <li key={id} className="truncate">
            <TextLink href={hrefOf(id, languages[0]!, languages)}>{title || 'Untitled'}</TextLink>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
