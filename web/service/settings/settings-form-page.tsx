import type { FormEvent, ReactNode, Ref } from 'react'
import type { Problem } from '#contract/refusals.ts'
import { UnsavedChanges } from '#web/lib/unsaved-changes.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm } from '#web/ui/page/settings-section.tsx'
import { SettingsFrame } from './settings-frame.tsx'

type Props = {
  title: string
  form: { count: number; discardChanges: () => void }
  problem: Problem | undefined
  isPending: boolean
  formRef: Ref<HTMLFormElement>
  onSubmit: (event: FormEvent) => void
  children: ReactNode
}

export const SettingsFormPage = ({ title, form, problem, isPending, formRef, onSubmit, children }: Props) => (
  <SettingsFrame title={title}>
    <form ref={formRef} onSubmit={onSubmit} noValidate className="flex min-h-0 flex-1 flex-col">
      <ScrollArea>
        <SettingsForm>
          {problem && (!problem.fields || problem.code === 'conflict') && (
            <Banner tone="danger" className="mt-4">
              {problem.detail}
            </Banner>
          )}
          {children}
        </SettingsForm>
      </ScrollArea>
      <SaveBar changes={form.count} onDiscard={form.discardChanges} busy={isPending} />
    </form>
    <UnsavedChanges count={form.count} />
  </SettingsFrame>
)
