import { queryLimits } from '#contract/search/query.ts'
import type { listTeams } from '#contract/tickets/teams.ts'
import type { changeTicketView, createTicketView, SavedView, showTicketView } from '#contract/tickets/views.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useConflictReload } from '#web/lib/write/use-conflict-reload.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useFormChanges } from '#web/lib/write/use-form-changes.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { TeamChoices } from '#web/service/tickets/ticket/team-choices.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import { ViewPreview } from './view-preview.tsx'

export type NewView = Pick<SavedView, 'name' | 'query' | 'columns' | 'group' | 'order' | 'visibility' | 'teams'>

type Props = {
  /** The view to change, or what a new view contains. */
  view: SavedView | NewView
  onSaved: (view: SavedView) => void
  onClose: () => void
}

const isSaved = (view: SavedView | NewView): view is SavedView => 'id' in view

export const ViewDialog = (props: Props) => (
  <Dialog open onClose={props.onClose} title={isSaved(props.view) ? 'Edit view' : 'Save as view'} size="sm">
    <ViewForm {...props} />
  </Dialog>
)

function ViewForm({ view, onSaved, onClose }: Props) {
  const form = useFormChanges(valuesOf(view))
  const { name, query, visibility, teams } = form.values
  const known = useAnswer('teams', (signal) => ask<typeof listTeams>('GET', '/api/v1/teams', { signal })).answer?.items
  const isForTeams = visibility === 'team'
  const { write, isPending, problem } = useWrite(
    async () =>
      isSaved(view)
        ? ask<typeof changeTicketView>('PATCH', '/api/v1/views/:id', {
            params: { id: view.id },
            body: { ...form.changes, ...(!isForTeams && { teams: [] }), base: form.base },
          })
        : ask<typeof createTicketView>('POST', '/api/v1/views', {
            body: { ...view, name, query, visibility, teams: isForTeams ? teams : [] },
          }),
    {
      done: () => (isSaved(view) ? 'View changed' : `${name.trim()} saved`),
      onAnswer: onSaved,
      onProblem: useConflictReload(form, () => readValues(view)),
    },
  )
  const isQueryWrong = problem?.code === 'query-invalid'
  const fault = useFaults(isQueryWrong ? { query: problem.detail } : problem?.fields)
  const element = useFocusOnFault(problem)
  return (
    <DialogForm
      ref={element}
      label={isSaved(view) ? 'Save' : 'Save view'}
      busy={isPending}
      onClose={onClose}
      onSubmit={() => !isPending && write()}
    >
      {problem && !problem.fields && !isQueryWrong && <Banner tone="danger">{problem.detail}</Banner>}
      <Field label="Name" {...fault('name')}>
        <Input
          name="name"
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={({ target }) => form.change('name', target.value)}
        />
      </Field>
      <Field label="Query" help="The tickets of the view, for example status<solved tag:refund" {...fault('query')}>
        <Input
          name="query"
          className="font-mono"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={queryLimits.characters}
          value={query}
          onText={(text) => form.change('query', text)}
        />
      </Field>
      <RadioGroup
        label="Who sees it"
        name="visibility"
        options={visibilities.filter(({ value }) => value !== 'team' || isForTeams || known?.length)}
        value={visibility}
        onChange={(chosen) => form.change('visibility', chosen)}
      />
      {isForTeams && (
        <TeamChoices
          known={known ?? []}
          chosen={teams}
          error={problem?.fields?.teams}
          onChange={(ids) => form.change('teams', ids)}
        />
      )}
      <ViewPreview query={query} />
    </DialogForm>
  )
}

const visibilities = [
  { value: 'me', label: 'Only me' },
  { value: 'team', label: 'Some teams', description: 'Their members and admins see the view.' },
  { value: 'everyone', label: 'Everyone in the team', description: 'You and admins can change the view.' },
] as const

const valuesOf = ({ name, query, visibility, teams }: SavedView | NewView) => ({ name, query, visibility, teams })

async function readValues(view: SavedView | NewView) {
  if (!isSaved(view)) return undefined
  const { answer } = await ask<typeof showTicketView>('GET', '/api/v1/views/:id', { params: { id: view.id } })
  return answer && valuesOf(answer)
}
