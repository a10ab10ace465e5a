import type { ReactNode } from 'react'
import { useSite } from '#web/lib/use-site.ts'
import { WorkspaceLogo } from '#web/shell/logo/workspace-logo.tsx'

type Props = { workspace: { name: string; domain: string; logoUrl: string | null }; action?: ReactNode }

export function WorkspaceBadge({ workspace, action }: Props) {
  const { rootDomain } = useSite()
  return (
    <div className="mb-6 flex items-center gap-3">
      <WorkspaceLogo workspace={workspace} size={32} ownMark />
      <div className="min-w-0 flex-1 leading-4">
        <p className="truncate font-semibold">{workspace.name}</p>
        <p className="mt-0.5 truncate text-meta text-ink-3">{`${workspace.domain}.${rootDomain}`}</p>
      </div>
      {action}
    </div>
  )
}
