import { useState } from 'react'
import { isSame } from '#contract/is-same.ts'
import { type changeWorkspace, showWorkspace } from '#contract/workspace/settings.ts'
import { showProfile } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { listTimeZones } from '#web/lib/time/time-zones.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useConflictReload } from '#web/lib/write/use-conflict-reload.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useFormChanges } from '#web/lib/write/use-form-changes.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { requireService } from '#web/service/require-service.ts'
import type { Route } from './+types/general.ts'
import { Answers, Appearance, Lifecycle, Times } from './general-sections.tsx'
import { faultsIn, type GeneralValues, settingsOf, toBody } from './general-values.ts'
import { SettingsFormPage } from './settings-form-page.tsx'

export const meta = () => [{ title: 'Settings · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  await requireService(context)
  const timeZones = listTimeZones().map(({ value, label, detail }) => ({ value, label, detail }))
  const { call } = context.get(api)
  const [workspace, { name, surname, signature }] = await Promise.all([call(showWorkspace, {}), call(showProfile, {})])
  return { workspace, timeZones, signer: { agentName: `${name} ${surname}`.trim(), signature } }
}

async function readSettings() {
  const { answer } = await ask<typeof showWorkspace>('GET', '/api/v1/workspace', {})
  return answer && settingsOf(answer)
}

export default function General({ loaderData: { workspace, timeZones, signer } }: Route.ComponentProps) {
  const form = useFormChanges(settingsOf(workspace), isSame)
  // Sends only the changed values, with their previous values. So two admins who change different values do not
  // overwrite each other.
  const { write, problem, isPending } = useWrite(
    ({ changes, base }: { changes: Partial<GeneralValues>; base: Partial<GeneralValues> }) => {
      const body = { ...toBody(changes), base: toBody(base) }
      return ask<typeof changeWorkspace>('PATCH', '/api/v1/workspace', { body, waits: true })
    },
    {
      done: () => 'Settings saved',
      onDone: (_, { changes }) => form.settle(changes),
      onProblem: useConflictReload(form, readSettings),
      changesFrame: true,
    },
  )
  const answered = useFaults(problem?.fields)
  const typed: Record<string, string | undefined> = faultsIn(form.changes)
  const fault = (name: string) => ({ ...answered(name), ...(typed[name] && { error: typed[name] }) })

  const [presses, setPresses] = useState(0)
  const element = useFocusOnFault(problem, presses)

  function save(event: React.FormEvent) {
    event.preventDefault()
    setPresses(presses + 1)
    if (form.count === 0 || Object.keys(typed).length > 0) return
    write({ changes: form.changes, base: form.base })
  }

  const shared = { values: form.values, change: form.change, fault }
  return (
    <SettingsFormPage title="General" formRef={element} onSubmit={save} {...{ form, problem, isPending }}>
      <Appearance {...shared} />
      <Answers {...shared} supportAddress={workspace.supportAddress} signer={signer} />
      <Lifecycle {...shared} />
      <Times {...shared} timeZones={timeZones} />
    </SettingsFormPage>
  )
}
