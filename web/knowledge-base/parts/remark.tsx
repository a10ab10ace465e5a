import type { ReadingPages } from '#contract/knowledge-base/reading.ts'
import { useTextLanguage } from './said.tsx'

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
          <input type="hidden" name="article" value={remark.articleId} />
          <input type="hidden" name="language" value={language} />
          <label className="block">
            <span className="mb-1 block font-medium">{words.label}</span>
            <textarea
              name="text"
              dir="auto"
              rows={3}
              maxLength={mostLetters}
              className="w-full rounded-sm border border-control bg-surface px-3 py-2 text-[16px] md:text-lead"
            />
          </label>
          <p role="alert" data-fault className="text-danger empty:hidden" />
          <button
            type="submit"
            className="mt-3 h-8 rounded-sm border border-line-strong bg-surface px-3 font-medium shadow-control hover:bg-hover touch:h-10"
          >
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
