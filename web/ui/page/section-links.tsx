import type { ReactNode } from 'react'
import { TitleMenu } from './title-menu.tsx'
import { ViewColumn, ViewGroup, ViewLink } from './view-column.tsx'

export type SectionLink = { label: string; href: string; current: boolean; count?: string | undefined; depth?: number }
export type SectionGroup = { label: string; action?: ReactNode; items: SectionLink[] }

type Props = { label: string; groups: SectionGroup[] }

/** Column of links to parts of a list or of the settings. It is hidden on phones. */
export const SectionColumn = ({ label, groups, children }: Props & { children?: ReactNode }) => (
  <ViewColumn label={label}>
    {groups.map((group) => (
      <ViewGroup key={group.label} label={group.label} action={group.action}>
        {group.items.map(({ label, href, current, count, depth }) => (
          <ViewLink key={`${href} ${label}`} {...{ href, current, count, depth }}>
            {label}
          </ViewLink>
        ))}
      </ViewGroup>
    ))}
    {children}
  </ViewColumn>
)

export const SectionTitle = ({ label, groups, title }: Props & { title: string }) => (
  <TitleMenu
    label={label}
    title={title}
    groups={groups
      .filter(({ items }) => items.length > 0)
      .map((group) => ({
        label: group.label,
        items: group.items.map(({ label, href, current, count }) => ({ label, href, current, detail: count })),
      }))}
  />
)
