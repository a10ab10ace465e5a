import type { ArticleLine, ReadingFrame, ReadingHead, ReadingLink } from '#contract/knowledge-base/reading.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import type { ReadingPaths } from '#server/knowledge-base/reading/asking/paths.ts'
import type { ArticleSummary } from '#server/knowledge-base/reading/queries/texts.ts'
import { linksIn, type ReadingCall } from '#server/knowledge-base/reading/space.ts'

export type EditionPath = { language: string; path: string }

export function frameOf(call: ReadingCall, editions: EditionPath[] = []): ReadingFrame {
  const { space, platform, reader, language, paths } = call
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

export const everyEdition = ({ space: { languages, first } }: ReadingCall, pathIn: (language: string) => string) =>
  languages.length > 1
    ? languages.map((language) => ({ language, path: pathIn(language) }))
    : [{ language: first, path: pathIn(first) }]

export const originOf = ({ platform, space }: ReadingCall) => platform.settings.workspaceOrigin(space.workspace.domain)

/** Shortens a description to 170 characters, because search engines cut longer descriptions. */
export const shortened = (text: string) => (text.length > 170 ? `${text.slice(0, 169)}…` : text)

type HeadInput = Pick<ReadingHead, 'title'> & Partial<ReadingHead> & { path: string | null; editions: EditionPath[] }

export function headOf(call: ReadingCall, { path, editions, ...told }: HeadInput): ReadingHead {
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

/** Returns an article's line in a list. The link keeps the current language, even for a text in another one. */
export const lineIn =
  (paths: ReadingPaths) =>
  ({ title, slug, language, excerpt, publishedAt }: ArticleSummary): ArticleLine => ({
    title,
    language,
    path: paths.article(slug),
    excerpt,
    publishedAt,
  })
