import { Pencil, Trash2 } from 'lucide-react'
import type { Ref } from 'react'
import type { ApiKey } from '#contract/workspace/api-keys.ts'
import { Time } from '#web/lib/time/time.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Pill } from '#web/ui/mark/pill.tsx'
import type { ModelChoice } from './key-values.ts'
import { kindNames, reachOf, stateNames, usedToday, wideWords } from './key-values.ts'

type Props = {
  ref: Ref<HTMLUListElement>
  keys: ApiKey[]
  models: ModelChoice[]
  onChange: (key: ApiKey) => void
  onRevoke: (key: ApiKey) => void
}

export const KeyList = ({ ref, keys, models, onChange, onRevoke }: Props) => (
  <ul ref={ref} aria-label="API keys" className="rounded-md border border-line-strong">
    {keys.map((key) => (
      <li key={key.id} className="flex items-start gap-2 border-t border-line py-2.5 pr-1.5 pl-3 first:border-t-0">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium wrap-anywhere">{key.name}</span>
            <Pill tone="grey">{kindNames[key.kind]}</Pill>
            {key.isWide && <Pill tone="amber">Wide</Pill>}
            {key.state !== 'live' && <Pill tone={stateNames[key.state].tone}>{stateNames[key.state].name}</Pill>}
            {key.hint && <code className="text-meta text-ink-3">…{key.hint}</code>}
          </p>
          <p className="text-ink-2 wrap-anywhere">{reachOf(key, models)}</p>
          {key.isWide && !key.revokedAt && <p className="text-meta text-ink-2">{wideWords}</p>}
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
