import { KeyRound, Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ApiKey, createApiKey, revokeApiKey } from '#contract/workspace/api-keys.ts'
import { UncountedPager } from '#web/lib/list/cursor-pager.tsx'
import { Time } from '#web/lib/time/time.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { LinkSegments } from '#web/ui/choice/segments.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Pill } from '#web/ui/mark/pill.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { useLast } from '#web/ui/overlay/use-last.ts'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import { ChangeKeyDialog } from './change-key-dialog.tsx'
import { KeyFields, ModelFields } from './key-fields.tsx'
import {
  emptyValues,
  faultsIn,
  isOfContent,
  type KeyValues,
  type Kind,
  kindChoices,
  kindNames,
  type ModelChoice,
  oldScopesWarning,
  reachOf,
  sentOf,
  stateNames,
  usedToday,
} from './key-values.ts'
import { type KeysQuery, keysHref } from './keys-query.ts'
import { ScopeFields } from './scope-fields.tsx'

type Props = {
  path: string
  query: KeysQuery
  keys: { items: ApiKey[]; next: string | null }
  models?: ModelChoice[]
}

export function ApiKeys({ path, query, keys, models = [] }: Props) {
  const { items } = keys
  const hrefOf = (changed: Partial<KeysQuery>) => keysHref(path, { ...query, cursor: null, ...changed })
  return (
    <SettingsForm>
      <SettingsSection
        title="Create an API key"
        description="Programs use an API key to call the API. Delivery and preview keys belong to the workspace. A management key acts in your name."
      >
        <Creating models={models} />
      </SettingsSection>
      <SettingsSection title="API keys" description="At most 50, newest first. Revoked keys are shown for 90 days.">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <LinkSegments
            label="State"
            items={[
              { href: hrefOf({ revoked: false }), label: 'In use', current: !query.revoked },
              { href: hrefOf({ revoked: true }), label: 'Revoked', current: query.revoked },
            ]}
          />
          <UncountedPager list={keys} cursor={query.cursor} hrefOf={(cursor) => hrefOf({ cursor })} />
        </div>
        <Keys keys={items} models={models} />
        {items.length === 0 && (
          <EmptyState icon={KeyRound} title={query.revoked ? 'No revoked keys' : 'No API keys yet'}>
            {query.revoked
              ? 'Revoked keys are shown here for 90 days.'
              : 'Create one for a site that shows your content, or a program that creates tickets.'}
          </EmptyState>
        )}
      </SettingsSection>
    </SettingsForm>
  )
}

function Creating({ models }: { models: ModelChoice[] }) {
  const [made, setMade] = useState<MadeKey>()
  const place = useRef<HTMLDivElement>(null)

  function begin() {
    flushSync(() => setMade(undefined))
    place.current?.querySelector<HTMLElement>('[name=name]')?.focus()
  }

  return (
    <div ref={place}>
      {made ? <MadeKeyBox made={made} onDone={begin} /> : <CreateKeyForm models={models} onMade={setMade} />}
    </div>
  )
}

function Keys({ keys, models }: { keys: ApiKey[]; models: ModelChoice[] }) {
  const list = useRef<HTMLUListElement>(null)
  const [changed, setChanged] = useState<ApiKey>()
  const [asked, setAsked] = useState<ApiKey>()
  const { write } = useWrite(
    ({ id }: ApiKey) => ask<typeof revokeApiKey>('DELETE', '/api/v1/api-keys/:id', { params: { id } }),
    { inTurn: true, done: (_, { name }) => `${name} revoked`, tellsProblem: true },
  )

  async function revoke(key: ApiKey) {
    const at = keys.indexOf(key)
    setAsked(undefined)
    if (!(await write(key))) return
    const left = list.current?.querySelectorAll<HTMLElement>('[data-revoke]') ?? []
    const following = left[Math.min(at, left.length - 1)] ?? document.querySelector<HTMLElement>('[name=name]')
    following?.focus()
  }

  return (
    <>
      {keys.length > 0 && <KeyList ref={list} keys={keys} models={models} onChange={setChanged} onRevoke={setAsked} />}
      <ChangeKeyDialog changed={changed} models={models} onClose={() => setChanged(undefined)} />
      <RevokeQuestion asked={asked} onConfirm={revoke} onClose={() => setAsked(undefined)} />
    </>
  )
}

