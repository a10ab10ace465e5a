import { Form, useNavigation } from 'react-router'
import { useSite } from '#web/lib/use-site.ts'
import { useFault } from '#web/lib/write/use-faults.ts'
import { AuthTitle } from '#web/shell/sign-in/auth-title.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { FoundWorkspace } from './find-workspace.ts'

/** For who came to the wrong workspace: leads to the sign-in of another one. */
export function ChangeWorkspace({ answer }: { answer?: FoundWorkspace }) {
  const { rootDomain } = useSite()
  const fault = useFault(answer, answer?.error)
  const isFinding = useNavigation().formMethod === 'POST'
  return (
    <>
      <AuthTitle title="Which workspace?">
        Its name is in the address of the page or mail that brought you here.
      </AuthTitle>
      <Form method="post" noValidate>
        <Field label="Workspace address" {...fault} className="min-h-23">
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
        {answer?.found ? (
          <Button variant="primary" size="lg" fullWidth href={answer.found.href}>
            {`Go to ${answer.found.name}`}
          </Button>
        ) : (
          <Button type="submit" variant="primary" size="lg" fullWidth keys="enter" busy={isFinding}>
            Find workspace
          </Button>
        )}
      </Form>
      <p className="mt-5 text-meta text-ink-3">
        <TextLink href="/customer/auth/login" underline>
          Back to sign-in
        </TextLink>
      </p>
    </>
  )
}
