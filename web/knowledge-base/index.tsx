import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { DrawReadingPage, ReadingPageName, ReadingPages } from '#contract/knowledge-base/reading.ts'
import { Article } from './article.tsx'
import { Category } from './category.tsx'
import { Frame, stylesOf } from './frame/frame.tsx'
import { themeScript } from './frame/theme-script.ts'
import { Home } from './home.tsx'
import { Missing } from './missing.tsx'
import { SaidProvider, saidIn } from './parts/said.tsx'
import { Search } from './search.tsx'

type Bodies = { [N in ReadingPageName]: (content: ReadingPages[N]) => ReactElement }
const bodies: Bodies = { home: Home, category: Category, article: Article, search: Search, missing: Missing }

export { findServedWords } from '#web/lib/reading-words/served-words.ts'

/** Plain HTML, with no React in the browser. */
export const drawReadingPage: DrawReadingPage = (name, content) => {
  const { frame, head } = content
  const page = (
    <SaidProvider value={saidIn(frame.language)}>
      <Frame frame={frame} head={head}>
        {createElement(bodies[name], content)}
      </Frame>
    </SaidProvider>
  )
  return {
    html: `<!doctype html>${renderToStaticMarkup(page)}`,
    inlineStyles: stylesOf(frame),
    inlineScripts: [themeScript],
  }
}