function MadeKeyBox({ made: { name, secret }, onDone }: { made: MadeKey; onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <div className="grid gap-4">
      <Banner tone="warning" title={`Key “${name}” created`}>
        Copy the secret now and store it safely. It is not shown again.
      </Banner>
      <Field label="Secret" help="Send this header with each call: Authorization: Bearer <secret>">
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

type RevokeQuestionProps = { asked: ApiKey | undefined; onConfirm: (key: ApiKey) => void; onClose: () => void }

function RevokeQuestion({ asked, onConfirm, onClose }: RevokeQuestionProps) {
  const key = useLast(asked)
  if (!key) return null
  return (
    <ConfirmDialog
      open={Boolean(asked)}
      onClose={onClose}
      title={`Revoke ${key.name}?`}
      confirmLabel="Revoke API key"
      onConfirm={() => onConfirm(key)}
    >
      Programs that use this key lose access at once. This cannot be undone.
    </ConfirmDialog>
  )
}

type MadeKey = { name: string; secret: string }

const createKey = ({ kind, ...values }: KeyValues & { kind: Kind }) =>
  ask<typeof createApiKey>('POST', '/api/v1/api-keys', { body: sentOf(values, kind) })

function CreateKeyForm({ models, onMade }: { models: ModelChoice[]; onMade: (made: MadeKey) => void }) {
  const [values, setValues] = useState(emptyValues)
  const [kind, setKind] = useState<Kind>('delivery')
  const [missing, setMissing] = useState<Record<string, string>>()
  const { write, problem, isPending } = useWrite(createKey, { onAnswer: onMade })
  const faults = missing ?? problem?.fields
  const fault = useFaults(faults)
  const form = useFocusOnFault(faults)

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = faultsIn(values, kind)
    setMissing(found)
    if (!found) write({ ...values, kind })
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      {problem && !missing && !problem.fields && <Banner tone="danger">{problem.detail}</Banner>}
      <KeyFields {...{ values, fault }} onChange={setValues} />
      <RadioGroup label="Kind" name="kind" options={kindChoices} value={kind} onChange={setKind} />
      {kind === 'management' && (
        <ScopeFields
          scopes={values.scopes}
          onChange={(scopes) => setValues({ ...values, scopes })}
          fault={fault('scopes')}
        />
      )}
      {models.length > 0 && isOfContent(kind, values.scopes) && (
        <ModelFields {...{ values, fault, models }} onChange={setValues} />
      )}
      <p>
        <Button type="submit" variant="primary" busy={isPending}>
          Create API key
        </Button>
      </p>
    </form>
  )
}

type KeyListProps = {
  ref: Ref<HTMLUListElement>
  keys: ApiKey[]
  models: ModelChoice[]
  onChange: (key: ApiKey) => void
  onRevoke: (key: ApiKey) => void
}

const KeyList = ({ ref, keys, models, onChange, onRevoke }: KeyListProps) => (
  <ul ref={ref} aria-label="API keys" className="rounded-md border border-line-strong">
    {keys.map((key) => (
      <li key={key.id} className="flex items-start gap-2 border-t border-line py-2.5 pr-1.5 pl-3 first:border-t-0">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium wrap-anywhere">{key.name}</span>
            <Pill tone="grey">{kindNames[key.kind]}</Pill>
            {key.isWide && <Pill tone="amber">Broad access</Pill>}
            {key.state !== 'live' && <Pill tone={stateNames[key.state].tone}>{stateNames[key.state].name}</Pill>}
            {key.hint && <code className="text-meta text-ink-3">…{key.hint}</code>}
          </p>
          <p className="text-ink-2 wrap-anywhere">{reachOf(key, models)}</p>
          {key.isWide && !key.revokedAt && <p className="text-meta text-ink-2">{oldScopesWarning}</p>}
          <p className="text-meta text-ink-3">{key.revokedAt ? <Revoked {...key} /> : <Use {...key} />}</p>
        </div>
        {!key.revokedAt && (
          <span className="flex shrink-0">
            <IconButton icon={Pencil} label={`Change ${key.name}`} onClick={() => onChange(key)} />
            <IconButton icon={Trash2} label={`Revoke ${key.name}`} data-revoke onClick={() => onRevoke(key)} />
          </span>
        )}
      </li>
    ))}
  </ul>
)

const Use = (key: ApiKey) => (
  <>
    Created <Time at={key.createdAt} /> by <span className="wrap-anywhere">{key.createdBy.name}</span> ·{' '}
    {key.lastUsedAt ? (
      <>
        used <Time at={key.lastUsedAt} />, {usedToday(key)}
      </>
    ) : (
      'not used yet'
    )}{' '}
    ·{' '}
    {key.expiresAt ? (
      <>
        expires <Time at={key.expiresAt} style="full" />
      </>
    ) : (
      'does not expire'
    )}
  </>
)

const Revoked = ({ revokedAt, revokedBy }: ApiKey) => (
  <>
    Revoked <Time at={revokedAt!} />
    {revokedBy && (
      <>
        {' '}
        by <span className="wrap-anywhere">{revokedBy.name}</span>
      </>
    )}
  </>
)
