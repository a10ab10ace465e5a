import type { ReadingPages } from '#contract/knowledge-base/reading.ts'
import { pathsIn } from '#server/knowledge-base/reading/asking/paths.ts'
import { listInCategory, listLatest, listPinned, listPopular } from '#server/knowledge-base/reading/queries/texts.ts'
import { homeTextsIn, type ReadingCall } from '#server/knowledge-base/reading/space.ts'
import { everyEdition, frameOf, headOf, lineIn, originOf, shortened } from './frame.ts'
import { listCards } from './tree.ts'

const most = { shown: 6, loose: 200 }

export async function composeHome(call: ReadingCall): Promise<ReadingPages['home']> {
  const { tx, reader, space, language, paths, edition } = call
  const [categories, pinned, popular, latest, loose] = await Promise.all([
    listCards(call, null),
    listPinned(tx, reader, edition, most.shown),
    listPopular(tx, reader, edition, most.shown),
    listLatest(tx, reader, edition, most.shown),
    listInCategory(tx, reader, edition, null, most.loose),
  ])
  const own = homeTextsIn(space.base.home)
  const wordsFor = (name: 'title' | 'text') => own[language]?.[name] || own[space.first]?.[name]
  const [title, text] = [wordsFor('title') || '', wordsFor('text') || '']
  const editions = everyEdition(call, (other) => pathsIn(other, space.first).home)
  const toLine = lineIn(paths)
  const about = call.words.helpOf(space.workspace.name)
  const topics = categories.map(({ name }) => name).join(', ')
  return {
    frame: frameOf(call, editions),
    head: headOf(call, {
      title: about,
      description: shortened(text || topics),
      path: paths.home,
      editions,
      feeds: [{ title: about, url: `${originOf(call)}${paths.home}/feed.xml` }],
      data: [
        {
          '@context': 'https://schema.org',
          '@type': 'WebSite',
          name: about,
          url: originOf(call) + paths.home,
          potentialAction: searchIn(originOf(call) + paths.search()),
        },
      ],
    }),
    body: {
      title,
      text,
      categories,
      pinned: pinned.map(toLine),
      popular: popular.map(toLine),
      latest: latest.map(toLine),
      loose: loose.map(toLine),
    },
  }
}

const searchIn = (url: string) => ({
  '@type': 'SearchAction',
  target: { '@type': 'EntryPoint', urlTemplate: `${url}?q={search_term_string}` },
  'query-input': 'required name=search_term_string',
})
