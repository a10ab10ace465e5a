import type { ReadingFrame, ReadingHead } from '#contract/knowledge-base/reading.ts'
import { stylesOf } from './frame.tsx'

export const Head = ({ frame, head }: { frame: ReadingFrame; head: ReadingHead }) => (
  <head>
    <meta charSet="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>{head.title}</title>
    {head.description && <meta name="description" content={head.description} />}
    {!head.isIndexed && <meta name="robots" content="noindex" />}
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, which the policy names by its hash */}
    <script dangerouslySetInnerHTML={{ __html: themeScript }} />
    <link rel="preload" href={frame.assets.font} as="font" type="font/woff2" crossOrigin="anonymous" />
    {stylesOf(frame).map((rules) => (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: built with the page or made of a checked colour; named by its hash
      <style key={rules} dangerouslySetInnerHTML={{ __html: rules }} />
    ))}
    <script type="module" src={frame.assets.script} />
    <link rel="icon" href={frame.workspace.logoUrl ?? '/favicon.svg'} />
    <Places {...head} />
    <Preview name={frame.workspace.name} head={head} language={frame.language} />
    {head.data.map((data) => (
      <script
        key={JSON.stringify(data)}
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no tag can end
        dangerouslySetInnerHTML={{ __html: jsonIn(data) }}
      />
    ))}
  </head>
)

export const jsonIn = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c')

const Places = ({ canonical, alternates, feeds }: ReadingHead) => (
  <>
    {canonical && <link rel="canonical" href={canonical} />}
    {alternates.map(({ language, url }) => (
      <link key={language} rel="alternate" hrefLang={language} href={url} />
    ))}
    {feeds.map(({ title, url }) => (
      <link key={url} rel="alternate" type="application/atom+xml" title={title} href={url} />
    ))}
  </>
)

function Preview({ name, head, language }: { name: string; head: ReadingHead; language: string }) {
  const properties: [string, string | null | undefined][] = [
    ['og:type', head.publishedAt ? 'article' : 'website'],
    ['og:site_name', name],
    ['og:title', head.title],
    ['og:description', head.description],
    ['og:url', head.canonical],
    ['og:locale', language.replace('-', '_')],
    ['og:image', head.image?.url],
    ['og:image:width', head.image?.width?.toFixed()],
    ['og:image:height', head.image?.height?.toFixed()],
    ['og:image:alt', head.image?.alt],
    ['article:published_time', head.publishedAt],
    ['article:modified_time', head.updatedAt],
  ]
  return (
    <>
      {properties.map(
        ([property, content]) => content && <meta key={property} property={property} content={content} />,
      )}
      <meta name="twitter:card" content={head.image ? 'summary_large_image' : 'summary'} />
    </>
  )
}

/** Applies the chosen theme before the first paint. */
export const themeScript =
  'var t=/(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie);if(t)document.documentElement.dataset.theme=t[1]'
