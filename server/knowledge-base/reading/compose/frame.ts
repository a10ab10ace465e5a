import type { ReadingFrame, ReadingHead, ReadingLink } from '#contract/knowledge-base/reading.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import { pathsIn } from '#server/knowledge-base/reading/asking/paths.ts'
import { linksIn, type ReadingCall } from '#server/knowledge-base/reading/space.ts'

/** A page in one of the languages it can be read in. */
export type EditionPath = { language: string; path: string }

/** What stands around a page, in the language that was asked for. */
export function frameOf(call: ReadingCall, editions: EditionPath[] = []): ReadingFrame {
  const { space, platform, reader, language } = call
  const paths = pathsIn(language, space.first)
  const { id: workspaceId, name, accentColor, logoFileId, timeZone } = space.workspace
  const logoUrl = logoFileId ? signFileUrl(platform, { workspaceId, fileId: logoFileId, use: 'logo' }) : null
  return {
    language,
    timeZone,
    workspace: { name, accentColor, logoUrl },
    viewer: reader.kind === 'customer' ? 'customer' : reader.kind === 'member' ? 'team' : 'visitor',
    homePath: paths.home,
    searchPath: paths.search(),
    editions: editions.map((edition) => ({ ...edition, isCurrent: edition.language === language })),
    headerLinks: linksIn(space.base.headerLinks),
    footerLinks: linksIn(space.base.footerLinks),
    assets: platform.reading.assets,
  }
}

/** What is the same in every language: the pages that are made of lists. */
export const everyEdition = ({ space: { languages, first } }: ReadingCall, pathIn: (language: string) => string) =>
  languages.length > 1
    ? languages.map((language) => ({ language, path: pathIn(language) }))
    : [{ language: first, path: pathIn(first) }]

export const originOf = ({ platform, space }: ReadingCall) => platform.settings.workspaceOrigin(space.workspace.domain)

/** What search engines show of a description. */
export const shortened = (text: string) => (text.length > 170 ? `${text.slice(0, 169)}…` : text)

type Told = Pick<ReadingHead, 'title'> & Partial<ReadingHead> & { path: string | null; editions: EditionPath[] }

/** Search engines are told one address a language, and which to show where none of them is the reader's. */
export function headOf(call: ReadingCall, { path, editions, ...told }: Told): ReadingHead {
  const origin = originOf(call)
  const { first } = call.space
  const byDefault = editions.find(({ language }) => language === first) ?? editions[0]
  const alternates =
    editions.length > 1 ? [...editions, ...(byDefault ? [{ language: 'x-default', path: byDefault.path }] : [])] : []
  return {
    description: '',
    isIndexed: true,
    feeds: [],
    image: null,
    publishedAt: null,
    updatedAt: null,
    data: [],
    canonical: path && origin + path,
    alternates: alternates.map(({ language, path: own }) => ({ language, url: origin + own })),
    ...told,
  }
}

/** The way to a page, for search engines (schema.org). */
export const breadcrumbs = (call: ReadingCall, trail: ReadingLink[]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ label, href }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: label,
    item: originOf(call) + href,
  })),
})
