import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import type { MadeKey } from './create-key-form.tsx'

/** The secret of a new key, until the person confirms that they copied it. */
export function MadeKeyBox({ made: { name, secret }, onDone }: { made: MadeKey; onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <div className="grid gap-4">
      <Banner tone="warning" title={`Key “${name}” created`}>
        Copy the secret now and store it safely. It is not shown again.
      </Banner>
      <Field label="Secret" help="Send it in the header Authorization: Bearer">
        <Input
          ref={field}
          readOnly
          value={secret}
          spellCheck={false}
          autoComplete="off"
          className="font-mono"
          suffix={<CopyButton text={secret} label="Copy secret" />}
        />
      </Field>
      <p>
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </p>
    </div>
  )
}
