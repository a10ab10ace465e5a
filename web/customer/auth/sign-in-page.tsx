import type { ReactNode } from 'react'
import { useSite } from '#web/lib/use-site.ts'
import { AuthTitle } from '#web/shell/sign-in/auth-title.tsx'
import { WorkspaceBadge } from '#web/shell/sign-in/workspace-badge.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'

type Props = {
  workspace: { name: string; domain: string; logoUrl: string | null }
  leaves: string | null
  title: string
  lead: string
  action?: ReactNode
  children: ReactNode
}

export function SignInPage({ workspace, leaves, title, lead, action, children }: Props) {
  const { rootDomain } = useSite()
  return (
    <>
      <WorkspaceBadge workspace={workspace} action={action} />
      <AuthTitle title={title}>{lead}</AuthTitle>
      {leaves && (
        <Banner tone="info" className="mb-5">
          {`If you sign in here, this browser is signed out of ${leaves}.${rootDomain}.`}
        </Banner>
      )}
      {children}
    </>
  )
}
