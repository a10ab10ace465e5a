import { Plus, Users } from 'lucide-react'
import { useState } from 'react'
import type { Batch } from '#contract/bulk/batches.ts'
import { type deleteTeam, listTeams, mostTeams, type Team } from '#contract/tickets/teams.ts'
import { showWorkspace } from '#contract/workspace/settings.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { BatchReport } from '#web/lib/batch/batch-report.tsx'
import { endedWords } from '#web/lib/batch/batch-words.ts'
import { loadLastBatch } from '#web/lib/batch/load-last-batch.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { plural } from '#web/lib/words/format.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { requireService } from '#web/service/require-service.ts'
import { SettingsFrame } from '#web/service/settings/settings-frame.tsx'
import { ticketMember } from '#web/service/tickets/ticket/loader-fields.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { Member } from '#web/service/tickets/ticket/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { inks } from '#web/ui/mark/pill.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import type { Route } from './+types/teams.ts'

export const meta = () => [{ title: 'Teams · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  await requireService(context)
  const { call } = context.get(api)
  const [teams, members, workspace, batch] = await Promise.all([
    call(listTeams, {}),
    call(listMembers, { query: {} }),
    call(showWorkspace, {}),
    loadLastBatch(call, 'team-deletion'),
  ])
  return {
    teams: teams.items,
    members: members.items.map(ticketMember),
    mailHost: workspace.supportAddress.replace('support', ''),
    batch,
  }
}

const loadDialogs = () => import('./team-dialogs.tsx')

export default function Teams({ loaderData: { teams, members, mailHost, batch } }: Route.ComponentProps) {
  const [edited, setEdited] = useState<Team | 'new'>()
  const [deleted, setDeleted] = useState<Team>()
  const dialogs = useLazyModule(loadDialogs, edited !== undefined || deleted !== undefined)
  useLiveReload(({ type }) => type === 'teams.changed' || type === 'batch.changed' || type.startsWith('member.'))
  const deleting = useWrite(
    ({ id }: Team) => ask<typeof deleteTeam>('DELETE', '/api/v1/teams/:id', { params: { id } }),
    { done: (_, { name }) => `${name} deleted`, tellsProblem: true },
  )
  const add = () => setEdited('new')
  const isFull = teams.length >= mostTeams
  useShortcuts({ c: { label: 'New team', run: add } }, { group: 'Teams', enabled: !isFull })
  const newButton = (
    <Button icon={Plus} keys="C" disabled={isFull} busy={edited === 'new' && !dialogs} onClick={add}>
      New team
    </Button>
  )
  return (
    <SettingsFrame title="Teams">
      <BatchReport batch={batch} wordsOf={batchWords} hrefOf={ticketHref} />
      <ScrollArea>
        <SettingsForm>
          <SettingsSection
            title="Teams"
            description={`A ticket belongs to at most one team, and a member can be in several. At most ${mostTeams} teams.`}
          >
            {teams.length > 0 ? (
              <>
                <TeamList teams={teams} members={members} onEdit={setEdited} onDelete={setDeleted} />
                <p>{newButton}</p>
              </>
            ) : (
              <EmptyState icon={Users} title="No teams yet" actions={newButton}>
                A team, such as Billing, has its own tickets, and its members find them with “team:mine”.
              </EmptyState>
            )}
          </SettingsSection>
        </SettingsForm>
      </ScrollArea>
      {edited && dialogs && (
        <dialogs.TeamDialog
          team={edited === 'new' ? null : edited}
          members={members}
          mailHost={mailHost}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && dialogs && (
        <dialogs.DeleteTeamDialog
          team={deleted}
          onDelete={() => deleting.write(deleted)}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </SettingsFrame>
  )
}

type ListProps = {
  teams: Team[]
  members: Member[]
  onEdit: (team: Team) => void
  onDelete: (team: Team) => void
}

const TeamList = ({ teams, members, onEdit, onDelete }: ListProps) => (
  <ul aria-label="Teams" className="rounded-md border border-line-strong">
    {teams.map((team) => (
      <li key={team.id} className="flex items-center gap-2 border-t border-line py-1 pr-1.5 pl-3 first:border-t-0">
        <Icon of={Users} size={16} className={inks[team.color]} />
        <span className="min-w-0 flex-1 py-1">
          <span className="block truncate font-medium">{team.name}</span>
          <span className="block truncate text-meta text-ink-3">
            {team.mailAddress && `${team.mailAddress} · `}
            {membersOf(team, members)}
          </span>
        </span>
        <span className="flex shrink-0 items-center">
          {team.mailAddress && <CopyButton text={team.mailAddress} label={`Copy the address of ${team.name}`} />}
          <Button variant="ghost" aria-label={`Edit ${team.name}`} onClick={() => onEdit(team)}>
            Edit
          </Button>
          <Button variant="ghost" aria-label={`Delete ${team.name}`} onClick={() => onDelete(team)}>
            Delete
          </Button>
        </span>
      </li>
    ))}
  </ul>
)

function membersOf(team: Team, members: Member[]) {
  const names = members.filter(({ id }) => team.members.includes(id)).map(fullName)
  return names.length > 0 ? `${plural(names.length, 'member')}: ${names.join(', ')}` : 'No members'
}

function batchWords(batch: Batch) {
  const { name } = batch.input as { name: string }
  return batch.undoes
    ? { doing: `Restoring ${name}`, ended: endedWords(batch, `put back into ${name}`, ['ticket', 'tickets']) }
    : { doing: `Deleting ${name}`, ended: endedWords(batch, `taken out of ${name}`, ['ticket', 'tickets']) }
}
