import { formatCount } from '#web/lib/words/format.ts'
import { listHref, type ViewCount, type ViewId, viewGroups, viewNames } from '#web/service/tickets/ticket/views.ts'
import { TitleMenu } from '#web/ui/page/title-menu.tsx'
import { ViewColumn, ViewGroup, ViewLink } from '#web/ui/page/view-column.tsx'

type Props = { views: ViewCount[]; current: ViewId }

const mostCounted = 10_000
const countWords = (count: number) => (count >= mostCounted ? `${formatCount(mostCounted)}+` : formatCount(count))

/** The views with their counts. */
export function ViewLinks({ views, current }: Props) {
  const byId = new Map(views.map((view) => [view.id, view]))
  return (
    <ViewColumn label="Views">
      {viewGroups.map(({ label, ids }) => (
        <ViewGroup key={label} label={label}>
          {ids.map((id) => {
            const view = byId.get(id)
            if (!view) return null
            return (
              <ViewLink key={id} href={listHref({ view: id })} current={id === current} count={countWords(view.count)}>
                {viewNames[id]}
              </ViewLink>
            )
          })}
        </ViewGroup>
      ))}
    </ViewColumn>
  )
}

/** On phones the title is the way to the other views. */
export function ViewMenu({ views, current, title }: Props & { title: string }) {
  const byId = new Map(views.map((view) => [view.id, view]))
  const groups = viewGroups.map(({ label, ids }) => ({
    label,
    items: ids.flatMap((id) => {
      const view = byId.get(id)
      if (!view) return []
      return [
        { label: viewNames[id], href: listHref({ view: id }), current: id === current, detail: countWords(view.count) },
      ]
    }),
  }))
  return <TitleMenu title={title} label="Views" groups={groups} />
}
