import { useState } from 'react'
import { type changeWorkspace, showWorkspace } from '#contract/workspaces.ts'
import { api } from '#web/lib/api.ts'
import { listTimeZones } from '#web/lib/time/time-zones.ts'
import { UnsavedChanges } from '#web/lib/unsaved-changes.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useChanges } from '#web/lib/write/use-changes.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { requireService } from '#web/service/require-service.ts'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm } from '#web/ui/page/settings-section.tsx'
import type { Route } from './+types/general.ts'
import { Appearance } from './appearance.tsx'
import { Answers, Lifecycle, Times } from './general-sections.tsx'
import { faultsIn, type GeneralValues, isSameValue, settingsOf, toBody } from './general-values.ts'
import { SettingsFrame } from './settings-frame.tsx'

export const meta = () => [{ title: 'Settings · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  await requireService(context)
  const timeZones = listTimeZones().map(({ value, label, detail }) => ({ value, label, detail }))
  return { workspace: await context.get(api).call(showWorkspace, {}), timeZones }
}

export default function General({ loaderData: { workspace, timeZones } }: Route.ComponentProps) {
  const form = useChanges(settingsOf(workspace), isSameValue)
  // Only what was changed goes, so that two admins do not undo each other.
  const { write, problem, isPending } = useWrite(
    (changes: Partial<GeneralValues>) =>
      ask<typeof changeWorkspace>('PATCH', '/api/v1/workspace', { body: toBody(changes), waits: true }),
    { done: () => 'Settings saved', onDone: (_, changes) => form.settle(changes), changesFrame: true },
  )
  const answered = useFaults(problem?.fields)
  const typed: Record<string, string | undefined> = faultsIn(form.changes)
  // What the server says goes when its field is changed; what can be said here is said while it is typed.
  const fault = (name: string) => ({ ...answered(name), ...(typed[name] && { error: typed[name] }) })

  const [presses, setPresses] = useState(0)
  const element = useFocusOnFault(problem, presses)

  function save(event: React.FormEvent) {
    event.preventDefault()
    setPresses(presses + 1)
    if (form.count === 0 || Object.keys(typed).length > 0) return
    write(form.changes)
  }

  const shared = { values: form.values, change: form.change, fault }
  return (
    <SettingsFrame title="General">
      <form ref={element} onSubmit={save} noValidate className="flex min-h-0 flex-1 flex-col">
        <ScrollArea>
          <SettingsForm>
            {problem && !problem.fields && (
              <Banner tone="danger" className="mt-4">
                {problem.detail}
              </Banner>
            )}
            <Appearance {...shared} />
            <Answers {...shared} supportAddress={workspace.supportAddress} />
            <Lifecycle {...shared} />
            <Times {...shared} timeZones={timeZones} />
          </SettingsForm>
        </ScrollArea>
        <SaveBar changes={form.count} onDiscard={form.discardChanges} busy={isPending} />
      </form>
      <UnsavedChanges count={form.count} />
    </SettingsFrame>
  )
}
