import { useState } from 'react'
import { mostFilesOfMacro } from '#contract/tickets/macro-values.ts'
import type { changeMacro, createMacro, Macro, showMacro } from '#contract/tickets/macros.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { useAfterUploads } from '#web/lib/uploads/use-after-uploads.ts'
import { useUploads } from '#web/lib/uploads/use-uploads.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { TeamChoices } from '#web/service/tickets/ticket/team-choices.tsx'
import type { Option } from '#web/ui/choice/option.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog, DialogBody } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import { ActionRows } from './action-rows.tsx'
import { InputRows } from './input-rows.tsx'
import { MacroTexts } from './macro-texts.tsx'
import type { MacrosPage } from './macros.tsx'
import { PreviewOnTicket } from './preview-on-ticket.tsx'

export type MacroDraft = Pick<
  Macro,
  'name' | 'visibility' | 'teams' | 'actions' | 'inputs' | 'text' | 'texts' | 'textKind' | 'afterwards'
>

type EditedMacro = MacroDraft & Pick<Macro, 'attachments'>

type Props = { macroId: string | null; page: MacrosPage; onClose: () => void }

/** Creates a macro, or changes one. */
export function MacroDialog({ macroId, page, onClose }: Props) {
  const { answer, problem } = useAnswer(macroId ?? '', async (signal) =>
    macroId === null
      ? { answer: emptyMacro }
      : ask<typeof showMacro>('GET', '/api/v1/macros/:id', { params: { id: macroId }, signal }),
  )
  return (
    <Dialog open onClose={onClose} title={macroId === null ? 'New macro' : 'Edit macro'} size="lg">
      {answer ? (
        <MacroForm macroId={macroId} macro={answer} page={page} onClose={onClose} />
      ) : (
        <DialogBody>
          {problem ? <Banner tone="danger">{problem}</Banner> : <p className="min-h-40">Loading</p>}
        </DialogBody>
      )}
    </Dialog>
  )
}

const emptyMacro: EditedMacro = {
  ...{ name: '', visibility: 'me', teams: [], attachments: [], actions: [], inputs: [], text: '', texts: {} },
  ...{ textKind: 'reply', afterwards: 'stay' },
}

const draftOf = ({
  name,
  visibility,
  teams,
  actions,
  inputs,
  text,
  texts,
  textKind,
  afterwards,
}: MacroDraft): MacroDraft => ({
  ...{ name, visibility, teams, actions, inputs, text, texts, textKind, afterwards },
})

function MacroForm({ macroId, macro, page, onClose }: Props & { macro: EditedMacro }) {
  const [base] = useState(() => draftOf(macro))
  const [draft, setDraft] = useState(base)
  const files = useUploads(macro.attachments, { most: mostFilesOfMacro, of: 'A macro' })
  const attachments = files.uploads.flatMap(({ id, name, mime, bytes }) => (id ? [{ id, name, mime, bytes }] : []))
  const { write, problem, isPending } = useWrite(
    () => save(macroId, bodyOf(base, macro.attachments), bodyOf(draft, attachments)),
    {
      done: () => (macroId === null ? 'Macro added' : 'Macro changed'),
      onAnswer: onClose,
    },
  )
  const { isWaiting, sendWhenThere } = useAfterUploads(files, () => write())
  const fault = useFaults(problem?.fields)
  const form = useFocusOnFault(problem?.fields)
  const set = (changes: Partial<MacroDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const isShown =
    !problem?.fields || problem.code === 'conflict' || Boolean(problem.fields.inputs ?? problem.fields.attachments)
  return (
    <DialogForm
      ref={form}
      label={macroId === null ? 'Add macro' : 'Save macro'}
      busy={isPending || isWaiting}
      onClose={onClose}
      onSubmit={() => sendWhenThere()}
    >
      {problem && isShown && <Banner tone="danger">{problem.detail}</Banner>}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_264px]">
        <div className="grid min-w-0 content-start gap-5">
          <Field label="Name" help="“Folder / Name” puts it into a folder" {...fault('name')}>
            <Input
              name="name"
              autoFocus
              value={draft.name}
              maxLength={80}
              autoComplete="off"
              onText={(name) => set({ name })}
            />
          </Field>
          {page.viewer.isAdmin && (
            <RadioGroup
              label="Who can apply it"
              name="visibility"
              layout="inline"
              options={visibilities.filter(
                ({ value }) => value !== 'teams' || draft.visibility === 'teams' || page.teams.length > 0,
              )}
              value={draft.visibility}
              onChange={(visibility) => set({ visibility })}
            />
          )}
          {draft.visibility === 'teams' && (
            <TeamChoices
              known={page.teams}
              chosen={draft.teams}
              error={problem?.fields?.teams}
              onChange={(teams) => set({ teams })}
            />
          )}
          <MacroTexts draft={draft} files={files} page={page} fault={fault} onChange={set} />
          <ActionRows
            actions={draft.actions}
            page={page}
            fault={fault('actions')}
            onChange={(actions) => set({ actions })}
          />
          <InputRows inputs={draft.inputs} fault={fault('inputs')} onChange={(inputs) => set({ inputs })} />
          <Field label="Afterwards">
            <Select
              options={afterwardsOptions}
              value={draft.afterwards}
              onChange={(afterwards) => set({ afterwards })}
            />
          </Field>
        </div>
        <PreviewOnTicket draft={draft} attachments={attachments} page={page} />
      </div>
    </DialogForm>
  )
}

const visibilities: Option<MacroDraft['visibility']>[] = [
  { value: 'me', label: 'Only me' },
  { value: 'teams', label: 'Some teams' },
  { value: 'everyone', label: 'Everyone in the team' },
]

const afterwardsOptions: Option<MacroDraft['afterwards']>[] = [
  { value: 'stay', label: 'Stay on the ticket' },
  { value: 'next', label: 'Open the next ticket' },
  { value: 'list', label: 'Go back to the list' },
]

const bodyOf = (draft: MacroDraft, attachments: { id: string }[]) => ({
  ...draft,
  teams: draft.visibility === 'teams' ? draft.teams : [],
  attachments: attachments.map(({ id }) => id),
})
type MacroBody = ReturnType<typeof bodyOf>

function save(macroId: string | null, base: MacroBody, draft: MacroBody) {
  if (macroId === null) return ask<typeof createMacro>('POST', '/api/v1/macros', { body: draft })
  return ask<typeof changeMacro>('PATCH', '/api/v1/macros/:id', { params: { id: macroId }, body: { ...draft, base } })
}
