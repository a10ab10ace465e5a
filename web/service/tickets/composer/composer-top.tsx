import { plural } from '#web/lib/format.ts'
import type { Ticket } from '#web/service/tickets/types.ts'
import { Field } from '#web/ui/field.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TokenInput } from '#web/ui/token-input.tsx'
import { isEmailAddress } from './is-email-address.ts'
import type { DraftBody } from './use-draft.ts'

type Props = {
  ticket: Ticket
  kind: DraftBody['kind']
  onKind: (kind: DraftBody['kind']) => void
  /** Undefined while the people in copy stay as they are. */
  cc: string[] | undefined
  onCc: (addresses: string[]) => void
  panelId: string
}

const kinds = [
  { value: 'reply' as const, label: 'Reply' },
  { value: 'note' as const, label: 'Note' },
]

/** Whom the text is for. */
export function ComposerTop({ ticket: { requester, cc: copied }, kind, onKind, cc, onCc, panelId }: Props) {
  const addresses = cc ?? copied.map(({ email }) => email)
  return (
    <>
      <Tabs label="Kind of message" items={kinds} value={kind} onChange={onKind} panelId={panelId} />
      {kind === 'note' ? (
        <span className="ml-auto truncate text-meta text-note-ink">Only the team can see it</span>
      ) : (
        <>
          <span className="ml-auto truncate text-meta text-ink-3">
            To {requester.name ? `${requester.name} <${requester.email}>` : requester.email}
          </span>
          <Popover
            label="People in copy"
            align="end"
            className="w-90 max-w-[calc(100vw-2rem)] p-3"
            button={
              <button
                type="button"
                title={addresses.join(', ') || undefined}
                className="touch-area shrink-0 rounded-xs text-meta font-medium text-accent-ink hover:underline"
              >
                {addresses.length > 0 ? `Cc ${addresses.length}` : 'Cc'}
              </button>
            }
          >
            {() => (
              <Field
                label="Cc"
                help={`${plural(addresses.length, 'person', 'people')} in copy of this answer and those that follow`}
              >
                <TokenInput
                  name="cc"
                  placeholder="name@company.com"
                  defaultTokens={addresses}
                  isValid={isEmailAddress}
                  onChange={onCc}
                />
              </Field>
            )}
          </Popover>
        </>
      )}
    </>
  )
}
