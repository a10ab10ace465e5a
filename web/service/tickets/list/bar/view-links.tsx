import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CountedView } from '#contract/tickets/views.ts'
import { type ListQuery, type ShownView, shownGroups } from '#web/service/tickets/ticket/views.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { TitleMenu } from '#web/ui/page/title-menu.tsx'
import { ViewColumn, ViewGroup, ViewLink } from '#web/ui/page/view-column.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'

type Props = { views: CountedView[]; query: Pick<ListQuery, 'view' | 'saved'> }

const currentOf = ({ view, saved }: Props['query']) => saved?.id ?? view

export const ViewLinks = ({ views, query, action }: Props & { action?: ReactNode }) => (
  <ViewColumn label="Views">
    {shownGroups(views).map(({ label, shown }) => (
      <ViewGroup key={label} label={label} action={label === 'Views' && action}>
        {shown.map((view) => (
          <ViewLink key={view.id} href={view.href} current={view.id === currentOf(query)} count={countOf(view)}>
            {view.name}
          </ViewLink>
        ))}
      </ViewGroup>
    ))}
  </ViewColumn>
)

/** The number of tickets, or a mark if the query names something that does not exist any more. */
const countOf = ({ missing, count }: ShownView) =>
  missing ? (
    <>
      <Icon of={TriangleAlert} size={12} />
      <VisuallyHidden>Broken: {missing}</VisuallyHidden>
    </>
  ) : (
    count
  )

export function ViewMenu({ views, query, title }: Props & { title: string }) {
  const groups = shownGroups(views).map(({ label, shown }) => ({
    label,
    items: shown.map((view) => ({
      label: view.name,
      href: view.href,
      current: view.id === currentOf(query),
      detail: countOf(view),
    })),
  }))
  return <TitleMenu title={title} label="Views" groups={groups} />
}
