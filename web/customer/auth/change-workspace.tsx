import { useState } from 'react'
import { useSite } from '#web/lib/use-site.ts'
import { PostForm, useIsPosting } from '#web/lib/write/post-form.tsx'
import { useFault } from '#web/lib/write/use-faults.ts'
import { AuthTitle } from '#web/shell/sign-in/auth-title.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { FoundWorkspace } from './find-workspace.ts'

export function ChangeWorkspace({ answer }: { answer?: FoundWorkspace }) {
  const { rootDomain } = useSite()
  const fault = useFault(answer, answer?.error)
  const [changed, setChanged] = useState<FoundWorkspace>()
  const found = answer !== changed && answer?.found
  const isFinding = useIsPosting()
  return (
    <>
      <AuthTitle title="Which workspace?">{`In links from the company, its address is the part before .${rootDomain}.`}</AuthTitle>
      <PostForm answer={answer}>
        <Field
          label="Workspace address"
          {...fault}
          onChanged={() => {
            fault.onChanged()
            setChanged(answer)
          }}
          className="min-h-23"
        >
          <Input
            name="workspace"
            size="lg"
            required
            autoFocus
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            suffix={`.${rootDomain}`}
            defaultValue={answer?.typed}
          />
        </Field>
        {found ? (
          <Button variant="primary" size="lg" fullWidth href={found.href}>
            {`Go to ${found.name}`}
          </Button>
        ) : (
          <Button type="submit" variant="primary" size="lg" fullWidth keys="enter" busy={isFinding}>
            Find workspace
          </Button>
        )}
      </PostForm>
      <p className="mt-5 text-meta text-ink-3">
        <TextLink href="/customer/auth/login" underline>
          Back to sign-in
        </TextLink>
      </p>
    </>
  )
}
