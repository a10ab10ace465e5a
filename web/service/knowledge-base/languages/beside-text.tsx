import type { ReactNode } from 'react'
import { languageName } from '#web/lib/words/language-name.ts'
import type { Beside } from './use-beside.ts'

export const WithBeside = ({ beside, children }: { beside: Beside; children: ReactNode }) =>
  beside.language ? (
    <div className="@container">
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-6 @3xl:grid-cols-2">
        <div className="min-w-0 @3xl:order-last @3xl:border-l @3xl:border-line @3xl:pl-10">
          <BesideText beside={beside} language={beside.language} />
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </div>
  ) : (
    children
  )

function BesideText({ beside, language }: { beside: Beside; language: string }) {
  const name = languageName(language)
  const { article, hasText, problem } = beside
  if (problem) return <p role="alert">{problem}</p>
  if (!hasText) return <p className="text-ink-3">There is no text in {name} yet.</p>
  if (!article)
    return (
      <p role="status" className="text-ink-3">
        The text in {name} is loading
      </p>
    )
  return (
    <section
      aria-label={`Text in ${name}`}
      lang={language}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      tabIndex={0}
      className="max-h-72 overflow-y-auto border-b border-line pb-4 @3xl:max-h-none @3xl:overflow-visible @3xl:border-b-0"
    >
      <h2 className="text-doc font-[650] tracking-[-0.022em] wrap-anywhere">{article.title || 'Untitled'}</h2>
      {article.excerpt && <p className="mt-1 text-[16px]/[26px] text-ink-2">{article.excerpt}</p>}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by the server from the document's schema */}
      <div className="written mt-6 text-[16px]/[26px]" dangerouslySetInnerHTML={{ __html: article.html }} />
    </section>
  )
}
