import type { ReadingPages } from '#contract/knowledge-base/reading.ts'
import { button, Fault, field, Hidden, secondary } from './helpful.tsx'
import { useTextLanguage } from './text-language.tsx'

const mostLetters = 4000

export function Remark({ body: { remark, language } }: Pick<ReadingPages['article'], 'body'>) {
  const { remark: words, article, feedback, own } = useTextLanguage()
  if (!remark) return null
  return (
    <section data-feedback {...own} id="remark" className="feedback no-print mt-6 border-t border-line pt-4">
      <details data-step="">
        <summary className="cursor-pointer text-ink-2 hover:text-ink">
          {words.title}
          <span className="ms-2 text-meta text-ink-3">{article.teamOnly}</span>
        </summary>
        <form method="post" noValidate action={remark.path} className="mt-3 max-w-120">
          <Hidden articleId={remark.articleId} language={language} />
          <label className="block">
            <span className="mb-1 block font-medium">{words.label}</span>
            <textarea name="text" dir="auto" rows={3} maxLength={mostLetters} className={`${field} py-2`} />
          </label>
          <Fault />
          <button type="submit" className={`mt-3 ${button} ${secondary}`}>
            {feedback.send}
          </button>
        </form>
      </details>
      <p id="remark_thanks" tabIndex={-1} data-step="" className="step text-lead outline-none">
        {words.thanks}
      </p>
    </section>
  )
}
