import type { Problem } from '#contract/refusals.ts'
import { useSite } from '#web/lib/use-site.ts'
import { PostForm, useIsPosting } from '#web/lib/write/post-form.tsx'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'

export function Welcome({ problem }: { problem?: Problem }) {
  const { workspace } = useSite()
  const fault = useFaults(problem?.fields)
  const isSaving = useIsPosting()
  return (
    <ScrollArea className="px-4 py-8 md:px-5 md:py-16">
      <PostForm answer={problem} className="mx-auto grid max-w-100 gap-4">
        <div>
          <h2 className="mb-1.5 text-head font-semibold">What is your name?</h2>
          <p className="text-body text-ink-2">{`Shown to your team at ${workspace?.name ?? 'work'} and to your customers, next to your messages.`}</p>
        </div>
        <Field label="First name" {...fault('name')}>
          <Input name="name" size="lg" autoComplete="given-name" required autoFocus />
        </Field>
        <Field label="Last name" {...fault('surname')}>
          <Input name="surname" size="lg" autoComplete="family-name" />
        </Field>
        {problem && !problem.fields && <Banner tone="danger">{problem.detail}</Banner>}
        <Button type="submit" variant="primary" size="lg" keys="enter" busy={isSaving}>
          Continue
        </Button>
      </PostForm>
    </ScrollArea>
  )
}
