import { Plus, Quote, Zap } from 'lucide-react'
import { useState } from 'react'
import { listCustomerFields, listTicketFields } from '#contract/fields/custom-fields.ts'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import { placeOfMacro } from '#contract/tickets/macro-values.ts'
import { type deleteMacro, listMacros, type MacroRow, type restoreMacro } from '#contract/tickets/macros.ts'
import { listStatuses } from '#contract/tickets/statuses.ts'
import { listTeams } from '#contract/tickets/teams.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { ListSearch } from '#web/lib/list/list-search.tsx'
import { withQuery } from '#web/lib/list/with-query.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { plural } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { requireService } from '#web/service/require-service.ts'
import { SettingsFrame } from '#web/service/settings/settings-frame.tsx'
import { withoutFolder } from '#web/service/tickets/macros/list-macros.ts'
import { ticketMember, ticketStatus, ticketTeam } from '#web/service/tickets/ticket/loader-fields.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import type { Route } from './+types/macros.ts'

const path = '/service/macros'

export const meta = () => [{ title: 'Macros · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireService(context)
  const { call } = context.get(api)
  const q = new URL(request.url).searchParams.get('q')?.trim().slice(0, 200) ?? ''
  const [macros, statuses, teams, members, fields, customerFields, languages] = await Promise.all([
    call(listMacros, { query: q ? { q } : {} }),
    call(listStatuses, {}),
    call(listTeams, {}),
    call(listMembers, { query: {} }),
    call(listTicketFields, { query: {} }),
    call(listCustomerFields, { query: {} }),
    call(showLanguages, {}),
  ])
  return {
    ...{ viewer, q, macros: macros.items, fields: fields.items, languages: languages.items },
    customerFields: customerFields.items,
    statuses: statuses.items.map(ticketStatus),
    teams: teams.items.map(ticketTeam),
    members: members.items.map(ticketMember),
  }
}

const loadDialog = () => import('./macro-dialog.tsx')

export default function Macros({ loaderData }: Route.ComponentProps) {
  const { viewer, q, macros } = loaderData
  const [edited, setEdited] = useState<MacroRow | 'new'>()
  const dialog = useLazyModule(loadDialog, edited !== undefined)
  useLiveReload(({ type }) => type === 'macro.changed' || type === 'team.changed')
  const add = () => setEdited('new')
  useShortcuts({ c: { label: 'New macro', run: add } }, { group: 'Macros' })
  const deleting = useWrite(
    ({ id }: MacroRow) => ask<typeof deleteMacro>('DELETE', '/api/v1/macros/:id', { params: { id } }),
    {
      done: (_, { name }) => `${placeOfMacro(name).title} deleted`,
      undo: (_, { id }) => ask<typeof restoreMacro>('DELETE', '/api/v1/macros/:id/deletion', { params: { id } }),
      tellsProblem: true,
    },
  )
  const button = (
    <Button variant="primary" icon={Plus} keys="C" onClick={add}>
      New macro
    </Button>
  )
  const content = (
    <ScrollArea>
      <SettingsForm>
        {macros.length > 0 || q ? (
          <>
            <div className="flex flex-wrap items-center justify-between gap-2 py-4">
              <ListSearch
                label="Name or text"
                q={q}
                hrefOf={(words) => withQuery(path, { q: words })}
                group="Macros"
                keyLabel="Search macros"
                maxLength={200}
              />
              {button}
            </div>
            {macros.length === 0 && <p className="py-4 text-ink-3">No macro has all these words.</p>}
            {foldersOf(macros).map(([folder, inFolder]) => (
              <SettingsSection key={folder} title={folder}>
                <MacroList
                  folder={folder}
                  macros={inFolder}
                  teams={loaderData.teams}
                  onEdit={setEdited}
                  onDelete={deleting.write}
                />
              </SettingsSection>
            ))}
          </>
        ) : (
          <EmptyState icon={Zap} title="No macros yet" actions={button}>
            A macro writes a text and changes a ticket in one step. Type / in a reply to apply one.
          </EmptyState>
        )}
      </SettingsForm>
    </ScrollArea>
  )
  return (
    <>
      {viewer.isAdmin ? (
        <SettingsFrame title="Macros">{content}</SettingsFrame>
      ) : (
        <>
          <PageBar title="Macros" back={{ href: '/service/tickets', label: 'Back to the tickets' }} />
          {content}
        </>
      )}
      {edited && dialog && (
        <dialog.MacroDialog
          key={edited === 'new' ? 'new' : edited.id}
          macroId={edited === 'new' ? null : edited.id}
          page={loaderData}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

export type MacrosPage = Route.ComponentProps['loaderData']

function foldersOf(macros: MacroRow[]): [string, MacroRow[]][] {
  const placed = macros.map((macro) => ({ macro, folder: placeOfMacro(macro.name).folder || withoutFolder }))
  return [...new Set(placed.map(({ folder }) => folder))]
    .toSorted((one, other) => Number(one === withoutFolder) - Number(other === withoutFolder))
    .map((folder) => [folder, placed.filter((one) => one.folder === folder).map(({ macro }) => macro)])
}

type ListProps = {
  folder: string
  macros: MacroRow[]
  teams: MacrosPage['teams']
  onEdit: (macro: MacroRow) => void
  onDelete: (macro: MacroRow) => void
}

const MacroList = ({ folder, macros, teams, onEdit, onDelete }: ListProps) => (
  <ul aria-label={folder} className="grid grid-cols-1 gap-px">
    {macros.map((macro) => {
      const { title } = placeOfMacro(macro.name)
      return (
        <li key={macro.id} className="flex min-h-10 items-center gap-2.5 rounded-sm px-2 py-1 hover:bg-hover">
          <Icon of={macro.hasActions ? Zap : Quote} className="shrink-0 text-ink-3" />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{title}</span>
            <span className="block truncate text-meta text-ink-3">
              {macro.missing && <span className="text-red-ink">{macro.missing}. </span>}
              {detailsOf(macro, teams)}
            </span>
          </span>
          {macro.canChange && (
            <span className="flex shrink-0">
              <Button variant="ghost" aria-label={`Edit ${title}`} onClick={() => onEdit(macro)}>
                Edit
              </Button>
              <Button variant="ghost" aria-label={`Delete ${title}`} onClick={() => onDelete(macro)}>
                Delete
              </Button>
            </span>
          )}
        </li>
      )
    })}
  </ul>
)

const detailsOf = (
  { visibility, teams, usedCount, textKind, snippet, languages, attachments }: MacroRow,
  known: MacrosPage['teams'],
) =>
  [
    visibility === 'teams' ? namesOfTeams(teams, known) : visibility === 'me' ? 'Only me' : 'Everyone',
    usedCount.days30 === 0
      ? 'Not used in 30 days'
      : `Used ${plural(usedCount.days7, 'time')} in 7 days, ${usedCount.days30} in 30`,
    ...(snippet ? [textKind === 'note' ? 'Note' : 'Reply'] : []),
    ...(attachments.length > 0 ? [plural(attachments.length, 'file')] : []),
    ...languages.map(languageName),
    ...(snippet ? [snippet] : []),
  ].join(' · ')

const namesOfTeams = (ids: string[], known: MacrosPage['teams']) =>
  known
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(', ') || 'No team: only its author and admins'
