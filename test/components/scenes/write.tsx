import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import type { changeMedia } from '#contract/content/media.ts'
import type { changeTickets, undoTicketChange } from '#contract/tickets/changes.ts'
import type { changeMember, invite } from '#contract/workspace/team.ts'
import {
  type FieldServices,
  FieldServicesContext,
  type Lead,
  type MediaWords,
} from '#web/fields/form/field-services.tsx'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { MediaCard } from '#web/fields/leads/media-card.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { OfflineNotice } from '#web/shell/notices/offline-notice.tsx'
import { InviteDialog } from '#web/team/invite-dialog.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Switch } from '#web/ui/form/switch.tsx'

/** A form as those of the product: it waits for the connection, and what is refused stands at its field. */
function WriteFormScene() {
  const { write, isPending, problem } = useWrite(
    (email: string) =>
      ask<typeof invite>('POST', '/api/v1/invitations', { body: { email, role: 'TeamUser' }, waits: true }),
    { done: ({ email }) => `${email} is invited` },
  )

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    write(String(new FormData(event.currentTarget).get('email')))
  }

  return (
    <form onSubmit={submit} noValidate>
      <OfflineNotice />
      <Field label="E-mail" error={problem && (problem.fields?.email ?? problem.detail)}>
        <Input name="email" />
      </Field>
      <Button type="submit" busy={isPending}>
        Invite
      </Button>
    </form>
  )
}

const id = '0f8fad5b-d9cb-469f-a165-70867728950e'

/** Something that shows at once, however often it is changed meanwhile. */
function WriteSwitchScene() {
  const [saved, setSaved] = useState(false)
  const { write, underWay } = useWrite(
    (isHrAdmin: boolean) =>
      ask<typeof changeMember>('PATCH', '/api/v1/members/:id', { params: { id }, body: { isHrAdmin } }),
    { inTurn: true, tellsProblem: true, changesFrame: true, onAnswer: ({ isHrAdmin }) => setSaved(isHrAdmin) },
  )
  return <Switch label="HR admin" checked={underWay.at(-1) ?? saved} onChange={write} />
}

function WriteUndoScene() {
  const { write } = useWrite(
    () => ask<typeof changeTickets>('POST', '/api/v1/ticket-changes', { body: { ids: [id], changes: { spam: true } } }),
    {
      done: () => 'Marked as spam',
      undo: async (change) => {
        const { problem, answer } = await ask<typeof undoTicketChange>('DELETE', '/api/v1/ticket-changes/:id', {
          params: { id: change.id },
        })
        return { problem, note: answer?.results[0]?.left && 'Changed meanwhile' }
      },
    },
  )
  return <Button onClick={() => write()}>Spam</Button>
}

/** What was to be seen, one after the other: how often the page was read, and whether a write is under way. */
function WriteShownScene() {
  const loads = useLoaderData<number>()
  const { write, isPending } = useWrite(() =>
    ask<typeof changeMember>('PATCH', '/api/v1/members/:id', { params: { id }, body: { isHrAdmin: true } }),
  )
  const seen = useRef<HTMLOutputElement>(null)
  const shown = isPending ? `${loads}+` : `${loads}`
  useLayoutEffect(() => {
    seen.current?.append(` ${shown}`)
  }, [shown])
  return (
    <>
      <Button onClick={() => write()}>Make HR admin</Button>
      <output aria-label="Seen" ref={seen} />
    </>
  )
}

function InviteScene() {
  const [isOpen, setOpen] = useState(true)
  return <InviteDialog open={isOpen} onClose={() => setOpen(false)} workspaceName="Acme" />
}

const picture = {
  id,
  kind: 'media',
  title: 'Bakery',
  model: null,
  status: null,
  picture: null,
  file: { kind: 'image', name: 'bakery.png', width: 4, height: 3, bytes: 70, alt: {}, focus: null },
} as unknown as Lead

const services = {
  language: 'en',
  leadOf: () => picture,
  changeMedia: async (_: Lead, body: MediaWords) =>
    (await ask<typeof changeMedia>('PATCH', '/api/v1/media/:id', { params: { id }, body })).problem?.detail ?? null,
} as unknown as FieldServices

/** Words that are kept while somebody writes them. */
const AltScene = () => (
  <FieldServicesContext value={services}>
    <MediaCard id={id} field={{ kind: 'media' } as FieldOf<'media'>} disabled={false} onReplace={() => {}} />
  </FieldServicesContext>
)

export const write = {
  alt: AltScene,
  invite: InviteScene,
  'write-form': WriteFormScene,
  'write-switch': WriteSwitchScene,
  'write-undo': WriteUndoScene,
  'write-shown': WriteShownScene,
}
