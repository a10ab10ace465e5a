import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { Split, SplitMain } from '#web/ui/page/split.tsx'
import { ViewColumn, ViewGroup, ViewLink } from '#web/ui/page/view-column.tsx'

const sections = [{ href: '/service/settings', name: 'General' }]

/** The list of sections beside the one that is open. */
export function SettingsFrame({ title, children }: { title: string; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <Split>
      <ViewColumn label="Settings">
        <ViewGroup label="Support">
          {sections.map(({ href, name }) => (
            <ViewLink key={href} href={href} current={href === pathname}>
              {name}
            </ViewLink>
          ))}
        </ViewGroup>
      </ViewColumn>
      <SplitMain>
        <PageBar title={title} />
        {children}
      </SplitMain>
    </Split>
  )
}
