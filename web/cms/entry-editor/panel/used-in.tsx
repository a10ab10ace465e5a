import { hrefOf } from '#web/cms/entry-writing/entry-data.ts'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { OpenedProps } from './entry-panel.tsx'

const most = 50

/** The entries that reference this one. */
export const UsedIn = ({ history: { uses } }: OpenedProps) =>
  uses.length > 0 && (
    <PanelSection title="Used in" action={<span className="text-ink-3 tabular-nums">{uses.length}</span>}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {uses.slice(0, most).map(({ id, title, model }) => (
          <li key={id} className="truncate">
            <TextLink href={hrefOf(id)}>{title || 'Untitled'}</TextLink>{' '}
            <span className="text-meta text-ink-3">{model.name}</span>
          </li>
        ))}
      </ul>
      {uses.length > most && <p className="mt-1 text-ink-3">and {uses.length - most} more</p>}
    </PanelSection>
  )
