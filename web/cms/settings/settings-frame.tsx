import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ProductVersion } from '#web/shell/product-version.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { SectionColumn, type SectionGroup, SectionTitle } from '#web/ui/page/section-links.tsx'
import { Split, SplitMain } from '#web/ui/page/split.tsx'

export const modelsPath = '/cms/settings'
export const keysPath = '/cms/settings/keys'
export const modelHref = (key: string) => `/cms/settings/models/${encodeURIComponent(key)}`

export type NamedModel = { id: string; key: string; name: string; kind: 'collection' | 'single' | 'component' }

export const modelLink = ({ id, key, name, kind }: NamedModel): NamedModel => ({ id, key, name, kind })

type Props = { title: string; models: NamedModel[]; actions?: ReactNode; children: ReactNode }

export function SettingsFrame({ title, models, actions, children }: Props) {
  const { pathname } = useLocation()
  const groups = groupsOf(models, pathname)
  return (
    <Split>
      <SectionColumn label="Settings" groups={groups}>
        <ProductVersion />
      </SectionColumn>
      <SplitMain>
        <PageBar title={<SectionTitle label="Settings" title={title} groups={groups} />} actions={actions} />
        {children}
      </SplitMain>
    </Split>
  )
}

function groupsOf(models: NamedModel[], pathname: string): SectionGroup[] {
  const place = (label: string, href: string) => ({ label, href, current: href === pathname })
  const linksTo = (listed: NamedModel[]) => listed.map(({ key, name }) => place(name, modelHref(key)))
  return [
    {
      label: 'Content',
      items: [
        place('Models', modelsPath),
        place('Languages', '/cms/settings/languages'),
        place('API keys', keysPath),
        place('Pictures', '/cms/settings/pictures'),
      ],
    },
    { label: 'Models', items: linksTo(models.filter(({ kind }) => kind !== 'component')) },
    { label: 'Components', items: linksTo(models.filter(({ kind }) => kind === 'component')) },
  ].filter(({ items }) => items.length > 0)
}
