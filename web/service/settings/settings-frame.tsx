import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ProductVersion } from '#web/shell/product-version.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { Split, SplitMain } from '#web/ui/page/split.tsx'
import { TitleMenu } from '#web/ui/page/title-menu.tsx'
import { ViewColumn, ViewGroup, ViewLink } from '#web/ui/page/view-column.tsx'

const ofKnowledgeBase = '/service/settings/knowledge-base'
const groups = [
  {
    label: 'Support',
    sections: [
      { href: '/service/settings', name: 'General' },
      { href: '/service/settings/teams', name: 'Teams' },
      { href: '/service/settings/statuses', name: 'Statuses' },
      { href: '/service/settings/ticket-fields', name: 'Ticket fields' },
      { href: '/service/settings/customer-fields', name: 'Customer fields' },
      { href: '/service/settings/company-fields', name: 'Company fields' },
      { href: '/service/settings/forms', name: 'Forms' },
      { href: '/service/settings/tags', name: 'Tags' },
      { href: '/service/settings/views', name: 'Views' },
      { href: '/service/macros', name: 'Macros' },
    ],
  },
  {
    label: 'Help centre',
    sections: [
      { href: ofKnowledgeBase, name: 'Knowledge base' },
      { href: `${ofKnowledgeBase}/synonyms`, name: 'Synonyms' },
      { href: `${ofKnowledgeBase}/redirects`, name: 'Redirects' },
      { href: `${ofKnowledgeBase}/searches`, name: 'Searches' },
    ],
  },
  { label: 'Developers', sections: [{ href: '/service/settings/api-keys', name: 'API keys' }] },
]

export function SettingsFrame({ title, children }: { title: string; children: ReactNode }) {
  const { pathname } = useLocation()
  const items = groups
    .flatMap(({ sections }) => sections)
    .map(({ href, name }) => ({ label: name, href, current: href === pathname }))
  return (
    <Split>
      <ViewColumn label="Settings">
        {groups.map(({ label, sections }) => (
          <ViewGroup key={label} label={label}>
            {sections.map(({ href, name }) => (
              <ViewLink key={href} href={href} current={href === pathname}>
                {name}
              </ViewLink>
            ))}
          </ViewGroup>
        ))}
        <ProductVersion />
      </ViewColumn>
      <SplitMain>
        <PageBar title={<TitleMenu title={title} label="Settings" groups={[{ items }]} />} />
        {children}
      </SplitMain>
    </Split>
  )
}
