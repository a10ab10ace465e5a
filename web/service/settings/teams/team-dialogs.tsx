import { useState } from 'react'
import type { changeTeam, createTeam, showTeamUse, Team } from '#contract/tickets/teams.ts'
import { statusColors } from '#contract/tickets/ticket-values.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { plural } from '#web/lib/words/format.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { colorNames } from '#web/service/settings/color-names.ts'
import { useNamedForm } from '#web/service/settings/use-named-form.ts'
import type { Member } from '#web/service/tickets/ticket/types.ts'
import { countText } from '#web/service/tickets/ticket/views.ts'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { Pill } from '#web/ui/mark/pill.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import { Preview, PreviewPart } from '#web/ui/page/preview.tsx'

type Values = Pick<Team, 'name' | 'members' | 'color' | 'address'>

type Props = {
  /** Null for a new team. */
  team: Team | null
  members: Member[]
  /** The part of the team's address from the @ on. */
  mailHost: string
  onClose: () => void
}

/** Creates a team, or changes one. */
export function TeamDialog({ team, members, mailHost, onClose }: Props) {
  const { values, set, fault, problem, dialogForm } = useNamedForm<Values, Team>({
    start: team ? valuesOf(team) : { name: '', members: [], color: 'teal', address: null },
    send: (body) => send(team, body),
    done: ({ name }) => (team ? `${name} changed` : `${name} added`),
    onClose,
  })
  return (
    <Dialog open onClose={onClose} title={team ? `Edit ${team.name}` : 'New team'}>
      <DialogForm {...dialogForm} label={team ? 'Save' : 'Add team'}>
        {problem && <Banner tone="danger">{problem.detail}</Banner>}
        <Field label="Name" {...fault('name')}>
          <Input name="name" value={values.name} maxLength={60} autoComplete="off" onText={(name) => set({ name })} />
        </Field>
        <RadioGroup
          label="Colour"
          name="color"
          layout="inline"
          options={statusColors.map((color) => ({
            value: color,
            label: <Pill tone={color}>{colorNames[color]}</Pill>,
          }))}
          value={values.color}
          onChange={(color) => set({ color })}
        />
        <Field
          label="Mail address"
          hint="Optional"
          help="Mail to this address opens tickets of the team. Replies come from the support address."
          {...fault('address')}
        >
          <Input
            name="address"
            value={values.address ?? ''}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            suffix={mailHost}
            onText={(address) => set({ address: address.trim() === '' ? null : address })}
          />
        </Field>
        <MemberChoice
          members={members.filter(({ status }) => status === 'active')}
          chosen={values.members}
          fault={fault('members').error}
          onChange={(chosen) => set({ members: chosen })}
        />
        <TeamPreview values={values} mailHost={mailHost} />
      </DialogForm>
    </Dialog>
  )
}

/** Says which mail goes to the team. */
function TeamPreview({ values: { name, address }, mailHost }: { values: Values; mailHost: string }) {
  const team = name.trim() || 'the team'
  const full = address?.trim() && `${address.trim().toLowerCase()}${mailHost}`
  return (
    <Preview>
      <PreviewPart title="Mail to the team">
        {full ? (
          <>
            <p className="flex items-center gap-1">
              <span className="min-w-0 wrap-anywhere">{full}</span>
              <CopyButton text={full} label="Copy the address of the team" />
            </p>
            <p className="mt-1 text-ink-2">
              A new request to this address becomes a ticket of {team}. An answer to a ticket does not change its team.
            </p>
          </>
        ) : (
          <p className="text-ink-2">No mail opens tickets of {team}.</p>
        )}
      </PreviewPart>
    </Preview>
  )
}

/** With more members than this, they can be searched. */
const fewMembers = 8

type ChoiceProps = {
  members: Member[]
  chosen: string[]
  fault: string | null | false | undefined
  onChange: (chosen: string[]) => void
}

function MemberChoice({ members, chosen, fault, onChange }: ChoiceProps) {
  const [words, setWords] = useState('')
  const wanted = words.trim().toLowerCase()
  const shown = members.filter((member) => `${fullName(member)} ${member.email}`.toLowerCase().includes(wanted))
  const toggle = (id: string) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium">Members</legend>
      {members.length > fewMembers && (
        <SearchInput label="Search members" value={words} onChange={({ target }) => setWords(target.value)} />
      )}
      <div className="grid max-h-60 gap-2 overflow-y-auto p-0.5">
        {shown.map((member) => (
          <Checkbox
            key={member.id}
            label={fullName(member)}
            description={fullName(member) === member.email ? undefined : member.email}
            checked={chosen.includes(member.id)}
            onChange={() => toggle(member.id)}
          />
        ))}
        {shown.length === 0 && <p className="text-ink-3">No member matches “{words}”.</p>}
      </div>
      {fault && <p className="text-meta text-red-ink">{fault}</p>}
    </fieldset>
  )
}

const valuesOf = ({ name, members, color, address }: Team): Values => ({ name, members, color, address })

function send(team: Team | null, values: Values) {
  if (!team) return ask<typeof createTeam>('POST', '/api/v1/teams', { body: values })
  const body = { ...values, base: valuesOf(team) }
  return ask<typeof changeTeam>('PATCH', '/api/v1/teams/:id', { params: { id: team.id }, body })
}

type DeleteProps = { team: Team; onDelete: () => void; onClose: () => void }

/** Says what loses a team before it is deleted. */
export function DeleteTeamDialog({ team, onDelete, onClose }: DeleteProps) {
  const params = { id: team.id }
  const { answer: use, problem } = useAnswer(team.id, (signal) =>
    ask<typeof showTeamUse>('GET', '/api/v1/teams/:id/use', { params, signal }),
  )
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${team.name}?`}
      confirmLabel="Delete team"
      onConfirm={() => {
        onDelete()
        onClose()
      }}
    >
      {use ? wordsOf(use) : problem || 'Counting its tickets…'}
    </ConfirmDialog>
  )
}

type TeamUse = { count: number; isMore: boolean; views: string[]; otherViews: number }

function wordsOf({ count, isMore, views, otherViews }: TeamUse): string {
  const tickets =
    count === 0
      ? 'The team has no tickets.'
      : `${countText(count, isMore)} ${count === 1 ? 'ticket' : 'tickets'} will be without a team. You can undo this on this page.`
  const named = [
    ...views.map((name) => `“${name}”`),
    ...(otherViews > 0 ? [plural(otherViews, 'view of other members', 'views of other members')] : []),
  ]
  return named.length > 0 ? `${tickets} These views name the team and stop working: ${named.join(', ')}.` : tickets
}
