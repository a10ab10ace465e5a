import { formatCount } from '#web/lib/words/format.ts'
import { listHref, type ViewCount, type ViewId, viewGroups, viewNames } from '#web/service/tickets/ticket/views.ts'
import { TitleMenu } from '#web/ui/page/title-menu.tsx'
import { ViewColumn, ViewGroup, ViewLink } from '#web/ui/page/view-column.tsx'

type Props = { views: ViewCount[]; current: ViewId }

const mostCounted = 10_000
const countWords = (count: number) => (count >= mostCounted ? `${formatCount(mostCounted)}+` : formatCount(count))

const groupsOf = (views: ViewCount[]) =>
  viewGroups.map(({ label, ids }) => ({
    label,
    shown: ids.flatMap((id) => views.find((view) => view.id === id) ?? []),
  }))

export const ViewLinks = ({ views, current }: Props) => (
  <ViewColumn label="Views">
    {groupsOf(views).map(({ label, shown }) => (
      <ViewGroup key={label} label={label}>
        {shown.map(({ id, count }) => (
          <ViewLink key={id} href={listHref({ view: id })} current={id === current} count={countWords(count)}>
            {viewNames[id]}
          </ViewLink>
        ))}
      </ViewGroup>
    ))}
  </ViewColumn>
)

export function ViewMenu({ views, current, title }: Props & { title: string }) {
  const groups = groupsOf(views).map(({ label, shown }) => ({
    label,
    items: shown.map(({ id, count }) => ({
      label: viewNames[id],
      href: listHref({ view: id }),
      current: id === current,
      detail: countWords(count),
    })),
  }))
  return <TitleMenu title={title} label="Views" groups={groups} />
}
