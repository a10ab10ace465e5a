import { useSite } from '#web/lib/use-site.ts'

/** The URLs of the new workspace. */
export function WorkspaceAddresses({ domain }: { domain: string }) {
  const { rootDomain } = useSite()
  const host = `${domain.trim().toLowerCase() || 'your-domain'}.${rootDomain}`
  const addresses = [
    { label: 'Your team', path: '' },
    { label: 'Customer area', path: '/customer/dashboard' },
    { label: 'Help centre', path: '/knowledgebase' },
  ]
  return (
    <dl className="grid grid-cols-[92px_minmax(0,1fr)] gap-y-1 rounded-sm bg-sunken px-3.5 py-3 text-meta/4.5">
      {addresses.map(({ label, path }) => (
        <div key={label} className="contents">
          <dt className="text-ink-3">{label}</dt>
          <dd className="wrap-anywhere">
            {host}
            <wbr />
            {path}
          </dd>
        </div>
      ))}
    </dl>
  )
}
