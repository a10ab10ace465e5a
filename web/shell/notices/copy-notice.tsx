import type { ReactNode } from 'react'
import { useSite } from '#web/lib/use-site.ts'
import { Banner } from '#web/ui/notice/banner.tsx'

export function CopyNotice({ className, children = null }: { className?: string; children?: ReactNode }) {
  if (!useSite().isCopy) return null
  return (
    <Banner tone="warning" title="This server is a copy. It sends nothing." {...(className ? { className } : {})}>
      {children}
    </Banner>
  )
}
