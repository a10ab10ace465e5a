import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { DrawReadingPage, ReadingPageName, ReadingPages } from '#contract/knowledge-base/reading.ts'
import { Article } from './article.tsx'
import { Category } from './category.tsx'
import { Frame, stylesOf } from './frame/frame.tsx'
import { themeScript } from './frame/head.tsx'
import { Home } from './home.tsx'
import { Missing } from './missing.tsx'
import { TextLanguageProvider, textLanguageIn } from './parts/text-language.tsx'
import { Search } from './search.tsx'

type Bodies = { [N in ReadingPageName]: (content: ReadingPages[N]) => ReactElement }
const bodies: Bodies = { home: Home, category: Category, article: Article, search: Search, missing: Missing }

export { findServedWords } from '#web/lib/reading-words/served-words.ts'

/** Renders plain HTML. The browser runs no React. */
export const drawReadingPage: DrawReadingPage = (name, content) => {
  const { frame, head } = content
  const page = (
    <TextLanguageProvider value={textLanguageIn(frame.language)}>
      <Frame frame={frame} head={head}>
        {createElement(bodies[name], content)}
      </Frame>
    </TextLanguageProvider>
  )
  return {
    html: `<!doctype html>${renderToStaticMarkup(page)}`,
    inlineStyles: stylesOf(frame),
    inlineScripts: [themeScript],
  }
}
