import { useEffect, useRef, useState } from 'react'
import { isEmailAddress } from '#contract/email-address.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { Field } from '#web/ui/form/field.tsx'
import { TokenInput } from '#web/ui/form/token-input.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'
import type { ComposerState } from './use-composer.ts'

type Props = { ticket: Ticket; composer: ComposerState; panelId: string }

const kinds = [
  { value: 'reply' as const, label: 'Reply' },
  { value: 'note' as const, label: 'Note' },
  { value: 'forward' as const, label: 'Forward' },
]

export function ComposerTop({ ticket: { requester, cc: copied }, composer, panelId }: Props) {
  const { kind, setKind, cc, setCc, forwarding } = composer
  function choose(wanted: (typeof kinds)[number]['value']) {
    if (wanted === 'forward') return void forwarding.goOn()
    if (forwarding.current) forwarding.close()
    setKind(wanted)
  }
  const addresses = cc ?? copied.map(({ email }) => shownAddress(email))
  return (
    <>
      <Tabs
        label="Kind of message"
        items={kinds}
        value={forwarding.current ? 'forward' : kind}
        onChange={choose}
        panelId={panelId}
      />
      {forwarding.current ? (
        <span className="ml-auto truncate text-meta text-ink-3">The customer does not see it</span>
      ) : kind === 'note' ? (
        <span className="ml-auto truncate text-meta text-note-ink">Visible to the team only</span>
      ) : (
        <>
          <span className="ml-auto truncate text-meta text-ink-3">
            To {requester.name ? `${requester.name} <${shownAddress(requester.email)}>` : shownAddress(requester.email)}
          </span>
          <Popover
            label="CC"
            align="end"
            className="w-90 max-w-[calc(100vw-2rem)] p-3"
            button={
              <button
                type="button"
                title={addresses.join(', ') || undefined}
                className="touch-area shrink-0 rounded-xs text-meta font-medium text-accent-ink hover:underline"
              >
                {addresses.length > 0 ? `CC ${addresses.length}` : 'CC'}
              </button>
            }
          >
            {() => <CopyField addresses={addresses} onCc={setCc} />}
          </Popover>
        </>
      )}
    </>
  )
}

function CopyField({ addresses, onCc }: { addresses: string[]; onCc: (addresses: string[]) => void }) {
  const [atFirst] = useState(addresses)
  const wrong = addresses.filter((address) => !isEmailAddress(address))
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Focuses the input. Without this, the popover would focus its first button, which removes an address.
    const frame = requestAnimationFrame(() =>
      field.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div ref={field}>
      <Field
        label="CC"
        help="CC of this reply and of later replies"
        error={wrong.map((address) => `“${address}” is no e-mail address.`).join(' ')}
      >
        <TokenInput
          name="cc"
          placeholder="name@company.com"
          defaultTokens={atFirst}
          isValid={isEmailAddress}
          onChange={onCc}
        />
      </Field>
    </div>
  )
}
