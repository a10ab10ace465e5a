import { useFetcher } from 'react-router'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

type Props = { name: string; address: string; isAdmin: boolean }

export function SupportName({ name, address, isAdmin }: Props) {
  const fetcher = useFetcher<{ problem: string | null }>()
  const isBusy = fetcher.state !== 'idle'
  const isSaved = !isBusy && fetcher.data?.problem === null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {isAdmin ? (
        <fetcher.Form method="post" className="flex flex-wrap items-start gap-x-2 gap-y-3">
          <Field
            label="Sender of your answers"
            error={fetcher.data?.problem}
            valid={isSaved && 'Saved'}
            className="w-72 max-w-full"
          >
            <Input name="supportName" defaultValue={name} maxLength={120} autoComplete="off" />
          </Field>
          <Button type="submit" size="md" className="sm:mt-6.5" busy={isBusy}>
            Use this name
          </Button>
        </fetcher.Form>
      ) : (
        <p>
          Answers are sent as “your name via <b className="font-[550]">{name}</b>”.
        </p>
      )}
      <div>
        <p className="text-ink-3">Customers write to</p>
        <p className="flex items-center gap-1">
          <b className="min-w-0 font-[550] wrap-anywhere">{address}</b>
          <CopyButton text={address} label="Copy the address" />
        </p>
      </div>
    </div>
  )
}
