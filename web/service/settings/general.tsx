import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { changeWorkspace, showWorkspace } from '#contract/workspaces.ts'
import { api } from '#web/lib/api.ts'
import { listTimeZones } from '#web/lib/time-zones.ts'
import { UnsavedChanges } from '#web/lib/unsaved-changes.tsx'
import { requireService } from '#web/service/require-service.ts'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { useToast } from '#web/ui/notice/toast.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm } from '#web/ui/page/settings-section.tsx'
import type { Route } from './+types/general.ts'
import { Appearance } from './appearance.tsx'
import { Answers, Lifecycle, Times } from './general-sections.tsx'
import { type Changes, faultsIn, isSameValue, settingsOf, toBody } from './general-values.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { useChanges } from './use-changes.ts'

export const meta = () => [{ title: 'Settings · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  await requireService(context)
  const timeZones = listTimeZones().map(({ value, label, detail }) => ({ value, label, detail }))
  return { workspace: await context.get(api).call(showWorkspace, {}), timeZones }
}

/** Takes only what was changed, so that two admins do not undo each other. */
export async function action({ context, request }: Route.ActionArgs) {
  const changes = JSON.parse(String((await request.formData()).get('changes'))) as Changes
  const { problem } = await context.get(api).attempt(changeWorkspace, { body: changes })
  return { problem: problem ? { detail: problem.detail, fields: problem.fields ?? {} } : null }
}

export default function General({ loaderData: { workspace, timeZones } }: Route.ComponentProps) {
  const fetcher = useFetcher<typeof action>()
  const form = useChanges(settingsOf(workspace), isSameValue)
  const problem = fetcher.state === 'idle' ? fetcher.data?.problem : null
  const faults: Record<string, string | undefined> = { ...problem?.fields, ...faultsIn(form.changes) }
  useSaved(fetcher, form.discardChanges)

  function save(event: React.FormEvent) {
    event.preventDefault()
    if (form.count === 0 || Object.keys(faultsIn(form.changes)).length > 0) return
    fetcher.submit({ changes: JSON.stringify(toBody(form.changes)) }, { method: 'post' })
  }

  const shared = { values: form.values, change: form.change, faults }
  return (
    <SettingsFrame title="General">
      <form onSubmit={save} noValidate className="flex min-h-0 flex-1 flex-col">
        <ScrollArea>
          <SettingsForm>
            {problem && Object.keys(problem.fields).length === 0 && (
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
        <SaveBar changes={form.count} onDiscard={form.discardChanges} busy={fetcher.state !== 'idle'} />
      </form>
      <UnsavedChanges count={form.count} />
    </SettingsFrame>
  )
}

/** Once the server has taken the changes, what is saved is what is shown. */
function useSaved({ state, data }: { state: string; data?: { problem: unknown } }, discardChanges: () => void) {
  const showToast = useToast()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (state !== 'idle' || !data || data.problem) return
    discardChanges()
    showToast({ text: 'Settings saved' })
  }, [state, data])
}
