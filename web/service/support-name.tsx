import { useFetcher } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

type Props = { name: string; address: string; isAdmin: boolean }

export function SupportName({ name, address, isAdmin }: Props) {
  const fetcher = useFetcher<{ problem: string | null }>()
  const isBusy = fetcher.state !== 'idle'
  const isSaved = !isBusy && fetcher.data?.problem === null
  return (
    <div className="grid gap-4">
      {isAdmin ? (
        <fetcher.Form method="post" className="flex items-start gap-2">
          <Field
            label="Sender of your answers"
            error={fetcher.data?.problem}
            valid={isSaved && 'Saved'}
            className="w-72"
          >
            <Input name="supportName" defaultValue={name} maxLength={120} autoComplete="off" />
          </Field>
          <Button type="submit" size="md" className="mt-6.5" busy={isBusy}>
            Save name
          </Button>
        </fetcher.Form>
      ) : (
        <p>
          Answers are sent as <b className="font-[550]">{name}</b>.
        </p>
      )}
      <p className="flex items-center gap-1">
        <span className="text-ink-3">Customers write to</span>
        <b className="font-[550] wrap-anywhere">{address}</b>
        <CopyButton text={address} label="Copy the address" />
      </p>
    </div>
  )
}
