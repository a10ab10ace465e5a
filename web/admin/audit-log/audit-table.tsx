import { Link } from 'react-router'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { Time } from '#web/lib/time/time.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/list/table.tsx'
import { type AuditView, auditHref } from './audit-query.ts'
import { type AuditEntry, actionNames, detailWords } from './audit-words.ts'

type Props = { entries: AuditEntry[]; view: AuditView }

/** The log, latest first. A person, a key or an IP address links to its other actions. */
export const AuditTable = ({ entries, view }: Props) => (
  <Table label="Audit log">
    <TableHead>
      <HeaderCell className="w-28 max-md:w-22">When</HeaderCell>
      <HeaderCell className="w-1/4 max-md:w-1/3">Who</HeaderCell>
      <HeaderCell>What</HeaderCell>
      <HeaderCell className="w-50 max-lg:hidden">From</HeaderCell>
    </TableHead>
    <TableBody>
      {entries.map((entry) => (
        <Line key={entry.id} entry={entry} hrefOf={(changed) => auditHref({ ...view, cursor: null, ...changed })} />
      ))}
    </TableBody>
  </Table>
)

type LineProps = { entry: AuditEntry; hrefOf: (changed: Partial<AuditView>) => string }

function Line({ entry, hrefOf }: LineProps) {
  const { at, action, actor, key, network, detail } = entry
  const detailed = detailWords(entry)
  const device = typeof detail.device === 'string' ? detail.device : null
  return (
    <TableRow tall>
      <Cell className="text-ink-3">
        <Time at={at} />
      </Cell>
      <Cell className="leading-4">
        <span className="block truncate">
          {actor.id ? (
            <Link to={hrefOf({ actor: actor.id })} className="rounded-xs hover:underline font-[550]">
              {personWords(entry)}
            </Link>
          ) : (
            <span className="text-ink-3">Startup Tools</span>
          )}
        </span>
        <span className="mt-0.5 block truncate text-meta text-ink-3">
          {key ? (
            <Link
              to={hrefOf({ key: key.id })}
              className="rounded-xs hover:underline"
            >{`by the key ${key.name ?? 'that is gone'}`}</Link>
          ) : (
            [actor.type === 'customer' && 'Customer', shownAddress(actor.email ?? '')].filter(Boolean).join(', ')
          )}
        </span>
      </Cell>
      <Cell className="leading-4">
        <span className="block truncate">{actionNames[action]}</span>
        {detailed && (
          <span className="mt-0.5 block truncate text-meta text-ink-3" title={detailed}>
            {detailed}
          </span>
        )}
        {(network || device) && (
          <span className="mt-0.5 block truncate text-meta text-ink-3 lg:hidden">
            {[network, device].filter(Boolean).join(', ')}
          </span>
        )}
      </Cell>
      <Cell className="leading-4 max-lg:hidden">
        {network && (
          <Link to={hrefOf({ network })} className="rounded-xs hover:underline block truncate tabular-nums">
            {network}
          </Link>
        )}
        {device && <span className="mt-0.5 block truncate text-meta text-ink-3">{device}</span>}
      </Cell>
    </TableRow>
  )
}

const personWords = ({ actor: { name, email } }: AuditEntry) => name ?? (shownAddress(email ?? '') || 'Deleted member')
