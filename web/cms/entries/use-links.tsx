import { plural } from '#web/lib/words/format.ts'
import { TextLink } from '#web/ui/text/text-link.tsx'

type LinkUse = { kind: string; id: string; label: string }

const places: Record<string, { name: string; href: (id: string) => string }> = {
  entry: { name: 'entry', href: (id) => `/cms/content/edit/${id}` },
  'content-category': { name: 'category', href: (id) => `/cms/categories/edit/${id}` },
}

export const UseLinks = ({ uses, unseen }: { uses: LinkUse[]; unseen: number }) => (
  <ul className="grid max-h-60 grid-cols-[minmax(0,1fr)] gap-1 overflow-auto">
    {[...new Map(uses.map((use) => [`${use.kind} ${use.id}`, use])).values()].map(({ kind, id, label }) => {
      const place = places[kind]
      return (
        <li key={id} className="truncate">
          {place ? <TextLink href={place.href(id)}>{label || 'Untitled'}</TextLink> : label}{' '}
          <span className="text-meta text-ink-3">{place?.name ?? kind}</span>
        </li>
      )
    })}
    {unseen > 0 && (
      <li className="text-ink-3">
        {uses.length > 0 && 'And '}
        {plural(unseen, 'place')} that you cannot see
      </li>
    )}
  </ul>
)
