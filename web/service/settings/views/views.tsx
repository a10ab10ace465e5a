import { ListFilter } from 'lucide-react'
import type { BuiltInViewId } from '#contract/tickets/view-values.ts'
import {
  type CountedView,
  type changeTicketView,
  type changeViewSettings,
  listTicketViews,
  type SavedView,
} from '#contract/tickets/views.ts'
import { api } from '#web/lib/api.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { useMoves } from '#web/lib/tree/use-moves.ts'
import { formatCount } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { requireService } from '#web/service/require-service.ts'
import { SettingsFrame } from '#web/service/settings/settings-frame.tsx'
import { SortedRows } from '#web/service/settings/sorted-rows.tsx'
import { useViewDialog } from '#web/service/tickets/list/views/use-view-dialog.tsx'
import { useDeleteView } from '#web/service/tickets/list/views/view-actions.tsx'
import { countText, savedHref, viewGroups, viewNames } from '#web/service/tickets/ticket/views.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/views.ts'

export const meta = () => [{ title: 'Views · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  await requireService(context)
  return { views: (await context.get(api).call(listTicketViews, {})).items }
}

export default function Views({ loaderData: { views } }: Route.ComponentProps) {
  useLiveReload(({ type }) => type.startsWith('ticket-view'))
  const shared = views.filter((view) => view.kind === 'saved').filter(({ visibility }) => visibility !== 'me')
  return (
    <SettingsFrame title="Views">
      <ScrollArea>
        <SettingsForm>
          <SettingsSection
            title="Built-in views"
            description="What the team sees beside the list of tickets. Drag a view, or press Alt with an arrow key, to move it in its group. Changes apply at once."
          >
            <BuiltInViews views={views} />
          </SettingsSection>
          <SettingsSection
            title="Shared views"
            description={`${formatCount(shared.length)} of at most 200. Members save them in the list of tickets.`}
          >
            {shared.length > 0 ? (
              <SharedViews views={shared} />
            ) : (
              <EmptyState icon={ListFilter} title="No shared views yet">
                Search or filter the <TextLink href="/service/tickets">list of tickets</TextLink>, press “Save view” and
                choose who sees it.
              </EmptyState>
            )}
          </SettingsSection>
        </SettingsForm>
      </ScrollArea>
    </SettingsFrame>
  )
}

type Settings = { builtIn: BuiltInViewId[]; hidden: BuiltInViewId[] }

function BuiltInViews({ views }: { views: CountedView[] }) {
  const builtIn = views.filter((view) => view.kind === 'built-in')
  const stored: Settings = {
    builtIn: builtIn.map(({ id }) => id),
    hidden: builtIn.filter(({ isHidden }) => isHidden).map(({ id }) => id),
  }
  const { write, underWay, problem } = useWrite(
    (settings: Settings) => ask<typeof changeViewSettings>('PATCH', '/api/v1/view-settings', { body: settings }),
    { inTurn: true },
  )
  const shown = underWay.at(-1) ?? stored
  const hide = (id: BuiltInViewId, isHidden: boolean) =>
    write({ ...shown, hidden: isHidden ? [...shown.hidden, id] : shown.hidden.filter((one) => one !== id) })
  return (
    <>
      {problem && <Banner tone="danger">{problem.detail}</Banner>}
      {viewGroups.map(({ label, ids }) => {
        const inGroup = shown.builtIn.filter((id) => ids.includes(id))
        return (
          <div key={label}>
            <h3 className="mb-1 text-micro font-medium text-ink-3">{label}</h3>
            <SortedRows
              label={label}
              ids={inGroup}
              onMove={(moved) => {
                const others = shown.builtIn.filter((id) => !ids.includes(id))
                write({ ...shown, builtIn: [...others, ...moved] })
              }}
            >
              {(id) => (
                <Switch
                  label={viewNames[id]}
                  checked={!shown.hidden.includes(id)}
                  onChange={(isShown) => hide(id, !isShown)}
                />
              )}
            </SortedRows>
          </div>
        )
      })}
    </>
  )
}

type Shared = SavedView & Pick<CountedView, 'count' | 'isMore'>

function SharedViews({ views }: { views: Shared[] }) {
  const { edit, dialog } = useViewDialog()
  const remove = useDeleteView({ stays: true })
  // A view takes the position of the view before which it is placed.
  const moves = useMoves(
    views.map((view) => ({ ...view, parent: null })),
    (id, { before }) => {
      const position = views.find((view) => view.id === before)?.position ?? (views.at(-1)?.position ?? 0) + 1
      return ask<typeof changeTicketView>('PATCH', '/api/v1/views/:id', { params: { id }, body: { position } })
    },
  )
  const byId = new Map(moves.shown.map((view) => [view.id, view]))
  return (
    <>
      {moves.problem && <Banner tone="danger">{moves.problem.detail}</Banner>}
      <SortedRows label="Shared views" ids={[...byId.keys()]} onMove={(_, id, place) => moves.move(id, place)}>
        {(id) => {
          const view = byId.get(id)!
          return (
            <>
              <TextLink href={savedHref(id)}>{view.name}</TextLink>
              <span className="truncate text-meta text-ink-3">
                {view.missing ? `Broken: ${view.missing}` : `${countText(view.count, view.isMore)} · ${view.author}`}
              </span>
              <span className="ml-auto flex shrink-0">
                <Button variant="ghost" aria-label={`Edit ${view.name}`} onClick={() => edit(view)}>
                  Edit
                </Button>
                <Button variant="ghost" aria-label={`Delete ${view.name}`} onClick={() => remove(view)}>
                  Delete
                </Button>
              </span>
            </>
          )
        }}
      </SortedRows>
      {dialog}
    </>
  )
}
