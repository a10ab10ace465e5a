import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ProductVersion } from '#web/shell/product-version.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { Split, SplitMain } from '#web/ui/page/split.tsx'
import { TitleMenu } from '#web/ui/page/title-menu.tsx'
import { ViewColumn, ViewGroup, ViewLink } from '#web/ui/page/view-column.tsx'

export const modelsPath = '/cms/settings'
export const keysPath = '/cms/settings/keys'
const languagesPath = '/cms/settings/languages'
const picturesPath = '/cms/settings/pictures'
export const modelHref = (key: string) => `/cms/settings/models/${encodeURIComponent(key)}`

export type NamedModel = { id: string; key: string; name: string; kind: 'collection' | 'single' | 'component' }

export const modelLink = ({ id, key, name, kind }: NamedModel): NamedModel => ({ id, key, name, kind })

type Props = { title: string; models: NamedModel[]; actions?: ReactNode; children: ReactNode }

/** The list of models and settings next to the open page. */
export function SettingsFrame({ title, models, actions, children }: Props) {
  const { pathname } = useLocation()
  const groups = groupsOf(models)
  const menu = groups.map(({ label, sections }) => ({
    label,
    items: sections.map(({ href, name }) => ({ label: name, href, current: href === pathname })),
  }))
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
        <PageBar title={<TitleMenu title={title} label="Settings" groups={menu} />} actions={actions} />
        {children}
      </SplitMain>
    </Split>
  )
}

function groupsOf(models: NamedModel[]) {
  const links = (wanted: NamedModel[]) => wanted.map(({ key, name }) => ({ href: modelHref(key), name }))
  const components = models.filter(({ kind }) => kind === 'component')
  return [
    {
      label: 'Content',
      sections: [
        { href: modelsPath, name: 'Models' },
        { href: languagesPath, name: 'Languages' },
        { href: keysPath, name: 'API keys' },
        { href: picturesPath, name: 'Pictures' },
      ],
    },
    { label: 'Models', sections: links(models.filter(({ kind }) => kind !== 'component')) },
    { label: 'Components', sections: links(components) },
  ].filter(({ sections }) => sections.length > 0)
}
